import { type ChartTheme, isTiny, type TimeTick, timeTicks, widestText } from "@vedette/chart/core";
import { keptLanguage } from "../../../messages/language.ts";
import type { Span } from "../../model/time/time-range.ts";
import type { StateRow, StateSpan } from "./state-rows.ts";

/** Where the parts of a picture of states lie, in CSS pixels. */
export interface StateLayout {
  readonly left: number;
  /** Where names end, a gap away from their bars. */
  readonly nameEnd: number;
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly barHeight: number;
  readonly ticks: readonly (TimeTick & { readonly x: number })[];
  readonly xOf: (time: number) => number;
}

interface LayoutOptions {
  readonly span: Span;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: ChartTheme;
  readonly timeZone: string;
  /** Share of its row that a bar takes, 0 to 1. */
  readonly share: number;
  /** How much larger than usual the letters of the page are. */
  readonly scale?: number;
}

/** Rows lower than this in CSS pixels, or than their type, cannot be read: the picture becomes higher than its panel instead. */
const LEAST_ROW = 18;
const LEAST_ROW_OF_TYPE = 1.1;
/** In sizes of type: how wide a character is, and what lies between a name and its bars. */
const CHARACTER = 0.58;
const GAP = 0.73;
/** Between the labels of two times. */
const BETWEEN = 0.6;
/** Beside the text in a bar. */
export const BESIDE_TEXT = 0.36;
/** Bars narrower than this touch: gaps of a pixel between them would flicker and darken the picture. */
const LEAST_WITH_GAP = 6;

interface PlacedTick extends TimeTick {
  readonly x: number;
}

/** Names at the left, time below, and as much height for each row as there is. */
export function layoutStates(rows: readonly StateRow[], options: LayoutOptions): StateLayout {
  const { span, size, theme, timeZone, share, scale = 1 } = options;
  const longest = widestText(
    rows.map(({ name }) => name),
    theme.font,
    theme.fontSize,
  );
  const gap = theme.fontSize * GAP;
  const left = Math.min(size.width * 0.35, longest + gap * 1.5);
  const width = Math.max(10, size.width - left - 4);
  const axis = isTiny(size, theme) ? 0 : Math.ceil(theme.fontSize * 1.8);
  const rowHeight = Math.max(
    LEAST_ROW * scale,
    LEAST_ROW_OF_TYPE * theme.fontSize,
    (size.height - axis) / Math.max(1, rows.length),
  );
  const xOf = (time: number) => left + ((time - span.from) / (span.to - span.from || 1)) * width;
  const count = Math.max(2, Math.floor(width / (theme.fontSize * 7.5)));
  const isInside = ({ x, label }: PlacedTick) => {
    const half = (label.length * theme.fontSize * CHARACTER) / 2;
    return x > left + theme.fontSize && x + half <= size.width;
  };
  // Of labels that would touch, every other stays.
  const hasRoom = ({ x, label }: PlacedTick, at: number, all: readonly PlacedTick[]) =>
    at % 2 === 0 || x - (all[at - 1]?.x ?? x) > (label.length * CHARACTER + BETWEEN) * theme.fontSize;
  const ticks = (axis === 0 ? [] : timeTicks({ ...span, count, timeZone, locale: keptLanguage() })).map((tick) => ({
    ...tick,
    x: xOf(tick.value),
  }));
  return {
    left,
    nameEnd: left - gap,
    width,
    height: rowHeight * rows.length + axis,
    rowHeight,
    barHeight: Math.max(8, rowHeight * Math.min(1, Math.max(0.2, share))),
    ticks: ticks.filter(isInside).filter(hasRoom),
    xOf,
  };
}

export interface PlacedSpan {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly span: StateSpan;
  /** Its text has room inside. */
  readonly hasRoom: boolean;
}

/** The bars of one row. */
export function placeSpans(
  { spans }: StateRow,
  row: number,
  { xOf, rowHeight, barHeight }: StateLayout,
  { gap, fontSize }: { readonly gap: number; readonly fontSize: number },
): readonly PlacedSpan[] {
  const y = row * rowHeight + (rowHeight - barHeight) / 2;
  return spans.map((span) => {
    const x = xOf(span.from);
    const whole = xOf(span.to) - x;
    const width = whole < LEAST_WITH_GAP ? Math.max(1, whole) : whole - gap;
    return {
      x,
      y,
      width,
      span,
      hasRoom: barHeight >= fontSize + 2 && (span.text.length * 0.62 + 1.5 * BESIDE_TEXT) * fontSize <= width,
    };
  });
}

/** Black or white, whichever is read better on a colour; white on what is no `#rrggbb`. */
export function textOn(color: string): string {
  return lightOf(channelsOf(color)) > 0.18 ? DARK_TEXT : "#ffffff";
}

/** The colour under a text that is read from afar: as near to the one meant as 7:1 allows; what is no `#rrggbb` stays. */
export function wallFill(color: string): string {
  const channels = channelsOf(color);
  if (channels.length === 0) return color;
  const text = textOn(color);
  const textLight = lightOf(channelsOf(text));
  const goal = text === DARK_TEXT ? 255 : 0;
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = channels.map((channel) => Math.round(channel + (goal - channel) * share));
    const [light, dark] = [lightOf(mixed), textLight].toSorted((a, b) => b - a);
    if (((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05) >= 7) return hexOf(mixed);
  }
  return color;
}

const DARK_TEXT = "#03070b";

function channelsOf(color: string): readonly number[] {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color) ?? [];
  return found.slice(1).map((channel) => Number.parseInt(channel, 16));
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance (WCAG 2.2); 0 of what is no colour. */
function lightOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
