/** Every text of the pagination of a list. Each can be replaced. */
export interface PageTexts {
  readonly itemsPerPageText: string;
  readonly itemRangeText: (min: number, max: number, total: number) => string;
  /** When nobody knows the total. */
  readonly itemText: (min: number, max: number) => string;
  /** After the choice of a page. */
  readonly pageRangeText: (current: number, total: number) => string;
  /** When nobody knows how many pages there are. */
  readonly pageText: (page: number) => string;
  /** The name of the choice of a page. */
  readonly pageSelectLabelText: (total: number) => string;
  readonly backwardText: string;
  readonly forwardText: string;
}

/** The English texts, with numbers as a language writes them. */
export function englishTexts(locale: string): PageTexts {
  const numbers = numbersOf(locale);
  const pages = (total: number) => `${numbers.format(total)} ${total === 1 ? "page" : "pages"}`;
  const range = (min: number, max: number) => `${numbers.format(min)}–${numbers.format(max)}`;
  return {
    itemsPerPageText: "Items per page:",
    itemRangeText: (min, max, total) =>
      `${range(min, max)} of ${numbers.format(total)} ${total === 1 ? "item" : "items"}`,
    itemText: (min, max) => `${range(min, max)} items`,
    pageRangeText: (_, total) => `of ${pages(total)}`,
    pageText: (page) => `page ${numbers.format(page)}`,
    pageSelectLabelText: (total) => `Page of ${pages(total)}`,
    backwardText: "Previous page",
    forwardText: "Next page",
  };
}

/** A page may name a language that is none, as `en_US` is; its numbers are English then. */
function numbersOf(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat("en");
  }
}
