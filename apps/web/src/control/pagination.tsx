import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { useKeys } from "../frame/keys.ts";
import { messages } from "../messages/en.ts";
import { pageRange } from "./page-range.ts";
import { Select } from "./select.tsx";
import "./pagination.css";

/** Rows of a page that a person may choose. */
const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

interface PaginationProps {
  readonly page: number;
  readonly size: PageSize;
  readonly total: number;
  /** The address of this list at another page. */
  readonly hrefFor: (page: number) => string;
  readonly onSizeChange: (size: PageSize) => void;
}

/** Below a list: how many rows there are, how many stand on a page, and the way to the other pages. */
export function Pagination({ page, size, total, hrefFor, onSizeChange }: PaginationProps) {
  const pageCount = Math.max(1, Math.ceil(total / size));
  const navigate = useNavigate();
  useKeys({
    "[": () => page > 1 && void navigate(hrefFor(page - 1)),
    "]": () => page < pageCount && void navigate(hrefFor(page + 1)),
  });
  if (total <= PAGE_SIZES[0]) return null;
  const first = (page - 1) * size + 1;
  return (
    <div className="v-pages">
      <span className="v-pages-count">{messages.list.range(first, Math.min(first + size - 1, total), total)}</span>
      <nav aria-label={messages.list.pagination}>
        <ul className="v-pages-list">
          <li>
            <Step page={page - 1} isThere={page > 1} hrefFor={hrefFor} label={messages.list.previous}>
              <ChevronLeft aria-hidden />
            </Step>
          </li>
          {pageRange({ page, pageCount }).map((step, at) => (
            <li key={step === "ellipsis" ? `gap${at}` : step}>
              {step === "ellipsis" ? (
                <span className="v-page">
                  … <span className="v-hidden">{messages.list.morePages}</span>
                </span>
              ) : (
                <Link
                  to={hrefFor(step)}
                  className="v-page"
                  aria-label={messages.list.page(step)}
                  aria-current={step === page ? "page" : undefined}
                >
                  {step}
                </Link>
              )}
            </li>
          ))}
          <li>
            <Step page={page + 1} isThere={page < pageCount} hrefFor={hrefFor} label={messages.list.next}>
              <ChevronRight aria-hidden />
            </Step>
          </li>
        </ul>
      </nav>
      <Select
        label={messages.list.size}
        isLabelHidden
        options={PAGE_SIZES.map((rows) => ({ id: String(rows), label: messages.list.rows(rows) }))}
        value={String(size)}
        onChange={(rows) => onSizeChange(pageSize(rows))}
      />
    </div>
  );
}

interface StepProps {
  readonly page: number;
  readonly isThere: boolean;
  readonly hrefFor: (page: number) => string;
  readonly label: string;
  readonly children: ReactNode;
}

function Step({ page, isThere, hrefFor, label, children }: StepProps) {
  if (!isThere) {
    return (
      <span className="v-page" aria-hidden>
        {children}
      </span>
    );
  }
  return (
    <Link to={hrefFor(page)} className="v-page" aria-label={label}>
      {children}
    </Link>
  );
}

/** The nearest size a person may choose; 25 for anything else. */
export function pageSize(text: string | null): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0];
}
