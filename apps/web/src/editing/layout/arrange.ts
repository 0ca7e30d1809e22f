import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { type JsonObject, objectsOf } from "../../dashboard/model/json.ts";
import { layoutDashboard } from "../../dashboard/model/layout.ts";
import { GRID_COLUMNS, readGridPos, readPanels } from "../../dashboard/model/read-panel.ts";

/** The most grid rows that a panel may be high. */
const TALLEST = 100;

/** What somebody holds, by its place in the document's list, and where it should lie. */
export interface Held {
  readonly index: number;
  readonly pos: GridPos;
}

/** Where the panels and rows of a document lie as it is shown, in the order of its list; repeated ones once. */
export function placesOf(document: JsonObject): readonly GridPos[] {
  const panels = readPanels(document["panels"]);
  const { items } = layoutDashboard(panels, { valuesOf: () => undefined });
  const placeBy = new Map<object, GridPos>(
    items.map((item) => [item.kind === "row" ? item.row : item.panel, item.pos] as const),
  );
  return panels.map((panel) => placeBy.get(panel) ?? { x: 0, y: 0, w: GRID_COLUMNS, h: 1 });
}

/**
 * Makes room for what is held and closes the gaps above everything. On one height what is held goes before the others,
 * so that a panel is swapped with the one whose top edge it reaches.
 */
export function arrange(places: readonly GridPos[], held?: Held): readonly GridPos[] {
  const wanted = places.map((pos, index) => ({ index, pos: held?.index === index ? held.pos : pos }));
  const goesUp = held === undefined || held.pos.y <= (places[held.index]?.y ?? 0);
  const rank = (index: number) => (index !== held?.index ? 0 : goesUp ? -1 : 1);
  const order = wanted.toSorted((a, b) => a.pos.y - b.pos.y || rank(a.index) - rank(b.index) || a.pos.x - b.pos.x);
  return stacked(
    wanted.map(({ pos }) => pos),
    order.map(({ index }) => index),
  );
}

/**
 * Puts panels into their columns one after the other, each as high as those before it allow.
 *
 * @param order - of all of them, by their places in the list
 */
export function stacked(places: readonly GridPos[], order: readonly number[]): readonly GridPos[] {
  const ends = new Array<number>(GRID_COLUMNS).fill(0);
  const arranged = [...places];
  for (const index of order) {
    const pos = places[index];
    if (pos === undefined) continue;
    const { x, w, h } = pos;
    const y = Math.max(...ends.slice(x, x + w));
    ends.fill(y + h, x, x + w);
    arranged[index] = { x, y, w, h };
  }
  return arranged;
}

/** The nearest place that lies on the grid. */
export function onGrid({ x, y, w, h }: GridPos): GridPos {
  const width = clamp(w, 1, GRID_COLUMNS);
  return { x: clamp(x, 0, GRID_COLUMNS - width), y: Math.max(0, y), w: width, h: clamp(h, 1, TALLEST) };
}

/** Puts a panel or row of the document's list somewhere, and makes room for it. */
export function putAt(document: JsonObject, held: Held): JsonObject {
  return withPlaces(document, arrange(arrange(placesOf(document)), held));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The document with its panels at these places. Those that lie there already stay the same objects. */
export function withPlaces(document: JsonObject, places: readonly GridPos[]): JsonObject {
  const panels = objectsOf(document["panels"]).map((panel, index) => {
    const pos = places[index];
    return pos === undefined || isAt(panel, pos) ? panel : { ...panel, gridPos: pos };
  });
  return { ...document, panels };
}

function isAt({ gridPos }: JsonObject, { x, y, w, h }: GridPos): boolean {
  const now = readGridPos(gridPos);
  return now !== undefined && now.x === x && now.y === y && now.w === w && now.h === h;
}
