import { isValidElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  Pagination,
  PaginationAuto,
  PaginationContent,
  PaginationEllipsis,
  PaginationItem,
  PaginationLink,
  PaginationNav,
  type PaginationNavLabels,
  PaginationNext,
  PaginationPrevious,
  TablePagination,
} from "../src/index.ts";

const html = (element: ReactElement) => renderToString(element).replaceAll("<!-- -->", "");

describe("the parts of a pagination [spec 3, UI component props]", () => {
  it("compose to a landmark with a list of links", () => {
    const markup = html(
      <Pagination>
        <PaginationContent className="mine">
          <PaginationItem>
            <PaginationPrevious href="/1" />
          </PaginationItem>
          <PaginationItem>
            <PaginationLink href="/2" isActive>
              2
            </PaginationLink>
          </PaginationItem>
          <PaginationItem>
            <PaginationEllipsis />
          </PaginationItem>
        </PaginationContent>
      </Pagination>,
    );

    expect(markup).toMatch(/^<nav role="navigation" aria-label="pagination" data-slot="pagination"/);
    expect(markup).toContain('<ul data-slot="pagination-content" class="vu-pagination-content mine">');
    expect(markup).toContain('<li data-slot="pagination-item">');
    expect(markup).toMatch(/<a aria-current="page" data-slot="pagination-link" data-active="true"[^>]* href="\/2">2</);
    expect(markup).toContain('<span class="vu-hidden">More pages</span>');
  });

  it("say Previous and Next unless told otherwise, in a span that small screens hide", () => {
    expect(html(<PaginationPrevious href="#" />)).toContain('<span class="vu-wide-only">Previous</span>');
    expect(html(<PaginationNext href="#" />)).toContain('<span class="vu-wide-only">Next</span>');
    expect(html(<PaginationNext href="#" />)).toContain('aria-label="Go to next page"');
    expect(html(<PaginationNext href="#" text="Weiter" />)).toMatch(/aria-label="Weiter".*>Weiter</);
    expect(html(<PaginationNext href="#" text="" />)).toContain('aria-label="Go to next page"');
    expect(html(<PaginationNext href="#" text="Weiter" aria-label="other" />)).toContain('aria-label="other"');
  });

  it.each([undefined, false])("do not mark a page as current with isActive %j", (isActive) => {
    expect(html(<PaginationLink href="#" isActive={isActive} />)).not.toContain("aria-current");
  });

  it("are no links when disabled", () => {
    const markup = html(<PaginationLink href="/x" disabled />);

    expect(markup).toMatch(/role="link" tabindex="-1" aria-disabled="true"/i);
    expect(markup).not.toContain("href");
    expect(html(<PaginationLink href="/x" disabled render={<a href="/router" />} />)).not.toContain("href");
  });

  it("hand no function to an element, which server components refuse", () => {
    const first = <PaginationAuto page={1} pageCount={3} hrefFor={(page) => `/p${page}`} />;
    const alone = <PaginationLink href="/x" disabled onClick={() => undefined} />;

    expect([functionsIn(first), functionsIn(alone)]).toEqual([[], []]);
  });

  it("let the link of a router take the place of the anchor", () => {
    const byFunction = html(
      <PaginationLink
        href="/x"
        isActive
        render={({ href, children, ...props }) => (
          <b data-to={href} {...props}>
            {children}
          </b>
        )}
      >
        1
      </PaginationLink>,
    );
    expect(byFunction).toMatch(/^<b data-to="\/x" aria-current="page".*>1<\/b>$/);
    expect(
      html(
        <PaginationLink href="/x" className="mine" render={<a href="/router" data-router="yes" className="routed" />}>
          1
        </PaginationLink>,
      ),
    ).toMatch(/data-router="yes" class="vu-pagination-link mine routed"/);
  });

  it("come together by themselves", () => {
    const markup = html(<PaginationAuto page={5} pageCount={10} hrefFor={(page) => `/p${page}`} />);

    expect([...markup.matchAll(/href="\/p(\d+)"/g)].map(([, page]) => page)).toEqual([
      "4",
      "1",
      "4",
      "5",
      "6",
      "10",
      "6",
    ]);
    expect(html(<PaginationAuto page={1} pageCount={1} hrefFor={String} />).match(/aria-disabled/g)).toHaveLength(2);
    expect(html(<PaginationAuto page={Number("x")} pageCount={9} hrefFor={String} />)).toMatch(
      /href="1"[^>]*aria-current="page"|aria-current="page"[^>]*href="1"/,
    );
  });
});

/** Props of the elements of a tree that are functions; components without a state or an effect can be called. */
function functionsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn);
  if (!isValidElement<Record<string, unknown>>(node)) return [];
  const { type, props } = node as { type: unknown; props: Record<string, unknown> };
  if (typeof type === "function") return functionsIn(type(props));
  if (typeof type === "object" && type !== null && "render" in type && typeof type.render === "function") {
    return functionsIn(type.render(props, null));
  }
  const own = Object.keys(props).filter((name) => typeof props[name] === "function");
  return [...own, ...functionsIn(props["children"])];
}

