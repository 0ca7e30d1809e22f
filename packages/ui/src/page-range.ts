/** What the pagination shows between Previous and Next. */
export type PageStep = number | "ellipsis";

interface PageRangeOptions {
  readonly page: number;
  readonly pageCount: number;
  /** Pages at each side of the current one; 1 unless given. */
  readonly siblings?: number;
  /** Pages at each end; 1 unless given. */
  readonly boundaries?: number;
}

/**
 * The page numbers to show, in constant time however many there are. An ellipsis never stands for a single
 * page; a page out of range counts as the nearest one.
 */
export function pageRange({ page, siblings = 1, boundaries = 1, ...given }: PageRangeOptions): PageStep[] {
  const pageCount = knownCount(given.pageCount);
  if (pageCount < 1) return [];
  const current = knownPage(page, pageCount);
  // Room for both ends, both sides, the current page and two ellipses: fewer pages are all shown.
  const room = boundaries * 2 + siblings * 2 + 3;
  if (pageCount <= room) return numbers(1, pageCount);

  const first = Math.max(Math.min(current - siblings, pageCount - boundaries - siblings * 2 - 1), boundaries + 2);
  const last = Math.min(Math.max(current + siblings, boundaries + siblings * 2 + 2), pageCount - boundaries - 1);
  return [
    ...numbers(1, boundaries),
    ...gap(boundaries + 1, first - 1),
    ...numbers(first, last),
    ...gap(last + 1, pageCount - boundaries),
    ...numbers(pageCount - boundaries + 1, pageCount),
  ];
}

/** How many pages there are when items were divided by their number on a page; none for what is no number. */
export function knownCount(pageCount: number): number {
  return Math.max(0, Math.ceil(pageCount) || 0);
}

/** The nearest page that there is; the first for what is no number, as an address may have it. */
export function knownPage(page: number, pageCount: number): number {
  return Math.min(Math.max(Math.trunc(page) || 1, 1), Math.max(pageCount, 1));
}

function gap(from: number, to: number): PageStep[] {
  return to - from >= 1 ? ["ellipsis"] : numbers(from, to);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
