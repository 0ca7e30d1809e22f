import { componentsMessages as texts } from "../components-messages.ts";
import type { ComponentName } from "./component-docs.ts";

/** One way to use a component. */
export interface Variant {
  readonly name: string;
  /** In React. */
  readonly code: string;
  /** By the custom element, the same for every other framework. */
  readonly element?: string;
}

const PARTS = `<Pagination>
  <PaginationContent>
    <PaginationItem><PaginationPrevious href="?page=1" /></PaginationItem>
    <PaginationItem><PaginationLink href="?page=2" isActive>2</PaginationLink></PaginationItem>
    <PaginationItem><PaginationEllipsis /></PaginationItem>
    <PaginationItem><PaginationNext href="?page=3" /></PaginationItem>
  </PaginationContent>
</Pagination>`;

/** What the pages show alive, and the documentation as code. */
export const VARIANTS = {
  links: {
    parts: { name: texts.parts, code: PARTS },
    auto: {
      name: texts.auto,
      code: `<PaginationAuto page={5} pageCount={1_000_000} hrefFor={(page) => \`?page=\${page}\`} />`,
    },
    disabled: {
      name: texts.disabled,
      code: `<PaginationPrevious disabled text="Newer" />\n<PaginationNext href="?page=2" text="Older" />`,
    },
  },
  table: {
    plain: {
      name: texts.table,
      code: "<TablePagination totalItems={103} onChange={load} />",
      element: '<vedette-pagination total-items="103"></vedette-pagination>',
    },
    several: {
      name: texts.several,
      code: `<TablePagination totalItems={25} size="sm" />\n<TablePagination totalItems={1_000_000} size="sm" />`,
      element:
        '<vedette-pagination total-items="25" size="sm"></vedette-pagination>\n<vedette-pagination total-items="1000000" size="sm"></vedette-pagination>',
    },
    label: {
      name: texts.label,
      code: `<TablePagination totalItems={103} itemsPerPageText="Rows:" />`,
      element: '<vedette-pagination total-items="103" items-per-page-text="Rows:"></vedette-pagination>',
    },
    unknown: {
      name: texts.unknown,
      code: "<TablePagination pagesUnknown isLastPage={page === 4} />",
      element: "<vedette-pagination pages-unknown></vedette-pagination>",
    },
  },
  nav: {
    buttons: {
      name: texts.nav,
      code: "<PaginationNav totalPages={25} loop onChange={load} />",
      element: '<vedette-pagination-nav total-pages="25" loop></vedette-pagination-nav>',
    },
    links: {
      name: texts.navLinks,
      code: `<PaginationNav totalPages={100_000} page={500} hrefFor={(page) => \`?page=\${page}\`} />`,
      element:
        '<vedette-pagination-nav total-pages="100000" page="500" href-template="?page={page}"></vedette-pagination-nav>',
    },
  },
} as const satisfies Readonly<Record<ComponentName, Readonly<Record<string, Variant>>>>;
