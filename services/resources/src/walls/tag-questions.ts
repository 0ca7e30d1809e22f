import { sql } from "kysely";
import type { Permission } from "../access/permissions.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import type { Store } from "../objects/store.ts";
import { readableDashboards } from "./playlist-content.ts";

/** Tags by which a dashboard asks for what people said. */
interface TagQuestion {
  readonly tags: readonly string[];
  /** One of the tags is enough. */
  readonly isAny: boolean;
}

/**
 * What a wall may be told of what happened everywhere: what the dashboards that it shows ask for by its tags.
 *
 * @returns whether some tags are asked for
 */
export async function readTagQuestions(
  db: Store,
  permissions: readonly Permission[],
): Promise<(tags: readonly string[]) => boolean> {
  const rows = await readableDashboards(db, permissions)
    .select("spec")
    // Few dashboards ask by tags, and some are large.
    .where(sql<boolean>`spec ~ ${'"type"\\s*:\\s*"tags"'}`)
    .execute();
  const questions = rows.flatMap(({ spec }) => questionsOf(JSON.parse(spec)));
  return (tags) =>
    questions.some((asked) => (asked.isAny ? asked.tags.some(isIn(tags)) : asked.tags.every(isIn(tags))));
}

function isIn(tags: readonly string[]): (tag: string) => boolean {
  return (tag) => tags.includes(tag);
}

function questionsOf(spec: unknown): TagQuestion[] {
  const annotations = isJsonObject(spec) ? spec["annotations"] : undefined;
  const list = isJsonObject(annotations) ? annotations["list"] : undefined;
  return (Array.isArray(list) ? list.filter(isJsonObject) : []).flatMap((query) => {
    const target = query["target"];
    return questionOf(query["type"] === "tags" || !isJsonObject(target) ? query : target);
  });
}

function questionOf({ type, tags, matchAny }: JsonObject): TagQuestion[] {
  const known = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  return type === "tags" && known.length > 0 ? [{ tags: known, isAny: matchAny === true }] : [];
}
