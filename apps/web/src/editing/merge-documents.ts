import { isObject, type JsonObject } from "../dashboard/model/json.ts";
import { arrangeMerged, arrangementsOf, withoutSlides } from "./layout/merge-places.ts";
import { addPanel } from "./panel-edits.ts";
import { isPanelKey, isSame, joinParts, partsOf } from "./parts-of-document.ts";

/** A part that both changed, differently. */
export interface Conflict extends Three {
  /** Path of the part: `title`, `panel 3/options/legend`. */
  readonly key: string;
}

/** One part in three versions; `undefined` in those that do not have it. */
interface Three {
  /** What both began with. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  readonly document: JsonObject;
  readonly conflicts: readonly Conflict[];
}

type Versions = { readonly [Version in keyof Three]: JsonObject };

interface MergeState {
  readonly conflicts: Conflict[];
  readonly chosen: ReadonlyMap<string, "mine" | "theirs">;
}

/**
 * Puts two changes of one document together. What only one of them changed is as that one has it; what both changed
 * is told, and is mine unless `theirs` is chosen for its key. Of a place that is what somebody moved: panels that only
 * made room make room anew.
 */
export function mergeDocuments(
  { base: began, mine: own, theirs: stored }: Versions,
  chosen: ReadonlyMap<string, "mine" | "theirs"> = new Map(),
): Merged {
  const arrangements = arrangementsOf({ base: began, mine: own, theirs: stored });
  const versions =
    arrangements === undefined
      ? { base: began, mine: own, theirs: stored }
      : {
          base: began,
          mine: withoutSlides(own, began, arrangements.movedByMe),
          theirs: withoutSlides(stored, began, arrangements.movedByThem),
        };
  const conflicts: Conflict[] = [];
  const parts = (document: JsonObject) => new Map(partsOf(document).map(({ key, value }) => [key, value]));
  const [base, mine, theirs] = [parts(versions.base), parts(versions.mine), parts(versions.theirs)];
  // Two people who each added a panel gave it the same number: both are kept, mine below and under another one.
  const twins = [...mine].filter(
    ([key, value]) => isPanelKey(key) && !base.has(key) && theirs.has(key) && !isSame(value, theirs.get(key)),
  );
  for (const [key] of twins) mine.set(key, theirs.get(key));
  const merged = mergeMembers("", { base, mine, theirs }, { conflicts, chosen });
  const joined = joinParts(merged.map(([key, value]) => ({ key, value })));
  const isTheirs = (key: string) => chosen.get(`${key}/gridPos`) === "theirs";
  const document = arrangements === undefined ? joined : arrangeMerged(joined, arrangements, isTheirs);
  const added = twins.flatMap(([, value]) => (isObject(value) ? [value] : []));
  return { document: added.reduce((all, panel) => addPanel(all, panel).document, document), conflicts };
}

type Members = ReadonlyMap<string, unknown>;

/** In their order; what only I have is last. */
function mergeMembers(
  path: string,
  { base, mine, theirs }: { readonly [Version in keyof Three]: Members },
  state: MergeState,
): (readonly [string, unknown])[] {
  return [...new Set([...theirs.keys(), ...mine.keys()])].map((member) => {
    const three = { base: base.get(member), mine: mine.get(member), theirs: theirs.get(member) };
    return [member, mergeValue(path === "" ? member : `${path}/${member}`, three, state)] as const;
  });
}

function mergeValue(key: string, { base, mine, theirs }: Three, state: MergeState): unknown {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  // Two people may change different things of one panel, of one list of variables.
  if (isMembered(base) && isObject(mine) && isObject(theirs) && !isWhole(key)) {
    const merged = mergeMembers(
      key,
      { base: membersOf(base ?? {}), mine: membersOf(mine), theirs: membersOf(theirs) },
      state,
    );
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  const lists = { base: byName(base), mine: byName(mine), theirs: byName(theirs) };
  if (lists.base !== undefined && lists.mine !== undefined && lists.theirs !== undefined) {
    const { base: before, mine: own, theirs: others } = lists;
    return mergeMembers(key, { base: before, mine: own, theirs: others }, state).flatMap(([, value]) => value ?? []);
  }
  state.conflicts.push({ key, base, mine, theirs });
  return state.chosen.get(key) === "theirs" ? theirs : mine;
}

/** What both of them began is put together, too. */
function isMembered(base: unknown): base is JsonObject | undefined {
  return base === undefined || isObject(base);
}

/** A place is one thing: half of one and half of another is no place. */
function isWhole(key: string): boolean {
  return key.endsWith("/gridPos");
}

function membersOf(value: JsonObject): Members {
  return new Map(Object.entries(value));
}

/** The members by which lists of a document know their items: queries, panels of a row, variables and events. */
const NAMES = ["refId", "id", "name"] as const;

/** The items of a list by their names; `undefined` for what is none, or has items that cannot be told apart. */
function byName(list: unknown): Members | undefined {
  if (!Array.isArray(list) || !list.every(isObject)) return undefined;
  return NAMES.map((member) => new Map(list.map((item) => [String(item[member] ?? ""), item]))).find(
    (items) => items.size === list.length && !items.has(""),
  );
}
