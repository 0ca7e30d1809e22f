import type { Size } from "../../view/use-size.ts";

interface LegendWish {
  readonly isShown: boolean;
  readonly placement: "bottom" | "right";
  readonly as: "list" | "table";
  readonly calcs: number;
  readonly lines: number;
  /** Of its names, in a line of its own. */
  readonly hasSearch?: boolean;
  readonly names: readonly string[];
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
  /** Below as well where a panel is too narrow for a legend at its right. */
  readonly placement: "bottom" | "right";
  readonly chart: Size;
  /** Height at the bottom, width at the right; 0 when there is no room for one. */
  readonly legend: number;
}

/** Sizes of type below which a chart says nothing any more; the legend gives way. */
const LEAST_HEIGHT = 5;
const LEAST_WIDTH = 12;
/** The head of a table and what it is for. */
const LEAST_TABLE = 2;

/** Divides a panel between chart and legend: as much as the legend needs, at most 38 % of the height or width. */
export function legendRoom(wish: LegendWish, size: Size): LegendRoom {
  const { placement, isShown, lines } = wish;
  if (!isShown || lines === 0) return { isTable: false, placement, chart: size, legend: 0 };
  const beside = placement === "right" ? atRight(wish, size) : undefined;
  return beside ?? atBottom(wish, size);
}

function atBottom(
  { as, calcs, lines, hasSearch = false, names, fontSize, scrolls }: LegendWish,
  size: Size,
): LegendRoom {
  // Names are pressed: as high as a finger needs them at least.
  const line = Math.round(fontSize * 2);
  const most = Math.max(1, Math.floor((size.height * 0.38) / line));
  const isTable = (as === "table" || calcs > 0) && most >= (scrolls ? LEAST_TABLE : lines + 1);
  const wanted = isTable ? lines + 1 : listLines(names, { width: size.width, fontSize });
  const legend = Math.min(wanted + Number(hasSearch), most) * line;
  const chart = { width: size.width, height: size.height - legend - 4 };
  const room = { isTable, placement: "bottom" } as const;
  return chart.height < LEAST_HEIGHT * fontSize ? { ...room, chart: size, legend: 0 } : { ...room, chart, legend };
}

/** How many lines a list of names breaks into. */
function listLines(names: readonly string[], { width, fontSize }: { width: number; fontSize: number }): number {
  let lines = 1;
  let used = 0;
  for (const name of names) {
    const wide = Math.min(width, fontSize * 2.5 + name.length * fontSize * 0.56);
    if (used + wide > width && used > 0) {
      lines += 1;
      used = 0;
    }
    used += wide;
  }
  return lines;
}

function atRight({ as, names, calcs, fontSize, width }: LegendWish, size: Size): LegendRoom | undefined {
  const longest = Math.max(0, ...names.map((name) => name.length));
  const wanted = fontSize * 2.8 + longest * fontSize * 0.56 + calcs * fontSize * 5.5;
  const most = size.width * (width !== undefined || calcs > 1 ? 0.5 : 0.38);
  const legend = Math.floor(Math.min(width ?? wanted, most));
  const chart = { width: size.width - legend - fontSize, height: size.height };
  return chart.width < LEAST_WIDTH * fontSize
    ? undefined
    : { isTable: as === "table" || calcs > 0, placement: "right", chart, legend };
}
