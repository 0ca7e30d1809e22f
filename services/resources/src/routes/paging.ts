import { Type } from "typebox";

/** The most rows of a page of the older API, however many are asked for. */
const MAX_PER_PAGE = 500;
const DEFAULT_PER_PAGE = 100;

/** Parameters of every list of the older API that comes in pages. */
export const PAGING = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  perpage: Type.Optional(Type.Integer({ minimum: 1 })),
};

export function pageOf({ page = 1, perpage = DEFAULT_PER_PAGE }: { page?: number; perpage?: number }) {
  return { page, perPage: Math.min(perpage, MAX_PER_PAGE) };
}

/** Parameters of lists whose size older clients call `limit`. */
export const PAGING_BY_LIMIT = {
  page: PAGING.page,
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
};

export function pageOfLimit({ page = 1, limit = DEFAULT_PER_PAGE }: { page?: number; limit?: number }) {
  return { page, limit: Math.min(limit, MAX_PER_PAGE) };
}
