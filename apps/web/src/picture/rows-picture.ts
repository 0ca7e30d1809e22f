import { displayValue } from "../dashboard/model/field/display-value.ts";
import { rangeOf, reducedValues } from "../dashboard/panel/single-value/reduced-values.ts";
import type { PanelPicture } from "./picture-context.ts";
import { svgText } from "./svg-text.ts";

const LINE = 24;

/** One value per line, as a bar with its name and number. */
export function barsPicture({ panel, frames, width, height, theme, chartTheme, timeZone, span }: PanelPicture): string {
  const all = reducedValues(frames, panel.options);
  const names = Math.min(width * 0.4, 24 + Math.max(0, ...all.map(({ name }) => name.length)) * 7);
  const most = width - names - 90;
  return all
    .slice(0, Math.max(1, Math.floor(height / LINE)))
    .map((value, at) => {
      const shown = displayValue(value.value, value.field, { theme, timeZone, now: span.to });
      const { min, max } = rangeOf(value.field, all);
      const number = typeof value.value === "number" ? value.value : min;
      const share = Math.min(1, Math.max(0, (number - min) / (max - min)));
      const color = shown.color ?? chartTheme.series[at % chartTheme.series.length] ?? chartTheme.rest;
      const [y, style] = [at * LINE, { size: 12, color: chartTheme.label }];
      const track = `<rect x="${names}" y="${y + 4}" width="${most}" height="14" rx="3" fill="${chartTheme.grid}"/>`;
      const bar = `<rect x="${names}" y="${y + 4}" width="${most * share}" height="14" rx="3" fill="${color}"/>`;
      const name = svgText(value.name, 0, y + 15, { ...style, width: names - 8 }, chartTheme);
      const text = svgText(shown.line, width, y + 15, { ...style, color: chartTheme.text, anchor: "end" }, chartTheme);
      return track + bar + name + text;
    })
    .join("");
}

/** The first rows and columns of a table. */
export function tablePicture({ frames, width, height, theme, chartTheme, timeZone, span }: PanelPicture): string {
  const [frame] = frames;
  if (frame === undefined) return "";
  const fields = frame.fields.slice(0, Math.max(1, Math.floor(width / 90)));
  const wide = width / fields.length;
  const rows = Math.min(frame.length, Math.max(0, Math.floor(height / LINE) - 1));
  const column = (at: number): { x: number; width: number } => ({ x: at * wide, width: wide - 10 });
  const head = fields.map(({ displayName }, at) =>
    svgText(
      displayName,
      column(at).x,
      15,
      { size: 12, color: chartTheme.label, weight: 600, width: column(at).width },
      chartTheme,
    ),
  );
  const cells = fields.flatMap((field, at) =>
    Array.from({ length: rows }, (_, row) => {
      const shown = displayValue(field.values[row], field, { theme, timeZone, now: span.to });
      const y = (row + 1) * LINE + 15;
      return svgText(
        shown.line,
        column(at).x,
        y,
        { size: 12, color: chartTheme.text, width: column(at).width },
        chartTheme,
      );
    }),
  );
  return [...head, ...cells].join("");
}
