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

/**
 * Begins one. The browser goes to `url` and comes back to this page with `trial` in its address; without an address the
 * trial is over already.
 */
export function beginTrial(provider: string): Promise<ProviderTrial & { readonly url?: string }> {
  const body = { redirect_to: location.origin + location.pathname };
  return asAdministrator(`admin/providers/${encodeURIComponent(provider)}/trials`, { method: "POST", body });
}

export const trialQuery = (id: string) =>
  queryOptions({
    queryKey: ["provider-trials", id],
    queryFn: ({ signal }) =>
      asAdministrator<ProviderTrial>(`admin/provider-trials/${encodeURIComponent(id)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
