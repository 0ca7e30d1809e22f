import { componentsMessages } from "../components-messages.ts";

const { words } = componentsMessages;

const inNumbers = (value: number) => value.toLocaleString(document.documentElement.lang || "en");
const range = (min: number, max: number) => `${inNumbers(min)}–${inNumbers(max)}`;

/** The components speak English unless told otherwise; on a page in another language the examples do as the page does. */
export const LINK_LABELS = {
  previous: words.previous,
  next: words.next,
  morePages: words.morePages,
  page: words.page,
};

export const TABLE_TEXTS = {
  itemsPerPageText: words.itemsPerPage,
  itemRangeText: (min: number, max: number, total: number) => words.itemRange(range(min, max), inNumbers(total)),
  itemText: (min: number, max: number) => words.items(range(min, max)),
  pageRangeText: (_: number, total: number) => words.pageRange(inNumbers(total)),
  pageText: (page: number) => words.aPage(inNumbers(page)),
  pageSelectLabelText: (total: number) => words.pageOf(inNumbers(total)),
  backwardText: words.previousPage,
  forwardText: words.nextPage,
};

export const NAV_LABELS = {
  next: words.nextPage,
  previous: words.previousPage,
  item: words.item,
  active: words.active,
  of: words.of,
  select: words.select,
};
