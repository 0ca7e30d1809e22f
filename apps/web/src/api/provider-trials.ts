import { queryOptions } from "@tanstack/react-query";
import { asAdministrator } from "./identity.ts";

/** One step of a sign-in with a provider, and what came of it. */
export interface SignInStep {
  readonly name:
    | "set_up"
    | "authorization"
    | "callback"
    | "token"
    | "id_token"
    | "assertion"
    | "profile"
    | "mapping"
    | "account";
  readonly state: "ok" | "failed" | "skipped" | "open";
  readonly reason?: string;
  /** What the provider said of that. */
  readonly said?: string;
  /** What people would be sent on with. */
  readonly code?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A sign-in that was only tried. */
export interface ProviderTrial {
  readonly provider: string;
  readonly is_finished: boolean;
  readonly steps: readonly SignInStep[];
}

/** How often it is asked whether the browser is back. */
const ASKED_MS = 1000;

/**
 * Begins one. A browser goes to `url` and comes back to a page of this site with `trial` in its address; without an
 * address the trial is over already.
 */
export function beginTrial(
  provider: string,
  redirectTo: string,
): Promise<ProviderTrial & { readonly id?: string; readonly url?: string }> {
  const body = { redirect_to: redirectTo };
  return asAdministrator(`admin/providers/${encodeURIComponent(provider)}/trials`, {
    method: "POST",
    body,
    like: { is_finished: true, steps: [] },
  });
}

/** A trial, asked for again until its browser is back. */
export const trialQuery = (id: string) =>
  queryOptions({
    queryKey: ["provider-trials", id],
    queryFn: ({ signal }) =>
      asAdministrator<ProviderTrial>(`admin/provider-trials/${encodeURIComponent(id)}`, {
        signal,
        like: { is_finished: true, steps: [{ name: "set_up", state: "ok", details: {} }] },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.is_finished === false ? ASKED_MS : false),
  });
