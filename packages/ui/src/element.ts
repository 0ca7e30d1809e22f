export { defineElements } from "./element/define-elements.ts";
export type { VedetteElementProps, VedetteGlobalComponents } from "./element/names.ts";
export { type PageChangeDetail, VedettePagination } from "./element/vedette-pagination.ts";
export { VedettePaginationNav } from "./element/vedette-pagination-nav.ts";

import { defineElements } from "./element/define-elements.ts";

defineElements();
