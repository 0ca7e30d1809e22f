import { type CSSProperties, type UIEvent, useMemo, useState } from "react";
import { displayValue } from "../../model/field/display-value.ts";
import { reduceValues } from "../../model/field/reducer.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { type JsonObject, numberOf, textsOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { alignOf } from "./align.ts";
import { sortRows, type TableSort } from "./sort-rows.ts";
import { TableCell } from "./table-cell.tsx";
import type { TableData } from "./table-data.ts";
import "./table.css";

interface DataTableProps {
  readonly label: string;
  readonly table: TableData;
  /** CSS pixels; the table scrolls within. */
  readonly height: number;
  /** Milliseconds since 1970: what ages are counted from. */
  readonly now: number;
  readonly scope: Scope;
  readonly firstSort?: TableSort | undefined;
  readonly hasHead?: boolean;
  /** CSS pixels; on a wall as its type asks. */
  readonly rowHeight?: number | "wall";
  readonly footer?: JsonObject;
}

/** Rows above and below what is seen that stand ready. */
const SPARE = 12;

/** A table of any length: only the rows in sight are in the document. */
export function DataTable({
  label,
  table,
  height,
  now,
  scope,
  firstSort,
  hasHead = true,
  rowHeight = 30,
  footer = {},
}: DataTableProps) {
  const { theme, timeZone, chartTheme } = useDashboard();
  const [pressed, setPressed] = useState<TableSort | "none">();
  const [top, setTop] = useState(0);
  const sort = pressed === "none" ? undefined : (pressed ?? firstSort);
  const { columns, rows } = table;
  const order = useMemo(() => sortRows(columns, rows, sort), [columns, rows, sort]);
  const row = rowHeight === "wall" ? Math.round(chartTheme.fontSize * 2.1) : rowHeight;
  const first = Math.max(0, Math.min(Math.floor(top / row) - SPARE, rows - 1));
  const last = Math.min(rows, Math.ceil((top + height) / row) + SPARE);
  const context = { theme, timeZone, now };

  return (
    <div
      className="v-data-scroll"
      style={{ height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={(event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop)}
    >
      <table className="v-data-table" aria-label={label} aria-rowcount={rows + 1} style={rowStyle(row)}>
        {hasHead && (
          <thead>
            <tr>
              {columns.map((column, at) => (
                <Head
                  key={`${column.name} ${column.displayName}`}
                  column={column}
                  at={at}
                  sort={sort}
                  onSort={setPressed}
                />
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first * row }} />}
          {order.slice(first, last).map((index, at) => (
            <tr key={index} aria-rowindex={first + at + 2}>
              {columns.map((column) => (
                <TableCell
                  key={`${column.name} ${column.displayName}`}
                  column={column}
                  row={index}
                  columns={columns}
                  context={context}
                  scope={scope}
                />
              ))}
            </tr>
          ))}
          {last < rows && <tr aria-hidden style={{ height: (rows - last) * row }} />}
        </tbody>
        <Foot columns={columns} footer={footer} context={context} />
      </table>
    </div>
  );
}

function rowStyle(row: number): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, string> = { "--v-row": `${row}px` };
  return style;
}

interface HeadProps {
  readonly column: DisplayField;
  readonly at: number;
  readonly sort: TableSort | undefined;
  readonly onSort: (sort: TableSort | "none") => void;
}

function Head({ column, at, sort, onSort }: HeadProps) {
  const isSorted = sort?.column === at;
  const next = () =>
    onSort(
      !isSorted
        ? { column: at, isDown: column.type === "number" }
        : sort.isDown === (column.type === "number")
          ? { column: at, isDown: !sort.isDown }
          : "none",
    );
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDown ? "descending" : "ascending") : "none"}
      data-align={alignOf(column)}
      style={widthOf(column)}
    >
      <button type="button" onClick={next}>
        {column.displayName}
      </button>
    </th>
  );
}

function widthOf({ settings }: DisplayField): CSSProperties {
  const width = numberOf(settings.custom?.["width"]);
  const least = numberOf(settings.custom?.["minWidth"]);
  return { ...(width === undefined ? {} : { width }), ...(least === undefined ? {} : { minWidth: least }) };
}

interface FootProps {
  readonly columns: readonly DisplayField[];
  readonly footer: JsonObject;
  readonly context: Parameters<typeof displayValue>[2];
}

function Foot({ columns, footer, context }: FootProps) {
  const [reducer] = textsOf(footer["reducer"]);
  if (footer["show"] !== true || reducer === undefined) return null;
  const wanted = textsOf(footer["fields"]);
  const isWanted = ({ type, displayName, name }: DisplayField) =>
    type === "number" && (wanted.length === 0 || wanted.includes(displayName) || wanted.includes(name));
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={`${column.name} ${column.displayName}`} data-align={alignOf(column)}>
            {isWanted(column) && displayValue(reduceValues(reducer, Array.from(column.values)), column, context).line}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
