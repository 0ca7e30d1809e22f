import type { GridPos } from "../dashboard-document.ts";

/** A part of a dashboard that is seen at once, in grid rows; `end` is the first row that is not in it. */
export interface GridPage {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a dashboard that is too tall for a screen into as few pages as there can be, of about the same height, and no
 * panel in two. A page is higher than the screen has room for where panels stand so that it cannot be cut before.
 *
 * @param mostRows - that a screen has room for
 */
export function gridPages(places: readonly Pick<GridPos, "y" | "h">[], mostRows: number): readonly GridPage[] {
  const height = Math.max(1, ...places.map(({ y, h }) => y + h));
  const most = Math.max(1, Math.floor(mostRows));
  const cuts = Array.from({ length: height }, (_, at) => at + 1).filter((row) =>
    places.every(({ y, h }) => row <= y || row >= y + h),
  );
  const lowest = Math.ceil(height / Math.ceil(height / most));
  const ways = Array.from({ length: most - lowest + 1 }, (_, more) => cutInto(lowest + more, cuts));
  return ways.reduce((best, way) => (way.length < best.length ? way : best));
}

/**
 * Grid rows that share the height of the screen on a page: the same on every page that can be read, so that type does
 * not change its size between them. One that could not be cut does not make the others as small as itself.
 */
export function rowsOnPage({ start, end }: GridPage, pages: readonly GridPage[], mostRows: number): number {
  const readable = pages.map((page) => page.end - page.start).filter((rows) => rows <= mostRows);
  return Math.max(1, end - start, ...readable);
}

/** Each page as high as may be, and higher only where nothing else is left. */
function cutInto(rows: number, cuts: readonly number[]): readonly GridPage[] {
  const pages: GridPage[] = [];
  let start = 0;
  for (const [at, cut] of cuts.entries()) {
    const next = cuts[at + 1];
    if (next !== undefined && next <= start + rows) continue;
    pages.push({ start, end: cut });
    start = cut;
  }
  return pages;
}
