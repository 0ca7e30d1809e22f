import { queryOptions } from "@tanstack/react-query";
import { configure } from "./identity.ts";

/** Where a link with an address would lead, as the server decides it. */
export interface RedirectCheck {
  readonly is_allowed: boolean;
  readonly by?: "site" | "loopback" | "list";
  /** The one of the list that fits. */
  readonly pattern?: string;
  readonly reason?: "unsafe" | "number" | "unlisted";
  readonly leads_to: string;
}

interface RedirectQuestion {
  readonly url: string;
  /** What is not saved yet; what is in force where it is absent. */
  readonly site_url?: string;
  readonly uri_allow_list?: readonly string[];
}

export function redirectCheckQuery(question: RedirectQuestion) {
  return queryOptions({
    queryKey: ["settings", "redirect-check", question],
    queryFn: ({ signal }) =>
      configure<RedirectCheck>("/redirect-check", { method: "POST", body: question, signal, like: { leads_to: "" } }),
    enabled: question.url !== "",
  });
}
