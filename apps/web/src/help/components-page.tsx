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
import { Page } from "../frame/page.tsx";
import { componentsMessages as texts } from "./components-messages.ts";
import "./components-page.css";
import "../control/section.css";

/** `/help/components`: every variant of the pagination that `@vedette/ui` has, alive, with the code that makes it. */
export function ComponentsPage() {
  return (
    <Page title={texts.title}>
      <p className="v-section-lead">{texts.lead}</p>
      <Example name={texts.parts} code={PARTS}>
        <PaginationParts aria-label={texts.parts}>
          <PaginationContent>
            <PaginationItem>
              <PaginationPrevious href="#page-1" />
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
              <PaginationNext href="#page-3" />
            </PaginationItem>
          </PaginationContent>
        </PaginationParts>
      </Example>
      <Example
        name={texts.auto}
        code={`<PaginationAuto page={5} pageCount={1_000_000} hrefFor={(page) => \`?page=\${page}\`} />`}
      >
        <PaginationAuto
          page={5}
          pageCount={1_000_000}
          hrefFor={(page) => `#page-${page}`}
          labels={{ pagination: texts.auto }}
        />
      </Example>
      <Example name={texts.table} code="<TablePagination totalItems={103} onChange={load} />">
        <TablePagination aria-label={texts.table} totalItems={103} />
      </Example>
      <Example
        name={texts.several}
        code={`<TablePagination totalItems={25} size="sm" />\n<TablePagination totalItems={1_000_000} size="sm" />`}
      >
        <TablePagination aria-label={`${texts.several} 1`} totalItems={25} size="sm" />
        <TablePagination aria-label={`${texts.several} 2`} totalItems={1_000_000} size="sm" />
      </Example>
      <Example name={texts.label} code={`<TablePagination totalItems={103} itemsPerPageText="Rows:" />`}>
        <TablePagination aria-label={texts.label} totalItems={103} itemsPerPageText={texts.rows} />
      </Example>
      <Example name={texts.nav} code="<PaginationNav totalPages={25} loop onChange={load} />">
        <NavExample />
      </Example>
      <Example name={texts.rightToLeft} code={`<div dir="rtl">…</div>`}>
        <div dir="rtl">
          <PaginationAuto
            page={2}
            pageCount={9}
            hrefFor={(page) => `#page-${page}`}
            labels={{ pagination: texts.rightToLeft }}
          />
        </div>
      </Example>
    </Page>
  );
}

const PARTS = `<Pagination>
  <PaginationContent>
    <PaginationItem><PaginationPrevious href="?page=1" /></PaginationItem>
    <PaginationItem><PaginationLink href="?page=2" isActive>2</PaginationLink></PaginationItem>
    <PaginationItem><PaginationEllipsis /></PaginationItem>
    <PaginationItem><PaginationNext href="?page=3" /></PaginationItem>
  </PaginationContent>
</Pagination>`;

interface ExampleProps {
  readonly name: string;
  readonly code: string;
  readonly children: ReactNode;
}

function Example({ name, code, children }: ExampleProps) {
  return (
    <section className="v-card v-component" aria-label={name}>
      <h2 className="v-section-title">{name}</h2>
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <pre className="v-component-code" tabIndex={0}>
        {code}
      </pre>
    </section>
  );
}

function NavExample() {
  const [page, setPage] = useState(12);
  return (
    <PaginationNav
      aria-label={texts.nav}
      totalPages={25}
      page={page}
      loop
      size="md"
      onChange={(change) => setPage(change.page)}
    />
  );
}
