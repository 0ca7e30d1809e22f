import { type CSSProperties, type UIEvent, useMemo, useState } from "react";
import { letterScale } from "../../../style/letter-scale.ts";
import { dashboardMessages } from "../../messages.ts";
import { displayValue } from "../../model/field/display-value.ts";
import { reduceValues } from "../../model/field/reducer.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { type JsonObject, textsOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { alignOf } from "./align.ts";
import { filterRows, keyOf, type TableFilters } from "./filter-rows.ts";
import { sortRows, type TableSort } from "./sort-rows.ts";
import { rowColor, TableCell } from "./table-cell.tsx";
import type { TableData } from "./table-data.ts";
import { TableHead } from "./table-head.tsx";
import { type ColumnPlace, useWallFit } from "./use-wall-fit.ts";
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
  /** CSS pixels in usual letters; on a wall as its type asks. */
  readonly rowHeight?: number | "wall";
  readonly footer?: JsonObject;
}

const NO_FILTERS: TableFilters = new Map();
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
  const { theme, timeZone, chartTheme, isWall } = useDashboard();
  const [pressed, setPressed] = useState<TableSort | "none">();
  const [top, setTop] = useState(0);
  const sort = pressed === "none" ? undefined : (pressed ?? firstSort);
  const [filters, setFilters] = useState<TableFilters>(NO_FILTERS);
  const { columns } = table;
  const context = { theme, timeZone, now };
  const sorted = useMemo(() => sortRows(columns, table.rows, sort), [columns, table.rows, sort]);
  const order = filterRows(sorted, columns, filters, context);
  const rows = order.length;
  const row = Math.round(rowHeight === "wall" ? chartTheme.fontSize * 2.1 : rowHeight * letterScale());
  const first = Math.max(0, Math.min(Math.floor(top / row) - SPARE, rows - 1));
  const last = Math.min(rows, Math.ceil((top + height) / row) + SPARE);
  const fit = useWallFit({ columns, rows, height, noteHeight: row, isWall });

  return (
    <>
      <div
        ref={fit.scroller}
        className="v-data-scroll"
        style={{ height: fit.height }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={(event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop)}
      >
        <table className="v-data-table" aria-label={label} aria-rowcount={rows + 1} style={rowStyle(row)}>
          {hasHead && (
            <TableHead
              columns={columns}
              places={fit.places}
              sort={sort}
              onSort={setPressed}
              filters={isWall ? undefined : filters}
              onFilter={setFilters}
            />
          )}
          <tbody>
            {first > 0 && <tr aria-hidden style={{ height: first * row }} />}
            {order.slice(first, last).map((index, at) => (
              <tr key={index} aria-rowindex={first + at + 2} style={rowColor(columns, index, context)}>
                {columns.map((column, place) => (
                  <TableCell
                    key={keyOf(column)}
                    column={column}
                    place={fit.places[place]}
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
          <Foot columns={columns} places={fit.places} rows={rows} footer={footer} context={context} />
        </table>
      </div>
      {fit.left.rows + fit.left.columns > 0 && (
        <p className="v-data-left" style={{ height: row }}>
          {dashboardMessages.panel.notShown(fit.left)}
        </p>
      )}
    </>
  );
}

function rowStyle(row: number): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, string> = { "--v-row": `${row}px` };
  return style;
}

interface FootProps {
  readonly columns: readonly DisplayField[];
  readonly places: readonly ColumnPlace[];
  readonly rows: number;
  readonly footer: JsonObject;
  readonly context: Parameters<typeof displayValue>[2];
}

function Foot({ columns, places, rows, footer, context }: FootProps) {
  const [reducer] = textsOf(footer["reducer"]);
  if (footer["show"] !== true || reducer === undefined) return null;
  // A count of rows has no column of its own: it stands in the first.
  if (reducer === "count" && footer["countRows"] === true) {
    return (
      <tfoot>
        <tr>
          <td colSpan={columns.length}>{dashboardMessages.panel.rowCount(rows)}</td>
        </tr>
      </tfoot>
    );
  }
  const wanted = textsOf(footer["fields"]);
  const isWanted = ({ type, displayName, name }: DisplayField) =>
    type === "number" && (wanted.length === 0 || wanted.includes(displayName) || wanted.includes(name));
  return (
    <tfoot>
      <tr>
        {columns.map((column, at) => (
          <td key={keyOf(column)} data-align={alignOf(column)} data-place={places[at]}>
            {isWanted(column) && displayValue(reduceValues(reducer, Array.from(column.values)), column, context).line}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
