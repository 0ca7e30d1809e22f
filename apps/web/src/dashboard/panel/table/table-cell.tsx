import type { CSSProperties } from "react";
import type { DataLink } from "../../model/dashboard-document.ts";
import { type DisplayContext, type DisplayValue, displayValue } from "../../model/field/display-value.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { isTrend } from "../../model/frame/trend.ts";
import { objectOf, oneOf, textOf } from "../../model/json.ts";
import { dateTimeText, isDate, zoneText } from "../../model/time/time-text.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { dataLinks } from "../data-link.ts";
import { alignOf } from "./align.ts";
import { TrendCell } from "./trend-cell.tsx";
import type { ColumnPlace } from "./use-wall-fit.ts";

interface TableCellProps {
  readonly column: DisplayField;
  readonly place: ColumnPlace;
  readonly row: number;
  readonly columns: readonly DisplayField[];
  readonly context: DisplayContext;
  readonly scope: Scope;
}

const CELL_TYPES = ["auto", "color-text", "color-background", "gauge", "json-view", "data-links", "pill"] as const;

export function TableCell({ column, place, row, columns, context, scope }: TableCellProps) {
  const value = column.values[row];
  const shown = displayValue(value, column, context);
  const options = objectOf(column.settings.custom?.["cellOptions"]);
  const type = oneOf(options["type"], CELL_TYPES, "auto");
  const [link] = dataLinks(column.settings.links ?? [], { column, row, columns, shown, scope });
  const text = type === "json-view" ? jsonText(value) : shown.line;
  return (
    <td
      data-align={alignOf(column)}
      data-place={place}
      data-cell={type}
      data-wrap={options["wrapText"] === true || undefined}
      style={styleOf(type, textOf(options["mode"]), shown)}
      title={column.type === "time" && typeof value === "number" && isDate(value) ? momentOf(value, context) : text}
    >
      {isTrend(value) ? (
        <TrendCell trend={value} column={column} shown={shown} isBare={options["hideValue"] === true} />
      ) : type === "gauge" && typeof value === "number" ? (
        <CellBar value={value} column={column} shown={shown} />
      ) : (
        <CellText text={text} link={link} isTitled={type === "data-links"} />
      )}
    </td>
  );
}

/** Whole, and with the zone that a clock alone does not tell. */
function momentOf(time: number, { timeZone }: DisplayContext): string {
  return `${dateTimeText(time, timeZone)} ${zoneText(time, timeZone)}`;
}

interface CellTextProps {
  readonly text: string;
  readonly link: DataLink | undefined;
  /** The link's title stands there, not the value. */
  readonly isTitled: boolean;
}

function CellText({ text, link, isTitled }: CellTextProps) {
  if (link === undefined) return text;
  return (
    <a href={link.url} target={link.opensNewTab ? "_blank" : undefined} rel="noopener">
      {isTitled ? link.title : text}
    </a>
  );
}

/** The colour that a cell lends to its whole row. */
export function rowColor(columns: readonly DisplayField[], row: number, context: DisplayContext): CSSProperties {
  const column = columns.find(({ settings }) => {
    const { type, applyToRow } = objectOf(settings.custom?.["cellOptions"]);
    return applyToRow === true && type === "color-background";
  });
  if (column === undefined) return {};
  const mode = textOf(objectOf(column.settings.custom?.["cellOptions"])["mode"]);
  return styleOf("color-background", mode, displayValue(column.values[row], column, context));
}

function styleOf(
  type: (typeof CELL_TYPES)[number],
  mode: string,
  { color }: DisplayValue,
): CSSProperties & Record<`--${string}`, string> {
  if (color === undefined || color === "transparent") return {};
  if (type === "color-text") return { "--v-value": color };
  if (type !== "color-background" && type !== "pill") return {};
  const share = mode === "basic" || type === "pill" ? 48 : 30;
  return { background: `color-mix(in oklab, ${color} ${share}%, transparent)`, color: "var(--v-text-1)" };
}

interface CellBarProps {
  readonly value: number;
  readonly column: DisplayField;
  readonly shown: DisplayValue;
}

/** The value as a bar between the limits of its column. */
function CellBar({ value, column: { settings, values }, shown }: CellBarProps) {
  const numbers = Array.from(values).filter((one) => typeof one === "number" && Number.isFinite(one)) as number[]; // just tested
  const min = settings.min ?? Math.min(0, ...numbers);
  const max = settings.max ?? Math.max(0, ...numbers);
  const share = Math.min(1, Math.max(0, (value - min) / (max - min || 1)));
  return (
    <span className="v-cell-bar">
      <span className="v-cell-bar-track" aria-hidden>
        <span style={{ width: `${(share * 100).toFixed(1)}%`, background: shown.color ?? "var(--v-series-1)" }} />
      </span>
      {shown.line}
    </span>
  );
}

function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
