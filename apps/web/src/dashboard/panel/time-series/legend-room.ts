import type { Size } from "../../view/use-size.ts";

interface LegendWish {
  readonly isShown: boolean;
  readonly placement: "bottom" | "right";
  readonly as: "list" | "table";
  readonly calcs: number;
  readonly lines: number;
  /** Of its names, in a field above them. */
  readonly hasSearch?: boolean;
  readonly names: readonly string[];
  /** Letters of the longest of its numbers, as far as that is known. */
  readonly digits?: number;
  /** CSS pixels. */
  readonly fontSize: number;
  /** A wall is not scrolled: what has no room there is not seen. */
  readonly scrolls: boolean;
  /** Of a legend at the right, CSS pixels; as its text needs unless given. */
  readonly width?: number | undefined;
}

interface LegendRoom {
  /** A list as well where a table has no room. */
  readonly isTable: boolean;
  /** How many of its numbers a table has room for: where nobody scrolls, names come first. */
  readonly calcs: number;
  /** Below as well where a panel is too narrow for a legend at its right. */
  readonly placement: "bottom" | "right";
  readonly chart: Size;
  /** Height at the bottom, width at the right; 0 when there is no room for one. */
  readonly legend: number;
}

/** Sizes of type below which a chart says nothing any more; the legend gives way. */
const LEAST_CHART = { width: 12, height: 5 };
/** On a wall the type of axes is smaller than that of the legend. */
const LEAST_WALL_CHART = { width: 10.5, height: 4.4 };
/** The head of a table and what it is for. */
const LEAST_TABLE = 2;
/** Heights of a line: names are pressed, and as high as a finger needs them; on a wall, see `dashboard.css`. */
const LINE = 2;
const WALL_LINE = 1.53;
/** Height of a field above the names, with what stands below it. */
const SEARCH = 34 / 12;
/** Widths: of a letter, of a number, of one of few digits, of what stands before a name and a number, and the letters that names keep beside numbers. */
const LETTER = 0.56;
const NUMBER = 5.5;
const SHORT_NUMBER = 4;
const BEFORE_NAME = 2.8;
const BEFORE_NUMBER = 1.2;
const LEAST_NAME = 6;

/** Type of a legend beside that of axes: 1.25 and 1.1 units of a wall, elsewhere 12 and 11, in CSS pixels. */
export function legendFontSize(isWall: boolean, axisFontSize: number): number {
  return isWall ? (axisFontSize * 1.25) / 1.1 : (axisFontSize * 12) / 11;
}

/** Divides a panel between chart and legend: as much as the legend needs, at most 38 % of the height or width. */
export function legendRoom(wish: LegendWish, size: Size): LegendRoom {
  const { placement, isShown, lines } = wish;
  if (!isShown || lines === 0) return { isTable: false, calcs: 0, placement, chart: size, legend: 0 };
  const beside = placement === "right" ? atRight(wish, size) : undefined;
  if (beside !== undefined && hasRoomForNames(wish, beside.legend)) return beside;
  const below = atBottom(wish, size);
  return beside !== undefined && !below.isTable ? beside : below;
}

/** Numbers alone say nothing: a table whose columns leave no room to its names is better off below. */
function hasRoomForNames(wish: LegendWish, legend: number): boolean {
  const { names, calcs, digits = 0, fontSize, width, scrolls } = wish;
  // A wall leaves columns out instead.
  if (!scrolls || width !== undefined || calcs < 1) return true;
  const number = Math.max(SHORT_NUMBER, BEFORE_NUMBER + digits * LETTER);
  const room = legend / fontSize - BEFORE_NAME - calcs * number;
  return room >= Math.min(longest(names), LEAST_NAME) * LETTER;
}

function atBottom(wish: LegendWish, size: Size): LegendRoom {
  const { lines, hasSearch = false, names, fontSize, scrolls } = wish;
  const line = Math.ceil(fontSize * (scrolls ? LINE : WALL_LINE));
  const share = size.height * 0.38;
  const search = hasSearch && share >= fontSize * SEARCH + line ? fontSize * SEARCH : 0;
  const most = Math.max(1, Math.floor((share - search) / line));
  const calcs = fittingCalcs(wish, size.width);
  const isTable = isTableWished(wish, calcs) && most >= (scrolls ? LEAST_TABLE : lines + 1);
  const wanted = isTable ? lines + 1 : listLines(names, { width: size.width, fontSize });
  const legend = search + Math.min(wanted, most) * line;
  const chart = { width: size.width, height: size.height - legend - 4 };
  const room = { isTable, calcs, placement: "bottom" } as const;
  return chart.height < leastChart(wish).height ? { ...room, chart: size, legend: 0 } : { ...room, chart, legend };
}

/** How many lines a list of names breaks into. */
function listLines(names: readonly string[], { width, fontSize }: { width: number; fontSize: number }): number {
  let lines = 1;
  let used = 0;
  for (const name of names) {
    const wide = Math.min(width, fontSize * 2.5 + name.length * fontSize * LETTER);
    if (used + wide > width && used > 0) {
      lines += 1;
      used = 0;
    }
    used += wide;
  }
  return lines;
}

function atRight(wish: LegendWish, size: Size): LegendRoom | undefined {
  const { names, calcs, fontSize, width } = wish;
  const wanted = fontSize * (BEFORE_NAME + longest(names) * LETTER + calcs * NUMBER);
  const most = size.width * (width !== undefined || calcs > 1 ? 0.5 : 0.38);
  const legend = Math.floor(Math.min(width ?? wanted, most));
  const chart = { width: size.width - legend - fontSize, height: size.height };
  return chart.width < leastChart(wish).width
    ? undefined
    : { ...tableAtRight(wish, legend), placement: "right", chart, legend };
}

/** In CSS pixels. */
function leastChart({ scrolls, fontSize }: LegendWish): Size {
  const { width, height } = scrolls ? LEAST_CHART : LEAST_WALL_CHART;
  return { width: width * fontSize, height: height * fontSize };
}

function tableAtRight(wish: LegendWish, width: number): Pick<LegendRoom, "isTable" | "calcs"> {
  const calcs = fittingCalcs(wish, width);
  return { isTable: isTableWished(wish, calcs), calcs };
}

/** A table of which nothing but names is left is a list. */
function isTableWished({ as, calcs: asked }: LegendWish, calcs: number): boolean {
  return asked === 0 ? as === "table" : calcs > 0;
}

function fittingCalcs({ names, calcs, fontSize, scrolls }: LegendWish, width: number): number {
  if (scrolls) return calcs;
  const name = fontSize * (BEFORE_NAME + Math.min(longest(names), LEAST_NAME) * LETTER);
  return Math.max(0, Math.min(calcs, Math.floor((width - name) / (fontSize * NUMBER))));
}

function longest(names: readonly string[]): number {
  return names.reduce((most, { length }) => Math.max(most, length), 0);
}
