import { renderToSVG } from "../svg.ts";
import type { ChartTheme } from "../theme.ts";
import { inOrder } from "./in-order.ts";
import { drawPicture, type Picture } from "./picture.ts";
import { type Plot, yOf } from "./plot.ts";
import { type PlacedPoint, placePoints } from "./point-marks.ts";
import type { ThresholdMark } from "./series.ts";
import { type PlacedMark, placeTimeMarks } from "./time-marks.ts";

export interface TimeSeriesPicture extends Picture {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Draws a time chart without a browser and gives the SVG document as text. */
export function renderTimeSeriesToSVG({ width, height, ...picture }: TimeSeriesPicture): string {
  const series = inOrder(picture.series);
  const { plot, option } = drawPicture({ ...picture, series }, { width, height }, undefined);
  const svg = renderToSVG(option, { width, height });
  const limits = (picture.look.thresholds ?? []).map((mark) => limitElement(mark, plot));
  const moments = placeTimeMarks(picture.look.marks ?? [], plot).map((mark) => momentElement(mark, plot));
  const marks = [...limits, ...moments].join("");
  const points = placePoints(picture.look.points ?? [], plot).map((point) => pointElement(point, picture.theme));
  const [begin, end] = [svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")];
  return `${svg.slice(0, begin)}${marks}${svg.slice(begin, end)}${points.join("")}${svg.slice(end)}`;
}

/** Limits lie below the data. */
function limitElement({ from, to, color, as }: ThresholdMark, plot: Plot): string {
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

function momentElement({ left, width, color }: PlacedMark, { top, height }: Plot): string {
  const ink = attribute(color);
  const foot = top + height;
  const line = (x: number) =>
    `<line x1="${x}" x2="${x}" y1="${top}" y2="${foot}" stroke="${ink}" stroke-dasharray="4 3"/>`;
  const tint = `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${ink}" opacity="0.12"/>`;
  const triangle = `<path d="M${left - 4} ${foot}h8l-4 -6z" fill="${ink}"/>`;
  return `${width === 0 ? "" : tint + line(left + width)}${line(left)}${triangle}`;
}

/** Single observations lie above the data. */
function pointElement({ x, y, color }: PlacedPoint, { background }: ChartTheme): string {
  return `<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z" fill="${attribute(color)}" stroke="${attribute(background)}"/>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
