import { Pagination } from "../control/pagination.tsx";
import type { ListAddress } from "./list-address.ts";

interface ListPagesProps {
  readonly list: ListAddress;
  /** Rows on all pages together. */
  readonly total: number;
}

/** The pages of a list whose place stands in its address. */
export function ListPages({ list, total }: ListPagesProps) {
  return (
    <Pagination
      page={list.page}
      size={list.size}
      total={total}
      onStep={list.step}
      onSizeChange={(size) => list.change({ size })}
    />
  );
}
