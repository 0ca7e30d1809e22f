import {
  PaginationAuto,
  PaginationContent,
  PaginationEllipsis,
  PaginationItem,
  PaginationLink,
  PaginationNav,
  PaginationNext,
  Pagination as PaginationParts,
  PaginationPrevious,
  TablePagination,
} from "@vedette/ui";
import "@vedette/ui/styles.css";
import { type ReactNode, useState } from "react";
import { componentsMessages as texts } from "../components-messages.ts";
import type { ComponentName } from "./component-docs.ts";
import { VARIANTS } from "./component-variants.ts";
import { Example } from "./example.tsx";
import { LINK_LABELS, NAV_LABELS, TABLE_TEXTS } from "./example-words.ts";

const { links, table, nav } = VARIANTS;

/** Every variant of each component. */
export const LIVE_EXAMPLES: Readonly<Record<ComponentName, ReactNode>> = {
  links: <LinkExamples />,
  table: <TableExamples />,
  nav: <NavExamples />,
};

function LinkExamples() {
  return (
    <>
      <Example {...links.parts}>
        <PaginationParts aria-label={texts.parts}>
          <PaginationContent>
            <PaginationItem>
              <PaginationPrevious text={texts.words.previous} href="#page-1" />
            </PaginationItem>
            <PaginationItem>
              <PaginationLink href="#page-1">1</PaginationLink>
            </PaginationItem>
            <PaginationItem>
              <PaginationLink href="#page-2" isActive>
                2
              </PaginationLink>
            </PaginationItem>
            <PaginationItem>
              <PaginationEllipsis />
            </PaginationItem>
            <PaginationItem>
              <PaginationNext text={texts.words.next} href="#page-3" />
            </PaginationItem>
          </PaginationContent>
        </PaginationParts>
      </Example>
      <Example {...links.auto}>
        <PaginationAuto
          page={5}
          pageCount={1_000_000}
          hrefFor={(page) => `#page-${page}`}
          labels={{ ...LINK_LABELS, pagination: texts.auto }}
        />
      </Example>
      <Example {...links.disabled}>
        <PaginationParts aria-label={texts.disabled}>
          <PaginationContent>
            <PaginationItem>
              <PaginationPrevious disabled text={texts.newer} />
            </PaginationItem>
            <PaginationItem>
              <PaginationNext href="#page-2" text={texts.older} />
            </PaginationItem>
          </PaginationContent>
        </PaginationParts>
      </Example>
    </>
  );
}

function TableExamples() {
  return (
    <>
      <Example {...table.plain}>
        <TablePagination {...TABLE_TEXTS} aria-label={texts.table} totalItems={103} />
      </Example>
      <Example {...table.several}>
        <TablePagination {...TABLE_TEXTS} aria-label={`${texts.several} 1`} totalItems={25} size="sm" />
        <TablePagination {...TABLE_TEXTS} aria-label={`${texts.several} 2`} totalItems={1_000_000} size="sm" />
      </Example>
      <Example {...table.label}>
        <TablePagination {...TABLE_TEXTS} aria-label={texts.label} totalItems={103} itemsPerPageText={texts.rows} />
      </Example>
      <Example {...table.unknown}>
        <TablePagination {...TABLE_TEXTS} aria-label={texts.unknown} pagesUnknown />
      </Example>
    </>
  );
}

function NavExamples() {
  return (
    <>
      <Example {...nav.buttons}>
        <NavExample />
      </Example>
      <Example {...nav.links}>
        <PaginationNav
          labels={NAV_LABELS}
          aria-label={texts.navLinks}
          totalPages={100_000}
          page={500}
          size="sm"
          hrefFor={(page) => `#page-${page}`}
        />
      </Example>
    </>
  );
}

function NavExample() {
  const [page, setPage] = useState(12);
  return (
    <PaginationNav
      labels={NAV_LABELS}
      aria-label={texts.nav}
      totalPages={25}
      page={page}
      loop
      size="md"
      onChange={(change) => setPage(change.page)}
    />
  );
}

const rightToLeft = (component: ReactNode) => (
  <Example name={texts.rightToLeft} code={`<div dir="rtl">…</div>`}>
    <div dir="rtl">{component}</div>
  </Example>
);

/** Each component in a page that is read from right to left. */
export const RIGHT_TO_LEFT: Readonly<Record<ComponentName, ReactNode>> = {
  links: rightToLeft(
    <PaginationAuto
      page={2}
      pageCount={9}
      hrefFor={(page) => `#page-${page}`}
      labels={{ ...LINK_LABELS, pagination: texts.rightToLeft }}
    />,
  ),
  table: rightToLeft(<TablePagination {...TABLE_TEXTS} aria-label={texts.rightToLeft} totalItems={103} />),
  nav: rightToLeft(<PaginationNav labels={NAV_LABELS} aria-label={texts.rightToLeft} totalPages={9} size="sm" />),
};
