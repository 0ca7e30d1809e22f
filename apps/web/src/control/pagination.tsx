import { PaginationAuto } from "@vedette/ui";
import { Link, useNavigate } from "react-router";
import { useKeys } from "../frame/keys.ts";
import { messages } from "../messages/en.ts";
import { Select } from "./select.tsx";
import "@vedette/ui/styles.css";
import "./pagination.css";

/** Rows of a page that a person may choose. */
const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

interface PaginationProps {
  readonly page: number;
  readonly size: PageSize;
  readonly total: number;
  /** The address of this list at another page. */
  readonly hrefFor: (page: number) => string;
  readonly onSizeChange: (size: PageSize) => void;
}

/** Below a list: how many rows there are, how many stand on a page, and the way to the other pages. */
export function Pagination({ page, size, total, hrefFor, onSizeChange }: PaginationProps) {
  const pageCount = Math.max(1, Math.ceil(total / size));
  const navigate = useNavigate();
  useKeys({
    "[": () => page > 1 && void navigate(hrefFor(page - 1)),
    "]": () => page < pageCount && void navigate(hrefFor(page + 1)),
  });
  if (total <= PAGE_SIZES[0]) return null;
  const first = (page - 1) * size + 1;
  return (
    <div className="v-pages">
      <span className="v-pages-count">{messages.list.range(first, Math.min(first + size - 1, total), total)}</span>
      <PaginationAuto
        page={page}
        pageCount={pageCount}
        hrefFor={hrefFor}
        renderLink={({ href = "", ...link }) => <Link {...link} to={href} />}
        labels={{
          pagination: messages.list.pagination,
          previous: messages.list.previous,
          next: messages.list.next,
          morePages: messages.list.morePages,
          page: messages.list.page,
        }}
      />
      <Select
        label={messages.list.size}
        isLabelHidden
        options={PAGE_SIZES.map((rows) => ({ id: String(rows), label: messages.list.rows(rows) }))}
        value={String(size)}
        onChange={(rows) => onSizeChange(pageSize(rows))}
      />
    </div>
  );
}

/** The nearest size a person may choose; 25 for anything else. */
export function pageSize(text: string | null): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0];
}
