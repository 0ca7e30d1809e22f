import type {
  PaginationAutoProps,
  PaginationLinkProps,
  PaginationNavProps,
  PaginationStepProps,
  TablePaginationProps,
} from "@vedette/ui";
import type { HTMLAttributes } from "react";

/** A prop as a program writes it: its type, and what holds unless it is given. What it does is said in `messages.ts`. */
export interface PropFact {
  readonly type: string;
  readonly default?: string;
}

/** What a component brings beside the props of its element. */
type OwnProps<Props> = Exclude<keyof Props, keyof HTMLAttributes<HTMLElement>>;
type Facts<Names extends string> = Readonly<Record<Names, PropFact>>;

const flag = { type: "boolean", default: "false" } as const;

export const LINK_PROPS = {
  href: { type: "string" },
  isActive: { type: "boolean" },
  size: { type: '"default" | "xs" | "sm" | "lg" | "icon" | "icon-sm" | "icon-lg"', default: '"icon"' },
  disabled: flag,
  render: { type: "ReactElement | (props) => ReactNode" },
  text: { type: "string", default: '"Previous", "Next"' },
} as const satisfies Facts<"href" | "isActive" | "size" | "disabled" | "render" | "text"> &
  Facts<Exclude<OwnProps<PaginationStepProps & PaginationLinkProps>, AnchorProps>>;
/** Those of every anchor. */
type AnchorProps =
  | "download"
  | "hrefLang"
  | "media"
  | "ping"
  | "target"
  | "type"
  | "referrerPolicy"
  | "rel"
  | "key"
  | "ref";

export const AUTO_PROPS = {
  page: { type: "number" },
  pageCount: { type: "number" },
  hrefFor: { type: "(page) => string" },
  renderLink: { type: "(props) => ReactNode" },
  labels: { type: "{ pagination, previous, next, morePages, page }" },
  className: { type: "string" },
} as const satisfies Facts<keyof PaginationAutoProps>;

export const TABLE_PROPS = {
  totalItems: { type: "number" },
  page: { type: "number", default: "1" },
  pageSize: { type: "number", default: "pageSizes[0]" },
  pageSizes: { type: "(number | { text, value })[]", default: "[10, 20, 30, 40, 50]" },
  onChange: { type: "({ page, pageSize }) => void" },
  itemsPerPageText: { type: "string", default: '"Items per page:"' },
  itemRangeText: { type: "(min, max, total) => string", default: "1–10 of 103 items" },
  itemText: { type: "(min, max) => string", default: "1–10 items" },
  pageRangeText: { type: "(current, total) => string", default: "of 11 pages" },
  pageText: { type: "(page) => string", default: "page 2" },
  pageSelectLabelText: { type: "(total) => string", default: "Page of 11 pages" },
  backwardText: { type: "string", default: '"Previous page"' },
  forwardText: { type: "string", default: '"Next page"' },
  disabled: flag,
  pageInputDisabled: flag,
  pageSizeInputDisabled: flag,
  pagesUnknown: flag,
  isLastPage: flag,
  size: { type: '"xs" | "sm" | "md" | "lg"', default: '"md"' },
  pageWindow: { type: "number", default: "1000" },
  keepPosition: flag,
  cursor: { type: "{ next, previous }" },
  onCursor: { type: "(token, direction) => void" },
  locale: { type: "string" },
  persistKey: { type: "string" },
} as const satisfies Facts<OwnProps<Omit<TablePaginationProps, "ref" | "key">> | "onChange">;

export const NAV_PROPS = {
  totalPages: { type: "number" },
  page: { type: "number", default: "1" },
  itemsShown: { type: "number", default: "10, 5" },
  loop: flag,
  disableOverflow: flag,
  size: { type: '"sm" | "md" | "lg"', default: '"lg"' },
  onChange: { type: "({ page }) => void" },
  hrefFor: { type: "(page) => string" },
  tooltipPosition: { type: '"top" | "right" | "bottom" | "left"', default: '"bottom"' },
  tooltipAlignment: { type: '"start" | "center" | "end"', default: '"center"' },
  labels: { type: "{ next, previous, item, active, of, select }" },
} as const satisfies Facts<OwnProps<Omit<PaginationNavProps, "ref" | "key">> | "onChange">;
