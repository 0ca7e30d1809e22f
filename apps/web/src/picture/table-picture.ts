import { type DisplayValue, displayValue } from "../dashboard/model/field/display-value.ts";
import type { DisplayField } from "../dashboard/model/frame/frame.ts";
import { numberOf, objectOf, textOf } from "../dashboard/model/json.ts";
import { alignOf } from "../dashboard/panel/table/align.ts";
import { sortRows } from "../dashboard/panel/table/sort-rows.ts";
import { firstSort, withoutHidden } from "../dashboard/panel/table/table-columns.ts";
import { type TableData, tableData } from "../dashboard/panel/table/table-data.ts";
import { columnWidths } from "./column-widths.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { svgBox, svgText, type TextStyle, textWidth } from "./svg-text.ts";

const LINE = 24;
const SIZE = 12;
const PADDING = 8;

/** The first rows and columns of a panel's table, in the order that its options ask for. */
export function tablePicture(picture: PanelPicture): string {
  const { options } = picture.panel;
  const filled = picture.frames.filter(({ length }) => length > 0);
  const frame = filled[Math.min(numberOf(options["frameIndex"]) ?? 0, filled.length - 1)];
  const table = tableData(frame === undefined ? [] : [withoutHidden(frame)]);
  const order = sortRows(table.columns, table.rows, firstSort(options, table.columns));
  return drawTable(table, { order, hasHead: options["showHeader"] !== false }, picture);
}

/** What a panel asked for as a table. */
export function framesPicture(picture: PanelPicture): string {
  const table = tableData(picture.frames);
  return drawTable(table, { order: sortRows(table.columns, table.rows, undefined), hasHead: true }, picture);
}

interface Rows {
  readonly order: readonly number[];
  readonly hasHead: boolean;
}

function drawTable(table: TableData, { order, hasHead }: Rows, picture: PanelPicture): string {
  const { width, height, chartTheme } = picture;
  const rows = order.slice(0, Math.max(0, Math.floor(height / LINE) - Number(hasHead)));
  const shown = table.columns.map((field) =>
    rows.map((row) => displayValue(field.values[row], field, displayContext(picture))),
  );
  const wished = table.columns.map(({ displayName }, at) =>
    Math.max(
      textWidth(hasHead ? displayName : "", { size: SIZE, weight: 600 }),
      ...(shown[at] ?? []).map(({ line }) => textWidth(line, { size: SIZE })),
    ),
  );
  const columns = columnWidths(
    wished.map((one) => one + PADDING * 2),
    width,
  );
  const top = hasHead ? LINE : 0;
  const line = svgBox({ x: 0, y: LINE - 1, width, height: 1 }, chartTheme.grid, { radius: 0 });
  const drawn = columns.map(({ x, width: wide }, at) => {
    const field = table.columns[at];
    if (field === undefined) return "";
    const place = { x, width: wide };
    const head = { color: chartTheme.label, weight: 600 };
    return (
      (hasHead ? cellText(field.displayName, { ...place, y: 0 }, { field, ...head }, picture) : "") +
      (shown[at] ?? [])
        .map((value, row) => cell(value, { ...place, y: top + row * LINE }, { field, row: rows[row] ?? 0 }, picture))
        .join("")
    );
  });
  return (hasHead ? line : "") + drawn.join("");
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface CellOf {
  readonly field: DisplayField;
  readonly row: number;
}

/** A value as its column's cell options ask: coloured, on coloured ground, or as a bar. */
function cell(shown: DisplayValue, place: Place, { field, row }: CellOf, picture: PanelPicture): string {
  const { chartTheme } = picture;
  const options = objectOf(field.settings.custom?.["cellOptions"]);
  const type = textOf(options["type"], "auto");
  const own = shown.color === undefined || shown.color === "transparent" ? undefined : shown.color;
  const color = type === "color-text" ? (own ?? chartTheme.text) : chartTheme.text;
  const text = cellText(shown.line, place, { field, color }, picture);
  const value = field.values[row];
  if (type === "gauge" && typeof value === "number") return cellBar(value, place, field, own ?? chartTheme.rest) + text;
  if (own === undefined || (type !== "color-background" && type !== "pill")) return text;
  const ground = { x: place.x, y: place.y + 1, width: place.width, height: LINE - 2 };
  return (
    svgBox(ground, own, { radius: 0, opacity: options["mode"] === "basic" || type === "pill" ? 0.48 : 0.3 }) + text
  );
}

function cellBar(value: number, { x, y, width }: Place, { settings, values }: DisplayField, color: string): string {
  const numbers = Array.from(values, Number).filter(Number.isFinite);
  const min = settings.min ?? Math.min(0, ...numbers);
  const max = settings.max ?? Math.max(0, ...numbers);
  const share = Math.min(1, Math.max(0, (value - min) / (max - min || 1)));
  return svgBox({ x, y: y + 3, width: width * share, height: LINE - 6 }, color, { opacity: 0.4 });
}

const ANCHORS = { left: "start", center: "middle", right: "end" } as const;

interface CellStyle extends Pick<TextStyle, "color" | "weight"> {
  readonly field: DisplayField;
}

function cellText(text: string, { x, y, width }: Place, { field, ...style }: CellStyle, picture: PanelPicture): string {
  const align = alignOf(field);
  const anchor = ANCHORS[align];
  const at = { left: x + PADDING, center: x + width / 2, right: x + width - PADDING }[align];
  return svgText(text, at, y + 16, { ...style, size: SIZE, anchor, width: width - PADDING * 2 }, picture.chartTheme);
}
