import { PaginationAuto } from "@vedette/ui";
import { ListLink } from "../frame/list-link.tsx";
import { messages } from "../messages/en.ts";
import { PAGE_SIZES, type PaginationProps, pageSize } from "./page-size.ts";
import { Select } from "./select.tsx";
import "@vedette/ui/styles.css";
import "./pagination.css";

/** The rows that are shown, links to the other pages, and the choice of how many rows a page has. */
export function PageBar({ page, size, total, onSizeChange }: Omit<PaginationProps, "onStep">) {
  const first = (page - 1) * size + 1;
  return (
    <div className="v-pages">
      <span className="v-pages-count">{messages.list.range(first, Math.min(first + size - 1, total), total)}</span>
      <PaginationAuto
        page={page}
        pageCount={Math.max(1, Math.ceil(total / size))}
        // Of the page alone; the link makes the rest of what the address says when it is pressed.
        hrefFor={String}
        renderLink={({ href, ...link }) => <ListLink {...link} changes={{ page: Number(href) }} />}
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
