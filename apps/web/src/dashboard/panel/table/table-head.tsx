import type { CSSProperties } from "react";
import { rem } from "../../../style/letter-scale.ts";
import { dashboardMessages } from "../../messages.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { numberOf } from "../../model/json.ts";
import { alignOf } from "./align.ts";
import { isFilterable, keyOf, type TableFilters } from "./filter-rows.ts";
import type { TableSort } from "./sort-rows.ts";
import { columnTitle } from "./table-columns.ts";
import "../../../control/field.css";
import type { ColumnPlace } from "./use-wall-fit.ts";

interface TableHeadProps {
  readonly columns: readonly DisplayField[];
  readonly places: readonly ColumnPlace[];
  readonly sort: TableSort | undefined;
  readonly onSort: (sort: TableSort | "none") => void;
  /** Absent where nobody types: on a wall. */
  readonly filters: TableFilters | undefined;
  readonly onFilter: (filters: TableFilters) => void;
}

/** The names of the columns, which sort, and fields that search those that may be searched. */
export function TableHead({ columns, places, sort, onSort, filters, onFilter }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column, at) => (
          <Head key={keyOf(column)} column={column} place={places[at]} at={at} sort={sort} onSort={onSort} />
        ))}
      </tr>
      {filters !== undefined && columns.some(isFilterable) && (
        <tr className="v-data-filters">
          {columns.map((column) => (
            <td key={keyOf(column)}>
              {isFilterable(column) && (
                <input
                  type="search"
                  className="v-input"
                  aria-label={dashboardMessages.panel.filter(columnTitle(column))}
                  value={filters.get(keyOf(column)) ?? ""}
                  onChange={(event) => onFilter(new Map(filters).set(keyOf(column), event.target.value))}
                />
              )}
            </td>
          ))}
        </tr>
      )}
    </thead>
  );
}

interface HeadProps extends Pick<TableHeadProps, "sort" | "onSort"> {
  readonly column: DisplayField;
  readonly place: ColumnPlace;
  readonly at: number;
}

function Head({ column, place, at, sort, onSort }: HeadProps) {
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
      data-place={place}
      style={widthOf(column)}
    >
      <button type="button" onClick={next}>
        {columnTitle(column)}
      </button>
    </th>
  );
}

/** What `table.css` gives the column: less on a phone, where one would hide all others. */
function widthOf({ settings }: DisplayField): CSSProperties {
  const width = numberOf(settings.custom?.["width"]);
  const least = numberOf(settings.custom?.["minWidth"]);
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...(width === undefined ? {} : { "--v-width": rem(width) }),
    ...(least === undefined ? {} : { "--v-least": rem(least) }),
  };
  return style;
}
