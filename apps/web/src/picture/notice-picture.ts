import { dashboardMessages } from "../dashboard/messages.ts";
import { cssColor } from "../dashboard/model/field/color-name.ts";
import type { PanelPicture, PictureLook } from "./picture-context.ts";
import { svgText, textWidth, wrapped } from "./svg-text.ts";

const SIZE = 13;
const LINE = 18;

/** A sentence in the middle of the panel. */
export function noticePicture(text: string, { width, height, chartTheme }: PanelPicture): string {
  const style = { size: SIZE, color: chartTheme.label, anchor: "middle" as const, width };
  const lines = wrapped(text, style).slice(0, Math.max(1, Math.floor(height / LINE)));
  const top = height / 2 - ((lines.length - 1) * LINE) / 2 + SIZE * 0.35;
  return lines.map((line, at) => svgText(line, width / 2, top + at * LINE, style, chartTheme)).join("");
}

const FOOT = { size: 11, height: 18, leastHeight: 70 };

interface Foot {
  readonly svg: string;
  readonly height: number;
}

/**
 * A line below the panel with its first notice and how many there are: an image has nothing to point at. `undefined`
 * where there is no notice, or no room.
 */
export function noticesFoot(
  [first, ...others]: readonly string[],
  { width, height, theme, chartTheme }: Pick<PanelPicture, "width" | "height"> & PictureLook,
): Foot | undefined {
  if (first === undefined || height < FOOT.leastHeight) return undefined;
  const color = cssColor("orange", theme);
  const style = { size: FOOT.size, color: chartTheme.label };
  const more = others.length === 0 ? "" : `+ ${dashboardMessages.notices.more(others.length)}`;
  const room = more === "" ? 0 : textWidth(more, style) + 8;
  const sign = `<path d="M0 14L5.5 4.5L11 14Z" fill="none" stroke="${color}" stroke-width="1.4"/>`;
  const text = svgText(first, 17, 14, { ...style, width: width - 17 - room }, chartTheme);
  const end = more === "" ? "" : svgText(more, width, 14, { ...style, anchor: "end" }, chartTheme);
  return { svg: `<g>${sign}${text}${end}</g>`, height: FOOT.height };
}
