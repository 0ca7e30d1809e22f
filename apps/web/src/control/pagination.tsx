import { lazy, Suspense } from "react";
import { useKeys } from "../frame/keys.ts";
import { PAGE_SIZES, type PaginationProps } from "./page-size.ts";

/** Most lists fit on a page: what leads to other pages is loaded by those that do not. */
const PageBar = lazy(async () => ({ default: (await import("./page-bar.tsx")).PageBar }));

/** Below a list: how many rows there are, how many stand on a page, and the way to the other pages. */
export function Pagination({ onStep, ...bar }: PaginationProps) {
  const { size, total } = bar;
  const pageCount = Math.max(1, Math.ceil(total / size));
  useKeys({
    "[": () => onStep(-1, pageCount),
    "]": () => onStep(1, pageCount),
  });
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <Suspense>
      <PageBar {...bar} />
    </Suspense>
  );
}
