import { VedettePagination } from "./vedette-pagination.ts";
import { VedettePaginationNav } from "./vedette-pagination-nav.ts";

/**
 * Makes `<vedette-pagination>` and `<vedette-pagination-nav>` known to the page; under another prefix where one is
 * given. Harmless twice, and where there is no page.
 */
export function defineElements(prefix = "vedette"): void {
  if (typeof customElements === "undefined") return;
  define(`${prefix}-pagination`, VedettePagination);
  define(`${prefix}-pagination-nav`, VedettePaginationNav);
}

function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) !== undefined) return;
  // A class has one name; a second prefix needs a class of its own.
  const isTaken = customElements.getName(element) !== null;
  customElements.define(name, isTaken ? class extends element {} : element);
}
