import { dashboardMessages } from "../messages.ts";
import type { Transformation } from "./dashboard-document.ts";
import type { Frame } from "./frame/frame.ts";
import { type JsonObject, objectOf, scalarText, textOf } from "./json.ts";
import { readPattern } from "./pattern.ts";
import { calculateField } from "./transformation/calculate-field.ts";
import { filterByRefId, filterFieldsByName, organize, renameByRegex } from "./transformation/choose-fields.ts";
import type { Transform, TransformContext } from "./transformation/column.ts";
import { configFromData } from "./transformation/config-from-data.ts";
import { convertFieldType } from "./transformation/convert-field-type.ts";
import { extractFields } from "./transformation/extract-fields.ts";
import { formatTime } from "./transformation/format-time.ts";
import { joinByField } from "./transformation/join.ts";
import { joinByLabels } from "./transformation/join-by-labels.ts";
import { labelsToFields } from "./transformation/labels-to-fields.ts";
import { concatenate, merge, seriesToRows } from "./transformation/merge.ts";
import { partitionByValues } from "./transformation/partition-by-values.ts";
import { groupBy, groupingToMatrix, reduce } from "./transformation/reduce.ts";
import { filterByValue, limit, sortBy } from "./transformation/rows.ts";
import { rowsToFields } from "./transformation/rows-to-fields.ts";
import { timeSeriesTable } from "./transformation/time-series-table.ts";
import { transpose } from "./transformation/transpose.ts";

/** By their ids in documents. */
export const TRANSFORMS: ReadonlyMap<string, Transform> = new Map<string, Transform>([
  ["calculateField", calculateField],
  ["concatenate", concatenate],
  ["configFromData", configFromData],
  ["convertFieldType", convertFieldType],
  ["extractFields", extractFields],
  ["filterByRefId", filterByRefId],
  ["filterByValue", filterByValue],
  ["filterFieldsByName", filterFieldsByName],
  ["formatTime", formatTime],
  ["groupBy", groupBy],
  ["groupingToMatrix", groupingToMatrix],
  ["joinByField", joinByField],
  ["joinByLabels", joinByLabels],
  ["labelsToFields", labelsToFields],
  ["limit", limit],
  ["merge", merge],
  ["noop", (frames) => [...frames]],
  ["organize", organize],
  ["partitionByValues", partitionByValues],
  ["prepareTimeSeries", prepareTimeSeries],
  ["reduce", reduce],
  ["renameByRegex", renameByRegex],
  ["rowsToFields", rowsToFields],
  ["seriesToColumns", joinByField],
  ["seriesToRows", seriesToRows],
  ["sortBy", sortBy],
  ["timeSeriesTable", timeSeriesTable],
  ["transpose", transpose],
]);

function prepareTimeSeries(frames: readonly Frame[], { format }: JsonObject, context: TransformContext): Frame[] {
  return format === "wide" ? joinByField(frames, {}, context) : [...frames];
}

export interface Transformed {
  readonly frames: readonly Frame[];
  /** What could not be done, in words. */
  readonly notices: readonly string[];
}

/**
 * Runs the transformations of a panel, in their order. One that is not known passes the data through and says so.
 *
 * @param write - puts the values of variables into a text of the options
 */
export function transformFrames(
  frames: readonly Frame[],
  transformations: readonly Transformation[],
  write: (text: string) => string,
): Transformed {
  return transformations
    .filter(({ isDisabled }) => !isDisabled)
    .reduce<Transformed>((before, step) => transformStep(before, step, write), { frames, notices: [] });
}

function transformStep(before: Transformed, step: Transformation, write: (text: string) => string): Transformed {
  const { otherFilter, otherTopic } = dashboardMessages.transformation;
  const isMeant = frameFilter(step);
  if (isMeant === undefined) return { ...before, notices: [...before.notices, otherFilter(step.id)] };
  if (step.topic !== "series") return { ...before, notices: [...before.notices, otherTopic(step.id)] };
  const meant = before.frames.filter(isMeant);
  const notices = [...before.notices];
  const context = { write, notice: (text: string) => void notices.push(text) };
  const result = TRANSFORMS.get(step.id)?.(meant, objectOf(withTexts(step.options, write)), context);
  if (result === undefined) {
    return { ...before, notices: [...notices, dashboardMessages.panel.unknownTransformation(step.id)] };
  }
  return { frames: [...result, ...before.frames.filter((frame) => !isMeant(frame))], notices };
}

/** A transformation can be about the results of some queries only. @returns `undefined` for a filter that is not known */
function frameFilter({ filter }: Transformation): ((frame: Frame) => boolean) | undefined {
  if (filter === undefined || filter.id === "") return () => true;
  if (filter.id !== "byRefId") return undefined;
  const wanted = scalarText(filter.options) ?? textOf(objectOf(filter.options)["value"]);
  const pattern = wanted.startsWith("/") ? readPattern(wanted) : undefined;
  return ({ refId }) => (pattern === undefined ? refId === wanted : refId.search(pattern) >= 0);
}

function withTexts(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, write));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, write)]));
}
