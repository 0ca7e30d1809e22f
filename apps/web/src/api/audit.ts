import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { administratorToken } from "./page-token.ts";
import { requestAnswer } from "./request.ts";

/** One security event. */
export interface AuditEntry {
  readonly id: string;
  readonly created_at: string;
  readonly ip_address: string;
  readonly payload: {
    readonly action: string;
    readonly actor_id: string;
    readonly actor_username: string;
    readonly actor_name?: string;
    readonly log_type: string;
    readonly traits?: Readonly<Record<string, unknown>>;
  };
}

interface AuditSearch {
  /** Part of who did it; "" for anybody. */
  readonly author: string;
  /** Part of what happened; wins over `author`. */
  readonly action: string;
  /** Part of what it was done to; "" for anything. */
  readonly target: string;
  /** Dates, 2026-01-31, in the browser's time zone, the last one included; "" for all of time. */
  readonly from: string;
  readonly to: string;
  readonly page: number;
  /** Rows of a page. */
  readonly perpage: number;
}

export function auditQuery({ author, action, target, from, to, page, perpage }: AuditSearch) {
  const query = action === "" ? (author === "" ? "" : `author:${author}`) : `action:${action}`;
  return queryOptions({
    queryKey: ["audit", query, target, from, to, page, perpage],
    queryFn: async ({ signal }) => {
      const { access_token: bearer } = await administratorToken();
      const { body, headers } = await requestAnswer("/auth/v1/admin/audit", {
        query: { query, target, from: startOf(from), to: startOf(to, 1), page, per_page: perpage },
        bearer,
        signal,
      });
      // The shape of our own server's answer is held by its tests.
      return { entries: body as readonly AuditEntry[], total: Number(headers.get("x-total-count")) };
    },
    placeholderData: keepPreviousData,
  });
}

/** The moment at which a day begins here, or one some days later; a moment stays itself. */
function startOf(day: string, daysLater = 0): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return day || undefined;
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return day;
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
