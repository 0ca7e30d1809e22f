/** Rows of a page that a person may choose. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export interface PaginationProps {
  readonly page: number;
  readonly size: PageSize;
  readonly total: number;
  /** The next of so many pages, or the one before, is wanted. */
  readonly onStep: (by: 1 | -1, pageCount: number) => void;
  readonly onSizeChange: (size: PageSize) => void;
}

/** The nearest size a person may choose; 25 for anything else. */
export function pageSize(text: string | null): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0];
}
