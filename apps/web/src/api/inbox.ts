import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** One mail that the built-in sender kept instead of sending. */
export interface MailSummary {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly createdAt: string;
}

export interface Mail extends MailSummary {
  readonly text: string;
  readonly html: string;
}

interface InboxPage {
  readonly page: number;
  /** Rows of a page. */
  readonly perpage: number;
}

export function inboxQuery(page: InboxPage) {
  return queryOptions({
    queryKey: ["inbox", "list", page],
    queryFn: ({ signal }) =>
      request<{ readonly totalCount: number; readonly mails: readonly MailSummary[] }>("/api/inbox", {
        query: { ...page },
        signal,
        like: { totalCount: 0, mails: [{ id: "", to: "", subject: "", createdAt: "" }] },
      }),
    placeholderData: keepPreviousData,
    // Mails arrive while somebody waits for one here.
    refetchInterval: 5_000,
  });
}

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: ["inbox", "one", id],
    queryFn: ({ signal }) =>
      request<Mail>(`/api/inbox/${encodeURIComponent(id)}`, {
        signal,
        like: { subject: "", createdAt: "", text: "", html: "" },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
