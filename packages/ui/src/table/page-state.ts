/** A size of pages that a person may choose; shown as its number unless it has a text. */
export type PageSizeChoice = number | { readonly text: string; readonly value: number };

export interface PageState {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** What is known of a list. */
export interface ListFacts {
  readonly totalItems?: number | undefined;
  /** Nobody knows how many pages there are. */
  readonly pagesUnknown?: boolean | undefined;
  readonly isLastPage?: boolean | undefined;
}

export const DEFAULT_PAGE_SIZES: readonly PageSizeChoice[] = [10, 20, 30, 40, 50];

export function sizeValue(choice: PageSizeChoice): number {
  return typeof choice === "number" ? choice : choice.value;
}

/** The sizes by which items can be divided, whole and each once; the usual ones where there is none. */
export function knownSizes(choices: readonly PageSizeChoice[]): readonly PageSizeChoice[] {
  const known = new Map<number, PageSizeChoice>();
  for (const choice of choices.map(withWholeSize)) {
    const size = sizeValue(choice);
    if (size >= 1 && !known.has(size)) known.set(size, choice);
  }
  return known.size > 0 ? [...known.values()] : DEFAULT_PAGE_SIZES;
}

function withWholeSize(choice: PageSizeChoice): PageSizeChoice {
  return typeof choice === "number" ? Math.trunc(choice) : { ...choice, value: Math.trunc(choice.value) };
}

/** How many whole items there are: nobody knows where it is no number, as an answer without a total has it. */
export function knownTotal(totalItems: number | null | undefined): number | undefined {
  if (totalItems === undefined || totalItems === null || Number.isNaN(totalItems)) return undefined;
  return Math.max(0, Math.trunc(totalItems));
}

/** The asked size when it may be chosen, else the first. */
export function knownPageSize(asked: number | undefined, choices: readonly PageSizeChoice[]): number {
  const values = choices.map(sizeValue);
  return asked !== undefined && values.includes(asked) ? asked : (values[0] ?? 10);
}

/** Pages of a list, at least 1; `undefined` when nobody knows. */
export function pageCountOf({ totalItems, pagesUnknown }: ListFacts, pageSize: number): number | undefined {
  if (pagesUnknown === true || totalItems === undefined) return undefined;
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

/** A page that exists. */
export function clampPage(page: number, pageCount: number | undefined): number {
  const whole = Number.isFinite(page) ? Math.trunc(page) : 1;
  return Math.min(Math.max(1, whole), pageCount ?? Number.MAX_SAFE_INTEGER);
}

/** The page after another size was chosen: the first, or that which shows what was the first item. */
export function pageAfterResize(state: PageState, size: number, keepPosition: boolean): PageState {
  return { page: keepPosition ? Math.floor(itemsBefore(state) / size) + 1 : 1, pageSize: size };
}

export function hasNext(page: number, pageCount: number | undefined, isLastPage: boolean | undefined): boolean {
  return pageCount === undefined ? isLastPage !== true : page < pageCount;
}

/** First and last item on a page, from 1; 0 and 0 of an empty list. */
export function itemsOf(state: PageState, totalItems: number | undefined): { min: number; max: number } {
  const { page, pageSize } = state;
  const min = itemsBefore(state) + 1;
  if (totalItems === undefined) return { min, max: page * pageSize };
  return totalItems === 0 ? { min: 0, max: 0 } : { min, max: Math.min(page * pageSize, totalItems) };
}

/** A page may be endless, as one that holds all is. */
function itemsBefore({ page, pageSize }: PageState): number {
  return page === 1 ? 0 : (page - 1) * pageSize;
}

/** At most `most` pages around the current one, for a list to choose from; constant in the number of pages. */
export function pageWindow(page: number, pageCount: number, most: number): readonly number[] {
  const size = Math.min(pageCount, Math.max(1, Math.trunc(most) || 1));
  const first = Math.min(Math.max(1, page - Math.floor(size / 2)), pageCount - size + 1);
  return Array.from({ length: size }, (_, at) => first + at);
}
