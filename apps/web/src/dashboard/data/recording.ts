import type { Annotation } from "../../api/annotations.ts";
import { ApiError } from "../../api/api-error.ts";
import type { DataSource } from "../../api/data-sources.ts";
import { dashboardMessages } from "../messages.ts";
import { readAnnotations } from "../model/annotation/stored-events.ts";
import { isObject, type JsonObject, objectOf, objectsOf, textOf } from "../model/json.ts";
import type { PrometheusAnswer, PrometheusCall } from "./prometheus-call.ts";
import type { Tagged } from "./use-annotations.ts";

/** What data sources answered at one time, instead of the sources themselves. */
export interface Recording {
  readonly sources: readonly DataSource[];
  readonly answers: ReadonlyMap<string, unknown>;
  /** What people had said happened. */
  readonly annotations: readonly Annotation[];
  /** The same at any dashboard, by the tags that were asked for. */
  readonly tagged: ReadonlyMap<string, readonly Annotation[]>;
}

/** The member of a document that holds its recording. */
const MEMBER = "snapshot";

/** The same document with what was answered to its questions. */
export function withRecording(document: JsonObject, { sources, answers, annotations, tagged }: Recording): JsonObject {
  const known = sources.map(({ uid, name, type, isDefault, jsonData }) => ({ uid, name, type, isDefault, jsonData }));
  const told = { annotations, tagged: Object.fromEntries(tagged) };
  return { ...document, [MEMBER]: { sources: known, answers: Object.fromEntries(answers), ...told } };
}

/** Reads back what `withRecording` wrote; of other documents nothing is known. */
export function recordingOf(document: unknown): Recording {
  const { sources, answers, annotations, tagged } = objectOf(objectOf(document)[MEMBER]);
  return {
    sources: objectsOf(sources).map((source) => ({
      uid: textOf(source["uid"]),
      name: textOf(source["name"]),
      type: textOf(source["type"]),
      url: "",
      isDefault: source["isDefault"] === true,
      readOnly: true,
      jsonData: { timeInterval: textOf(objectOf(source["jsonData"])["timeInterval"]) },
    })),
    answers: new Map(isObject(answers) ? Object.entries(answers) : []),
    annotations: readAnnotations(annotations),
    tagged: new Map(Object.entries(objectOf(tagged)).map(([tags, said]) => [tags, readAnnotations(said)])),
  };
}

/** Under which a question is recorded. */
export function questionKey(call: PrometheusCall): string {
  return JSON.stringify(call);
}

/** The same for what people said under some tags. */
export function taggedKey(tagged: Tagged): string {
  return JSON.stringify(tagged);
}

/** Answers out of the recording, and nothing else. @throws ApiError for what was not asked then */
export async function askRecording({ answers }: Recording, call: PrometheusCall): Promise<PrometheusAnswer> {
  const key = questionKey(call);
  if (!answers.has(key)) {
    throw new ApiError(dashboardMessages.source.notRecorded, { status: 404, code: "not_recorded", path: call.path });
  }
  return { data: answers.get(key), warnings: [], took: 0, bytes: 0, age: 0 };
}
