import { IdentityError } from "../errors.ts";

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

/**
 * Reads which page of a list is asked for; longer pages than 1000 are cut.
 *
 * @throws IdentityError `validation_failed`
 */
export function readPage({ page, per_page }: { page?: string; per_page?: string }): Page {
  return {
    page: Math.max(1, readNumber(page, 1)),
    perPage: Math.min(MAX_PER_PAGE, Math.max(1, readNumber(per_page, DEFAULT_PER_PAGE))),
  };
}

/**
 * Reads how many items a page behind a cursor has.
 *
 * @throws IdentityError `validation_failed`
 */
export function readLimit(limit: string | undefined): number {
  return Math.min(MAX_PER_PAGE, Math.max(1, readNumber(limit, DEFAULT_PER_PAGE)));
}

/** The `Link` header (RFC 8288) of a list. */
export function pageLinks(url: string, { page, perPage, total }: Page & { readonly total: number }): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (target: number, relation: string) =>
    `<${withParameter(url, "page", String(target))}>; rel="${relation}"`;
  return [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}

/** The `Link` header of a page behind a cursor. */
export function cursorLink(url: string, cursor: string): string {
  return `<${withParameter(url, "cursor", cursor)}>; rel="next"`;
}

function withParameter(url: string, name: string, value: string): string {
  const [path = "", search = ""] = url.split("?", 2);
  const params = new URLSearchParams(search);
  params.set(name, value);
  return `${path}?${params}`;
}

function readNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === "") return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new IdentityError("validation_failed", {
    message: "Bad Pagination Parameters: page, per_page and limit are numbers",
  });
}
