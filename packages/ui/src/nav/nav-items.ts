/** A page, or pages that are not shown. */
export type NavItem = { readonly page: number } | { readonly from: number; readonly to: number };

/**
 * What a page navigation shows: the first and the last page always, the others around the current one. Constant in
 * the number of pages.
 *
 * @param itemsShown - gaps included, at least 4
 */
export function navItems(page: number, totalPages: number, itemsShown: number): readonly NavItem[] {
  const shown = Math.max(4, Math.trunc(itemsShown) || 4);
  if (totalPages <= shown) return pages(1, totalPages);
  const middle = Math.max(1, shown - 4);
  if (page <= shown - 3) return [...pages(1, shown - 2), ...gap(shown - 1, totalPages - 1), { page: totalPages }];
  if (page > totalPages - (shown - 3)) {
    const first = totalPages - (shown - 3);
    return [{ page: 1 }, ...gap(2, first - 1), ...pages(first, totalPages)];
  }
  const first = page - Math.floor((middle - 1) / 2);
  const last = first + middle - 1;
  return [
    { page: 1 },
    ...gap(2, first - 1),
    ...pages(first, last),
    ...gap(last + 1, totalPages - 1),
    { page: totalPages },
  ];
}

function pages(from: number, to: number): NavItem[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ page: from + at }));
}

function gap(from: number, to: number): NavItem[] {
  return from > to ? [] : from === to ? [{ page: from }] : [{ from, to }];
}

/** Above so many pages a gap asks for a number instead of listing them. */
export const LONGEST_LIST = 1000;

/** Where half as many items are shown; `undefined` where pages are tested without a browser. */
export function smallScreen(): MediaQueryList | undefined {
  return typeof matchMedia === "function" ? matchMedia("(width < 40rem)") : undefined;
}
