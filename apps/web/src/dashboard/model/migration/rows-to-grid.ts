import { type JsonObject, numberOf, objectsOf, textOf } from "../json.ts";

const COLUMNS = 24;

/** Pixels of a grid row with its gap, in the layout that rows came from. */
const CELL_PX = 38;

const DEFAULT_ROW_PX = 250;
const LEAST_ROW_PX = 90;

/**
 * Places the panels of `rows` (schema 15 and before) in the grid of 24 columns. A document that has panels of its own
 * keeps only these, unless it is as old as its rows: then the rows stand below.
 */
export function rowsToGrid(document: JsonObject, version: number): JsonObject {
  const rows = objectsOf(document["rows"]);
  const { rows: _, ...rest } = document;
  const own = objectsOf(document["panels"]);
  if (rows.length === 0) return document;
  if (own.length > 0 && version >= 16) return rest;
  return { ...rest, panels: [...own, ...placeRows(rows, lowestEnd(own))] };
}

function lowestEnd(panels: readonly JsonObject[]): number {
  const ends = panels.map(({ gridPos }) => {
    const [pos] = objectsOf([gridPos]);
    return (numberOf(pos?.["y"]) ?? 0) + (numberOf(pos?.["h"]) ?? 0);
  });
  return ends.reduce((lowest, end) => Math.max(lowest, end), 0);
}

function placeRows(rows: readonly JsonObject[], top: number): JsonObject[] {
  const kept = rows.filter((row) => !row["repeatIteration"]);
  const areRowsShown = kept.some((row) => row["collapse"] === true || row["showTitle"] === true || hasRepeat(row));
  const placed: JsonObject[] = [];
  let y = top;
  for (const row of kept) {
    if (areRowsShown) placed.push(rowPanel(row, y++));
    const panels = placePanels(row, y);
    const rowOnGrid = placed.at(-1);
    if (row["collapse"] === true && rowOnGrid !== undefined) {
      placed[placed.length - 1] = { ...rowOnGrid, panels };
      continue;
    }
    placed.push(...panels);
    y = Math.max(y, lowestEnd(panels));
  }
  return placed;
}

function hasRepeat(row: JsonObject): boolean {
  return textOf(row["repeat"]) !== "";
}

function rowPanel(row: JsonObject, y: number): JsonObject {
  return {
    type: "row",
    title: textOf(row["title"]),
    collapsed: row["collapse"] === true,
    gridPos: { x: 0, y, w: COLUMNS, h: 1 },
    panels: [],
    ...(hasRepeat(row) ? { repeat: row["repeat"] } : {}),
  };
}

/** Left to right; what does not fit begins a new line below the tallest. */
function placePanels(row: JsonObject, top: number): JsonObject[] {
  const rowHeight = gridHeight(row["height"]);
  let x = 0;
  let y = top;
  let lineEnd = top;
  return objectsOf(row["panels"]).map((panel) => {
    const { span, minSpan, height, ...rest } = panel;
    const w = Math.min(COLUMNS, Math.max(1, Math.floor((numberOf(span) ?? 4) * 2)));
    const h = height === undefined ? rowHeight : gridHeight(height);
    if (x + w > COLUMNS) {
      x = 0;
      y = lineEnd;
    }
    const gridPos = { x, y, w, h };
    x += w;
    lineEnd = Math.max(lineEnd, y + h);
    const least = numberOf(minSpan);
    return { ...rest, gridPos, ...(least === undefined ? {} : { minSpan: Math.min(COLUMNS, least * 2) }) };
  });
}

/** @param height - pixels: `250`, `"250px"` */
function gridHeight(height: unknown): number {
  const px = numberOf(typeof height === "string" ? height.replace(/px$/, "") : height) ?? DEFAULT_ROW_PX;
  return Math.ceil(Math.max(px, LEAST_ROW_PX) / CELL_PX);
}

const PER_ROW = [1, 2, 3, 4, 6, 8, 12, 24];

/** `minSpan` of a repeated panel becomes the most copies that stand side by side. */
export function minSpanToMaxPerRow(panel: JsonObject): JsonObject {
  const { minSpan, ...rest } = panel;
  const least = numberOf(minSpan);
  if (least === undefined || panel["maxPerRow"] !== undefined) return panel;
  const most = COLUMNS / Math.max(1, least);
  return { ...rest, maxPerRow: PER_ROW.findLast((count) => count <= most) ?? 1 };
}