describe("the pagination of a list", () => {
  it("tells items and pages", () => {
    const markup = html(<TablePagination totalItems={103} page={2} pageSizes={[10, { text: "all", value: 103 }]} />);

    expect(markup).toContain("Items per page:");
    expect(markup).toContain("11–20 of 103 items");
    expect(markup).toContain("of 11 pages");
    expect(markup).toContain('aria-label="Page of 11 pages"');
    expect(markup).toContain('<option value="103">all</option>');
  });

  it("is no longer with a million items: some pages around the current one can be chosen", () => {
    const markup = html(<TablePagination totalItems={1_000_000} page={50_000} pageWindow={100} />);

    expect(markup.match(/<option/g)).toHaveLength(105);
    expect(markup).toContain('<option value="50000" selected="">');
  });

  it.each([
    [{ totalItems: 0 }, "0–0 of 0 items"],
    [{ totalItems: 25, page: 11 }, "21–25 of 25 items"],
    [{ pagesUnknown: true, page: 3 }, "21–30 items"],
    [{ totalItems: 5, itemsPerPageText: "Zeilen:" }, "Zeilen:"],
    [{ totalItems: 5, pageSize: 7 }, "1–5 of 5 items"],
    [{ totalItems: 1234, page: 1, locale: "en_US" }, "1–10 of 1,234 items"],
    [{ totalItems: Number.NaN }, "1–10 items"],
    [{ totalItems: 25, page: Number.NaN, pageSize: Number.NaN }, "1–10 of 25 items"],
    [{ totalItems: -3 }, "0–0 of 0 items"],
    [{ totalItems: 1.5 }, "1–1 of 1 item<"],
    [{ totalItems: 103, pageSizes: [0, Number.NaN, 20] }, "1–20 of 103 items"],
    [{ totalItems: 103, pageSizes: [{ text: "all", value: Number.POSITIVE_INFINITY }] }, "1–103 of 103 items"],
  ])("with %j says %j", (props, text) => {
    expect(html(<TablePagination {...props} />)).toContain(text);
  });

  it("offers every size once, by its first name", () => {
    const markup = html(
      <TablePagination pageSizes={[10, { text: "Ten", value: 10 }, 10.5, { text: "10", value: 20 }]} />,
    );

    expect(markup.match(/<option[^>]*>[^<]*/g)).toEqual(['<option value="10" selected="">10', '<option value="20">10']);
  });

  it("shows what cannot be chosen", () => {
    const markup = html(<TablePagination totalItems={25} pageInputDisabled pageSizeInputDisabled />);

    expect(markup.match(/<select[^>]* disabled=""/g)).toHaveLength(2);
    expect(markup).toContain("of 3 pages");
  });

  it("has no number and no total with a cursor", () => {
    const markup = html(<TablePagination cursor={{ next: "token" }} onCursor={() => undefined} />);

    expect(markup).not.toContain("items<");
    expect(markup.match(/disabled=""/g)).toHaveLength(1);
  });

  it("has ids of its own on a page with several", () => {
    const ids = [
      ...html(
        <div>
          <TablePagination />
          <TablePagination />
        </div>,
      ).matchAll(/ id="([^"]+)"/g),
    ].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(4);
  });
});

describe("the navigation of pages", () => {
  it("shows the first, the last and the current page, and few elements for many", () => {
    const markup = html(<PaginationNav totalPages={100_000} page={5000} />);

    expect(markup).toMatch(/aria-label="Page 5000" aria-current="page"/);
    expect(markup).toContain('aria-label="Page 100000"');
    expect(markup.match(/<[a-z]/g)?.length).toBeLessThan(100);
    expect(markup).toContain("Page 5000 of 100000");
  });

  it("says of the current page alone that it is active, in the words it is given", () => {
    const described = (markup: string) => [...markup.matchAll(/aria-label="([^"]+)"[^>]* aria-description="([^"]+)"/g)];
    const told = (labels: Partial<PaginationNavLabels>) =>
      described(html(<PaginationNav totalPages={3} page={2} labels={labels} />)).map(([, name, text]) => [name, text]);

    expect(told({})).toEqual([["Page 2", "Active"]]);
    expect(told({ item: "Seite", active: "Gewählt" })).toEqual([["Seite 2", "Gewählt"]]);
  });

  it("counts a page that is not full, and none where there is no number", () => {
    expect(html(<PaginationNav totalPages={102 / 10} />)).toContain("Page 1 of 11<");
    expect(html(<PaginationNav totalPages={9} page={Number.NaN} />)).toContain("Page 1 of 9<");
    expect(html(<PaginationNav totalPages={Number.NaN} />)).not.toContain('aria-label="Page');
  });

  it("may be made of links", () => {
    const markup = html(<PaginationNav totalPages={3} page={2} hrefFor={(page) => `/p${page}`} />);

    expect([...markup.matchAll(/href="\/p(\d)"/g)].map(([, page]) => page)).toEqual(["1", "1", "2", "3", "3"]);
    expect(html(<PaginationNav totalPages={3} page={3} hrefFor={String} />)).toMatch(
      /<button[^>]*aria-label="Next page"[^>]*disabled=""/,
    );
  });
});
