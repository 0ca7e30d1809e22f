export {
  Pagination,
  PaginationContent,
  PaginationEllipsis,
  PaginationItem,
} from "./link/pagination.tsx";
export { PaginationAuto, type PaginationAutoProps, type PaginationLabels } from "./link/pagination-auto.tsx";
export {
  type LinkProps,
  PaginationLink,
  type PaginationLinkProps,
  PaginationNext,
  PaginationPrevious,
  type PaginationStepProps,
} from "./link/pagination-link.tsx";
export { PaginationNav, type PaginationNavLabels, type PaginationNavProps } from "./nav/pagination-nav.tsx";
export { pageHref } from "./page-href.ts";
export { type PageStep, pageRange } from "./page-range.ts";
export type { PageSizeChoice, PageState } from "./table/page-state.ts";
export { type PageCursor, TablePagination, type TablePaginationProps } from "./table/table-pagination.tsx";
