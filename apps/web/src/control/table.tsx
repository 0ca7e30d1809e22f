import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { type ReactNode, use } from "react";
import type { ListChanges } from "../frame/list-address.ts";
import { ListLink } from "../frame/list-link.tsx";
import { messages } from "../messages/en.ts";
import { StillWorking } from "./still-working.tsx";
import { TableHeadContext } from "./table-head-context.ts";
import { useIsPhone } from "./use-media.ts";
import "./table.css";

interface TableProps {
  /** The accessible name: what the rows are. */
  readonly label: string;
  /** `<th>`s. */
  readonly head: ReactNode;
  /** `<tr>`s. */
  readonly children: ReactNode;
  /** Rows of an older answer, shown while a newer one is on its way. */
  readonly isStale?: boolean;
  /** Its rows are `TableRow`s, which show what a phone leaves out in a sheet. */
  readonly hasSheets?: boolean;
}

/** Rows and columns; scrolls inside itself where it is too wide, and is then reachable by keyboard. */
export function Table({ label, head, children, isStale = false, hasSheets = false }: TableProps) {
  const isPhone = useIsPhone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="v-table-scroll" aria-label={label} tabIndex={0}>
      <TableHeadContext value={head}>
        <table className="v-table" aria-busy={isStale} data-stale={isStale || undefined}>
          <thead>
            <tr>
              {head}
              {hasSheets && isPhone && (
                <th scope="col">
                  <span className="v-hidden">{messages.list.details}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </TableHeadContext>
    </section>
  );
}

/** The head of a column that narrow screens leave out. */
export function WideHead({ children }: { readonly children: ReactNode }) {
  return (
    <th scope="col" className="v-cell-wide">
      {children}
    </th>
  );
}

/** The head of the column of buttons; their names say enough to those who see them. */
export function ActionsHead({ isWide = false }: { readonly isWide?: boolean }) {
  return (
    <th scope="col" className={isWide ? "v-cell-wide" : undefined}>
      <span className="v-hidden">{messages.list.actions}</span>
    </th>
  );
}

interface SortHeadProps {
  readonly label: string;
  /** How the list is sorted by this column now. */
  readonly direction: "ascending" | "descending" | undefined;
  /** What sorts the list by this column, or the other way round. */
  readonly changes: ListChanges;
  /** Narrow screens leave the column out. */
  readonly isWide?: true;
  readonly isNumber?: true;
  readonly title?: string;
}

export function SortHead({ label, direction, changes, isWide, isNumber, title }: SortHeadProps) {
  const isInTable = use(TableHeadContext) !== undefined;
  if (!isInTable) return <th scope="col">{label}</th>;
  const Icon = direction === undefined ? ArrowUpDown : direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction ?? "none"}
      className={[isWide && "v-cell-wide", isNumber && "v-cell-end"].filter(Boolean).join(" ") || undefined}
      title={title}
    >
      <ListLink changes={changes} replace className="v-sort">
        {label}
        <Icon aria-hidden />
      </ListLink>
    </th>
  );
}

interface SkeletonTableProps {
  readonly label: string;
  readonly columns: number;
}

/** Eight rows that stand for those to come; nothing at all for the first 150 ms, and after 8 s a word, and the way to give up. */
export function SkeletonTable({ label, columns }: SkeletonTableProps) {
  return (
    <div className="v-table-scroll v-late" role="status" aria-label={label}>
      {ROWS.map((row) => (
        <div className="v-skeleton-row" key={row}>
          {COLUMN_WIDTHS.slice(0, columns).map((width) => (
            <span className="v-skeleton" key={width} style={{ width }} />
          ))}
        </div>
      ))}
      <StillWorking />
    </div>
  );
}

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];
const COLUMN_WIDTHS = ["32%", "18%", "12%", "9%", "6%"];
