import { useEffect } from "react";
import { Pagination } from "../control/pagination.tsx";
import type { ListAddress } from "./list-address.ts";

interface ListPagesProps {
  readonly list: ListAddress;
  /** Rows on all pages together. */
  readonly total: number;
  /** They are of another search: the answer to this one has not come. */
  readonly isStale?: boolean;
}

/** The pages of a list whose place stands in its address. A page that is no longer there leads to the last one. */
export function ListPages({ list, total, isStale = false }: ListPagesProps) {
  const { page, size, change } = list;
  const last = Math.max(1, Math.ceil(total / size));
  const isBeyond = !isStale && page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last });
  }, [isBeyond, last, change]);
  return (
    <Pagination
      page={isBeyond ? last : page}
      size={size}
      total={total}
      onStep={list.step}
      onSizeChange={(next) => change({ size: next })}
    />
  );
}
