import { type JsonObject, numberOf, oneOf, textOf } from "../../model/json.ts";
import type { Size } from "../../view/use-size.ts";

export interface BarGaugeLook {
  readonly direction: "vertical" | "horizontal";
  readonly names: "auto" | "top" | "left" | "hidden";
  readonly mode: "gradient" | "lcd" | "basic";
  readonly hasValue: boolean;
  /** Least and most pixels of a bar across its direction, where the options say them. */
  readonly thickness: readonly [least: number, most: number] | undefined;
  /** Of bars that lie. */
  readonly columns: number;
  /** Smaller type, for more bars that lie. */
  readonly isCompact: boolean;
  /** Upright because somebody wants it, though the numbers are wider than the bars. */
  readonly isTight: boolean;
}

/** Heights of a bar that lies: under its name, beside it, and beside it in smaller type; and what stands between two: `gauge.css`. CSS pixels. */
const LEAST_WITH_NAME = 30;
const LEAST = 20;
const LEAST_COMPACT = 16;
const GAP = 4;
const COLUMN_GAP = 16;
/** A name, a bar that says something, and a number. */
const LEAST_COLUMN = 112;

/** An upright bar is so wide, and its number, name and itself are so high together. */
const LEAST_UPRIGHT_WIDTH = 28;
const LEAST_UPRIGHT_HEIGHT = 68;
/** Sizes of type that a number above it takes: at least, each character of it, and what stands between two. */
const LEAST_UPRIGHT = 5;
const CHARACTER = 0.62;
const BETWEEN = 0.6;
const DESK_FONT = 12;

interface BarGaugeRoom extends Size {
  readonly count: number;
  /** Of the longest number. */
  readonly letters?: number;
  /** Of numbers and names on a wall, where nobody scrolls, in CSS pixels. */
  readonly wallFont?: number | undefined;
}

/** How so many bars lie in a panel of a size: upright where that is asked for and has room, else lying, smaller and in columns as they need it. */
export function barGaugeLook(options: JsonObject, room: BarGaugeRoom): BarGaugeLook {
  const { width, height, wallFont } = room;
  const scale = (wallFont ?? DESK_FONT) / DESK_FONT;
  const hasRoom = width / room.count > uprightWidth(options, room) * scale;
  const isUpright = standsUpright(textOf(options["orientation"], "auto"), room, { scale, hasRoom });
  const placement = oneOf(options["namePlacement"], ["auto", "top", "left", "hidden"], "auto");
  const isNarrow = width < 260 * scale && rowsIn(height, LEAST_WITH_NAME * scale) >= room.count;
  const names = placement === "auto" && isNarrow ? "top" : placement;
  const thickness = options["sizing"] === "manual" ? thicknessOf(options, isUpright) : undefined;
  const lying = lyingIn(room, { least: names === "top" ? LEAST_WITH_NAME : LEAST, thickness, scale });
  return {
    direction: isUpright ? "vertical" : "horizontal",
    names,
    mode: oneOf(options["displayMode"], ["gradient", "lcd", "basic"], "gradient"),
    hasValue: options["valueMode"] !== "hidden",
    thickness,
    isTight: isUpright && !hasRoom,
    ...(isUpright ? { columns: 1, isCompact: false } : { ...lying, isCompact: lying.isCompact && names !== "top" }),
  };
}

/** CSS pixels at a desk that a number takes above its bar. */
function uprightWidth({ valueMode }: JsonObject, { letters = 0 }: BarGaugeRoom): number {
  const shown = valueMode === "hidden" ? 0 : letters;
  return DESK_FONT * Math.max(LEAST_UPRIGHT, shown * CHARACTER + BETWEEN);
}

interface Upright {
  readonly scale: number;
  readonly hasRoom: boolean;
}

function standsUpright(
  asked: string,
  { width, height, count, wallFont }: BarGaugeRoom,
  { scale, hasRoom }: Upright,
): boolean {
  if (asked === "horizontal" || height < LEAST_UPRIGHT_HEIGHT * scale) return false;
  if (asked === "vertical") return hasRoom || (wallFont === undefined && width / count >= LEAST_UPRIGHT_WIDTH + GAP);
  return width > height * 1.2 && hasRoom;
}

function rowsIn(height: number, least: number): number {
  return Math.max(1, Math.floor((height + GAP) / (least + GAP)));
}

interface Lying {
  /** Pixels of a row at a desk. */
  readonly least: number;
  readonly thickness: BarGaugeLook["thickness"];
  readonly scale: number;
}

/** One column while that holds all, at a desk also in smaller type; else as many as are needed and have room. */
function lyingIn({ width, height, count, wallFont }: BarGaugeRoom, { least, thickness, scale }: Lying) {
  const asked = thickness?.[0] ?? least;
  const isCompact = wallFont === undefined && (asked < LEAST || rowsIn(height, asked) < count);
  const compact = Math.min(asked, least === LEAST ? LEAST_COMPACT : least);
  const rows = rowsIn(height, isCompact ? compact : asked * scale);
  const most = Math.max(1, Math.floor((width + COLUMN_GAP) / (LEAST_COLUMN * scale + COLUMN_GAP)));
  return { columns: Math.min(most, Math.ceil(count / rows)), isCompact };
}

/** The defaults are those of the panel that these options come from. */
function thicknessOf(options: JsonObject, isUpright: boolean): readonly [number, number] {
  if (isUpright) return [numberOf(options["minVizWidth"]) ?? 8, Number.POSITIVE_INFINITY];
  const least = numberOf(options["minVizHeight"]) ?? 16;
  return [least, Math.max(least, numberOf(options["maxVizHeight"]) ?? 300)];
}
