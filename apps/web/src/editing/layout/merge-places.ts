import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { type JsonObject, objectsOf } from "../../dashboard/model/json.ts";
import { panelKey } from "../parts-of-document.ts";
import { arrange, placesOf, stacked, withPlaces } from "./arrange.ts";

/** Where the panels and rows of a version are shown, by their keys, from top to bottom. */
type Places = ReadonlyMap<string, GridPos>;

/** How two people arranged a dashboard that both began with. */
export interface Arrangements {
  readonly mine: Places;
  readonly theirs: Places;
  /** The panels that each of them moved or resized; all others only made room. */
  readonly movedByMe: ReadonlySet<string>;
  readonly movedByThem: ReadonlySet<string>;
}

interface Versions {
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
}

/** `undefined` unless both put something elsewhere, so that places of both have to be put together. */
export function arrangementsOf(versions: Versions): Arrangements | undefined {
  const [base, mine, theirs] = [placesByKey(versions.base), placesByKey(versions.mine), placesByKey(versions.theirs)];
  if (isSameArrangement(base, mine) || isSameArrangement(base, theirs)) return undefined;
  const [own, others] = [comparePlaces(base, mine), comparePlaces(base, theirs)];
  return { mine, theirs, movedByMe: movedOf(own, others), movedByThem: movedOf(others, own) };
}

/** A version in which panels that only made room for others are where they were at the beginning. */
export function withoutSlides(version: JsonObject, base: JsonObject, moved: ReadonlySet<string>): JsonObject {
  const before = new Map(objectsOf(base["panels"]).map((panel) => [panelKey(panel), panel]));
  const panels = objectsOf(version["panels"]).map((panel) => {
    const old = before.get(panelKey(panel));
    if (old === undefined || moved.has(panelKey(panel))) return panel;
    const { gridPos: _, ...rest } = panel;
    return "gridPos" in old ? { ...rest, gridPos: old["gridPos"] } : rest;
  });
  return { ...version, panels };
}

/**
 * Makes room in a merged document: panels stand below each other as theirs do, and each that I moved or added stands
 * where it stands in mine, below the same panel or above it.
 *
 * @param isTheirs - whether their place was chosen for a panel that both moved
 */
export function arrangeMerged(
  merged: JsonObject,
  { mine, theirs, movedByMe, movedByThem }: Arrangements,
  isTheirs: (key: string) => boolean,
): JsonObject {
  const keys = objectsOf(merged["panels"]).map(panelKey);
  const isMine = (key: string) => !theirs.has(key) || (movedByMe.has(key) && !(movedByThem.has(key) && isTheirs(key)));
  const order = [...theirs.keys()].filter((key) => keys.includes(key) && !isMine(key));
  const own = [...mine.keys()];
  for (const [at, key] of own.entries()) {
    if (!keys.includes(key) || !isMine(key)) continue;
    const isNear = (other: string) => order.includes(other) && shareColumns(mine.get(key), mine.get(other));
    const above = own.slice(0, at).findLast(isNear);
    const below = own.slice(at + 1).find(isNear);
    const place =
      above !== undefined ? order.indexOf(above) + 1 : below !== undefined ? order.indexOf(below) : order.length;
    order.splice(place, 0, key);
  }
  const places = placesOf(merged);
  const arranged = stacked(
    places,
    order.map((key) => keys.indexOf(key)),
  );
  // What has no place of its own stands below all others, wherever that is.
  const panels = objectsOf(merged["panels"]);
  return {
    ...merged,
    panels: objectsOf(withPlaces(merged, arranged)["panels"]).map((panel, at) =>
      panels[at] !== undefined && !("gridPos" in panels[at]) ? panels[at] : panel,
    ),
  };
}

function placesByKey(document: JsonObject): Places {
  const places = arrange(placesOf(document));
  const placed = objectsOf(document["panels"]).flatMap((panel, at) => {
    const pos = places[at];
    return pos === undefined ? [] : [[panelKey(panel), pos] as const];
  });
  return new Map(placed.toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x));
}

function isSameArrangement(one: Places, other: Places): boolean {
  return one.size === other.size && [...one].every(([key, pos]) => isSamePlace(pos, other.get(key)));
}

function isSamePlace(a: GridPos, b: GridPos | undefined): boolean {
  return b !== undefined && isSameShape(a, b) && a.y === b.y;
}

function isSameShape(a: GridPos, b: GridPos): boolean {
  return a.x === b.x && a.w === b.w && a.h === b.h;
}

interface Comparison {
  readonly reshaped: ReadonlySet<string>;
  /** Pairs of panels, one below the other, that are the other way round now. */
  readonly turned: readonly (readonly [string, string])[];
}

/** What is pushed away or moves up keeps its size, its columns, and who is above and below it. */
function comparePlaces(base: Places, now: Places): Comparison {
  const both = [...base].flatMap(([key, before]) => {
    const after = now.get(key);
    return after === undefined ? [] : [{ key, before, after }];
  });
  const same = both.filter(({ before, after }) => isSameShape(before, after));
  const turned = same.flatMap((one, at) =>
    same
      .slice(at + 1)
      .filter(
        (other) =>
          shareColumns(one.before, other.before) && one.before.y < other.before.y && one.after.y > other.after.y,
      )
      .map((other) => [one.key, other.key] as const),
  );
  return { reshaped: new Set(both.filter((one) => !same.includes(one)).map(({ key }) => key)), turned };
}

/**
 * Of panels that are the other way round the fewest that explain it were moved. Of two that may have changed places
 * either may have been: then it was the one that the other person left alone.
 */
function movedOf({ reshaped, turned }: Comparison, others: Comparison): ReadonlySet<string> {
  const moved = new Set(reshaped);
  const touched = new Set([...others.reshaped, ...others.turned.flat()]);
  let left = turned;
  while (left.length > 0) {
    const keys = [...new Set(left.flat())];
    const weight = (key: string) => left.filter((pair) => pair.includes(key)).length - (touched.has(key) ? 0.5 : 0);
    const most = keys.reduce((best, key) => (weight(key) > weight(best) ? key : best));
    moved.add(most);
    left = left.filter((pair) => !pair.includes(most));
  }
  return moved;
}

function shareColumns(a: GridPos | undefined, b: GridPos | undefined): boolean {
  return a !== undefined && b !== undefined && a.x < b.x + b.w && b.x < a.x + a.w;
}
