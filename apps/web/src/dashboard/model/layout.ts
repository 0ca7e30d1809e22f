import type { GridPos, Panel, RowPanel } from "./dashboard-document.ts";
import { type PlacedCopy, repeatPanels, type Scoped, type ValuesOf } from "./layout/repeat.ts";
import { type Section, sectionsOf } from "./layout/section.ts";
import { GRID_COLUMNS } from "./read-panel.ts";

/** A panel in its place; `pos` counts from the top of the dashboard. */
export interface PlacedPanel extends PlacedCopy {
  readonly kind: "panel";
}

/** The head of a row in its place. */
export interface PlacedRow {
  readonly kind: "row";
  readonly key: string;
  readonly row: RowPanel;
  readonly isCollapsed: boolean;
  /** How many panels it holds. */
  readonly panelCount: number;
  readonly pos: GridPos;
  readonly scoped: Scoped;
}

export interface DashboardLayout {
  /** From top to bottom, and from left to right: the order in which they are read. */
  readonly items: readonly (PlacedPanel | PlacedRow)[];
  /** In grid rows. */
  readonly height: number;
}

export interface LayoutOptions {
  readonly valuesOf: ValuesOf;
  /** Whether a row is closed, by its key and as it is written. */
  readonly isCollapsed?: (key: string, isAsWritten: boolean) => boolean;
}

/** The place of a panel that has none, as the peer has it. */
const UNPLACED = { x: 0, y: 0, w: 6, h: 3 };
/** The size of panels of a document in which none has a place. */
const USUAL = { w: 12, h: 9 };

/** Places the panels of a dashboard on its grid: rows opened or closed, repeats spread, gaps closed upwards. */
export function layoutDashboard(panels: readonly (Panel | RowPanel)[], options: LayoutOptions): DashboardLayout {
  const items: (PlacedPanel | PlacedRow)[] = [];
  let y = 0;
  for (const section of sectionsOf(panels).flatMap((one) => repeatRow(one, options.valuesOf))) {
    const placed = placeSection(section, y, options);
    items.push(...placed);
    y = placed.reduce((lowest, { pos }) => Math.max(lowest, pos.y + pos.h), y);
  }
  return { items, height: y };
}

/** All panels below each other in reading order, as wide as the page: for narrow screens. */
export function inOneColumn({ items }: DashboardLayout): DashboardLayout {
  let y = 0;
  const stacked = items.map((item) => {
    const pos = { x: 0, y, w: GRID_COLUMNS, h: item.pos.h };
    y += item.pos.h;
    return { ...item, pos };
  });
  return { items: stacked, height: y };
}

interface RepeatedSection extends Section {
  readonly scoped: Scoped;
  /** Behind the keys of its row and panels; empty for the first copy. */
  readonly suffix: string;
}

function repeatRow(section: Section, valuesOf: ValuesOf): RepeatedSection[] {
  const variable = section.row?.repeatVariable;
  const values = variable === undefined ? [] : (valuesOf(variable) ?? []);
  if (variable === undefined || values.length === 0) return [{ ...section, scoped: new Map(), suffix: "" }];
  return values.map((value, at) => ({
    ...section,
    scoped: new Map([[variable, value]]),
    suffix: at === 0 ? "" : `@${value.value}`,
  }));
}

function placeSection(section: RepeatedSection, top: number, options: LayoutOptions): (PlacedPanel | PlacedRow)[] {
  const { row, panels, scoped, suffix } = section;
  if (row === undefined) return placePanels(section, top, options);
  const key = `${row.id}${suffix}`;
  const isCollapsed = options.isCollapsed?.(key, row.isCollapsed) ?? row.isCollapsed;
  const head: PlacedRow = {
    kind: "row",
    key,
    row,
    isCollapsed,
    panelCount: panels.length,
    pos: { x: 0, y: top, w: GRID_COLUMNS, h: 1 },
    scoped,
  };
  return isCollapsed ? [head] : [head, ...placePanels(section, top + 1, options)];
}

function placePanels(
  { panels, scoped, suffix }: RepeatedSection,
  top: number,
  { valuesOf }: LayoutOptions,
): PlacedPanel[] {
  const copies = placedAsWritten(panels).map(({ panel, pos }) => ({ key: `${panel.id}${suffix}`, panel, pos, scoped }));
  // Within a repeated row a panel that repeats over the row's variable has one value only.
  const repeated = repeatPanels(copies, (variable) => {
    const own = scoped.get(variable);
    return own === undefined ? valuesOf(variable) : [own];
  });
  return closeGaps(repeated).map((copy) => ({
    ...copy,
    kind: "panel",
    pos: { ...copy.pos, y: copy.pos.y + top },
  }));
}

/** A panel without a place begins the grid; where none has one they stand two by two. */
function placedAsWritten(panels: readonly Panel[]): { panel: Panel; pos: GridPos }[] {
  if (panels.some(({ gridPos }) => gridPos !== undefined)) {
    return panels.map((panel) => ({ panel, pos: panel.gridPos ?? UNPLACED }));
  }
  return panels.map((panel, at) => ({
    panel,
    pos: { ...USUAL, x: (at % 2) * USUAL.w, y: Math.floor(at / 2) * USUAL.h },
  }));
}

/** Moves every panel up as far as those above it allow, and apart where two were put on one place. */
function closeGaps(copies: readonly PlacedCopy[]): PlacedCopy[] {
  const ends = new Array<number>(GRID_COLUMNS).fill(0);
  const sorted = copies.toSorted((a, b) => a.pos.y - b.pos.y || a.pos.x - b.pos.x);
  const placed = sorted.map((copy) => {
    const { x, w, h } = copy.pos;
    const y = ends.slice(x, x + w).reduce((lowest, end) => Math.max(lowest, end), 0);
    ends.fill(y + h, x, x + w);
    return { ...copy, pos: { x, y, w, h } };
  });
  return placed.toSorted((a, b) => a.pos.y - b.pos.y || a.pos.x - b.pos.x);
}
