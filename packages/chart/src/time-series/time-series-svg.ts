import { renderToSVG } from "../svg.ts";
import { drawPicture, type Picture } from "./picture.ts";
import { type Plot, yOf } from "./plot.ts";
import type { ThresholdMark } from "./series.ts";

export interface TimeSeriesPicture extends Picture {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Draws a time chart without a browser and gives the SVG document as text. */
export function renderTimeSeriesToSVG({ width, height, ...picture }: TimeSeriesPicture): string {
  const { plot, option } = drawPicture(picture, { width, height }, undefined);
  const svg = renderToSVG(option, { width, height });
  const marks = (picture.look.thresholds ?? []).map((mark) => markElement(mark, plot)).join("");
  const begin = svg.indexOf(">") + 1;
  return `${svg.slice(0, begin)}${marks}${svg.slice(begin)}`;
}

/** Limits lie below the data. */
function markElement({ from, to, color, as }: ThresholdMark, plot: Plot): string {
  const inside = (y: number): number => Math.min(plot.top + plot.height, Math.max(plot.top, y));
  const place = `x="${plot.left}" width="${plot.width}" fill="${attribute(color)}"`;
  if (as === "area") {
    const [top, bottom] = [inside(yOf(plot, to)), inside(yOf(plot, from))];
    return bottom - top < 1 ? "" : `<rect ${place} y="${top}" height="${bottom - top}" opacity="0.1"/>`;
  }
  const y = yOf(plot, from);
  if (y < plot.top || y > plot.top + plot.height) return "";
  const dashes = as === "dashed" ? ' stroke-dasharray="4 3"' : "";
  const line = `x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y}" y2="${y}"`;
  return `<line ${line} stroke="${attribute(color)}" stroke-width="1.5"${dashes}/>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
