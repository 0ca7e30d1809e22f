import type { ReactNode } from "react";
import { knownCount, knownPage, pageRange } from "../page-range.ts";
import { Pagination, PaginationContent, PaginationEllipsis, PaginationItem } from "./pagination.tsx";
import { type LinkProps, PaginationLink, PaginationNext, PaginationPrevious } from "./pagination-link.tsx";

export interface PaginationLabels {
  /** The name of the whole. */
  readonly pagination: string;
  readonly previous: string;
  readonly next: string;
  readonly morePages: string;
  readonly page: (page: number) => string;
}

export interface PaginationAutoProps {
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly hrefFor: (page: number) => string;
  /** The link of a router. */
  readonly renderLink?: (props: LinkProps) => ReactNode;
  /** English unless given. */
  readonly labels?: Partial<PaginationLabels>;
  readonly className?: string;
}

const ENGLISH: PaginationLabels = {
  pagination: "pagination",
  previous: "Previous",
  next: "Next",
  morePages: "More pages",
  page: (page) => `Page ${page}`,
};

/** Previous, the pages around the current one, the first, the last, and Next. As quick for a million pages as for ten. */
export function PaginationAuto({ page, hrefFor, renderLink, labels, className, ...given }: PaginationAutoProps) {
  const pageCount = knownCount(given.pageCount);
  const texts = { ...ENGLISH, ...labels };
  const current = knownPage(page, pageCount);
  const link = (to: number) => {
    // A router's link without an address would lead to where it stands.
    if (to < 1 || to > pageCount) return { disabled: true };
    return { href: hrefFor(to), ...(renderLink === undefined ? {} : { render: renderLink }) };
  };
  return (
    <Pagination aria-label={texts.pagination} {...(className === undefined ? {} : { className })}>
      <PaginationContent>
        <PaginationItem>
          <PaginationPrevious text={texts.previous} {...link(current - 1)} />
        </PaginationItem>
        {pageRange({ page: current, pageCount }).map((step, at) => (
          <PaginationItem key={step === "ellipsis" ? `gap${at}` : step}>
            {step === "ellipsis" ? (
              <PaginationEllipsis>{texts.morePages}</PaginationEllipsis>
            ) : (
              <PaginationLink isActive={step === current} aria-label={texts.page(step)} {...link(step)}>
                {step}
              </PaginationLink>
            )}
          </PaginationItem>
        ))}
        <PaginationItem>
          <PaginationNext text={texts.next} {...link(current + 1)} />
        </PaginationItem>
      </PaginationContent>
    </Pagination>
  );
}
