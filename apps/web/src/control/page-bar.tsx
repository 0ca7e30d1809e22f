import { PaginationAuto } from "@vedette/ui";
import { Link } from "react-router";
import { messages } from "../messages/en.ts";
import { PAGE_SIZES, type PaginationProps, pageSize } from "./page-size.ts";
import { Select } from "./select.tsx";
import "@vedette/ui/styles.css";
import "./pagination.css";

/** The rows that are shown, links to the other pages, and the choice of how many rows a page has. */
export function PageBar({ page, size, total, hrefFor, onSizeChange }: PaginationProps) {
  const first = (page - 1) * size + 1;
  return (
    <div className="v-pages">
      <span className="v-pages-count">{messages.list.range(first, Math.min(first + size - 1, total), total)}</span>
      <PaginationAuto
        page={page}
        pageCount={Math.max(1, Math.ceil(total / size))}
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
