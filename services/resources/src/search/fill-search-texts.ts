import { setTimeout, setImmediate as turnOfOthers } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { dashboardKind } from "../kinds/dashboard.ts";
import { isJsonObject } from "../kinds/kind.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import { forgetReadWords, readNewWords } from "./known-words.ts";
import { searchedTextOf } from "./panel-titles.ts";

/** Dashboards that are read at a time; others have a turn in between. */
const AT_ONCE = 20;
/** Milliseconds between two looks for what is new. */
const TURN = 30_000;

/**
 * Gives dashboards that were saved before panels could be searched what they are found by, and reads the words of those
 * that many were saved of at once. Until it is done they are found by their titles, and by words as they are written.
 * Any process may do it, and several at once.
 */
export function startFillingSearchTexts(db: Store, log: Pick<FastifyBaseLogger, "warn">): AsyncDisposable {
  const stopping = new AbortController();
  const filling = fill(db, log, stopping.signal);
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await filling;
    },
  };
}

async function fill(db: Store, log: Pick<FastifyBaseLogger, "warn">, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await fillSearchTexts(db, signal);
      await readNewWords(db, signal);
    } catch (err) {
      log.warn({ err }, "some dashboards are found by less than all of their words; the next try follows");
    }
    await setTimeout(TURN, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** @returns when every dashboard has them, or was to be left */
export async function fillSearchTexts(db: Store, signal?: AbortSignal): Promise<void> {
  for (let hasFilled = false; signal?.aborted !== true; hasFilled = true) {
    const rows = await db
      .selectFrom("vedette.object_versions")
      .select(["resource_version", "spec"])
      .where("searched", "is", null)
      .where(IS_CURRENT)
      .where("resource", "=", sql.lit(dashboardKind.plural))
      .orderBy("resource_version")
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return hasFilled ? await forgetReadWords(db) : undefined;
    const texts = rows.map(({ spec }) => textsOf(spec));
    await sql`
      update vedette.object_versions version set panel_titles = filled.panel_titles, searched = filled.searched
      from unnest(${rows.map((row) => row.resource_version)}::bigint[], ${texts.map((text) => text.panelTitles)}::text[],
        ${texts.map((text) => text.searched)}::text[]) as filled (resource_version, panel_titles, searched)
      where version.resource_version = filled.resource_version`.execute(db);
    await turnOfOthers();
  }
}

function textsOf(spec: string): { panelTitles: string; searched: string } {
  const parsed: unknown = JSON.parse(spec);
  const { title, tags, panelTitles } = dashboardKind.searchedFieldsOf(isJsonObject(parsed) ? parsed : {});
  return { panelTitles, searched: searchedTextOf({ title, tags, panelTitles }) };
}
