import { isObject, type JsonObject } from "../dashboard/model/json.ts";
import { isPanelKey, isSame, joinParts, partsOf } from "./parts-of-document.ts";

/** A part that both changed, differently. */
interface Conflict {
  /** Path of the part: `title`, `panel 3/options`. */
  readonly key: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  readonly document: JsonObject;
  readonly conflicts: readonly Conflict[];
}

interface Versions {
  /** What both began with. */
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
}

/**
 * Puts two changes of one document together. What only one of them changed is as that one has it; what both changed
 * is told, and is mine unless `theirs` is chosen for its key.
 */
export function mergeDocuments(versions: Versions, chosen: ReadonlyMap<string, "mine" | "theirs"> = new Map()): Merged {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(
    (document) => new Map(partsOf(document).map(({ key, value }) => [key, value])),
  );
  const conflicts: Conflict[] = [];
  const keys = [...new Set([...(theirs?.keys() ?? []), ...(mine?.keys() ?? [])])];
  const parts = keys.map((key) => {
    const three = { base: base?.get(key), mine: mine?.get(key), theirs: theirs?.get(key) };
    return { key, value: mergeValue(key, three, { conflicts, chosen }) };
  });
  return { document: joinParts(parts), conflicts };
}

interface Three {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface MergeState {
  readonly conflicts: Conflict[];
  readonly chosen: ReadonlyMap<string, "mine" | "theirs">;
}

function mergeValue(key: string, { base, mine, theirs }: Three, state: MergeState): unknown {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  // Two people may change different members of one panel.
  if (isPanelKey(key) && !key.includes("/") && isObject(base) && isObject(mine) && isObject(theirs)) {
    return mergePanel(key, { base, mine, theirs }, state);
  }
  state.conflicts.push({ key, mine, theirs });
  return state.chosen.get(key) === "theirs" ? theirs : mine;
}

function mergePanel(key: string, panels: { [Side in keyof Three]: JsonObject }, state: MergeState): JsonObject {
  const members = [...new Set([...Object.keys(panels.theirs), ...Object.keys(panels.mine)])];
  const merged = members.map((member) => {
    const three = { base: panels.base[member], mine: panels.mine[member], theirs: panels.theirs[member] };
    return [member, mergeValue(`${key}/${member}`, three, state)] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}
