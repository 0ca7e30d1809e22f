import { useNavigate, useSearchParams } from "react-router";
import { type PageSize, pageSize } from "../control/page-size.ts";
import { newestQuery } from "./newest-query.ts";

/** New values for the query of a list's address; `undefined` or "" takes a parameter away. */
export type ListChanges = Readonly<Record<string, string | number | undefined>>;

/**
 * The query of a list's address with some values changed. Another search, filter, order or size begins at the
 * first page again; the first page and an empty value leave no trace.
 */
export function listQuery(query: URLSearchParams, changes: ListChanges): string {
  const changed = new URLSearchParams(query);
  if (!("page" in changes)) changed.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "" || (name === "page" && value === 1)) changed.delete(name);
    else changed.set(name, String(value));
  }
  const text = changed.toString();
  return text === "" ? "" : `?${text}`;
}

export interface ListAddress {
  readonly page: number;
  readonly size: PageSize;
  /** A parameter of the address; "" when it has none. */
  readonly value: (name: string) => string;
  readonly href: (changes: ListChanges) => string;
  readonly go: (changes: ListChanges) => void;
  /** Goes there without a new entry in the history: for typing and for choices that change in quick succession. */
  readonly change: (changes: ListChanges) => void;
  /** Goes one of so many pages on or back from where the address is now, which may be ahead of what is drawn. */
  readonly step: (by: 1 | -1, pageCount: number) => void;
}

/** Search, filters, order and page of a list, kept in its address so that a link shows the same rows. */
export function useListAddress(): ListAddress {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const href = (changes: ListChanges) => listQuery(query, changes) || "?";
  const open = (changes: ListChanges, replace: boolean) =>
    void navigate(listQuery(newestQuery(), changes) || "?", { replace });
  const go = (changes: ListChanges) => open(changes, listQuery(newestQuery(), changes) === window.location.search);
  return {
    page: pageIn(query),
    size: pageSize(query.get("size")),
    value: (name) => query.get(name) ?? "",
    href,
    go,
    change: (changes) => open(changes, true),
    step: (by, pageCount) => {
      const now = pageIn(newestQuery());
      const next = Math.min(now + by, pageCount);
      if (next >= 1 && next !== now) go({ page: next });
    },
  };
}

function pageIn(query: URLSearchParams): number {
  const page = Number(query.get("page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}
