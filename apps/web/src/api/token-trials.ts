import { configure } from "./identity.ts";

/** What is looked at in a token of another issuer. */
export interface TokenCheck {
  readonly check: "form" | "issuer" | "signature" | "expiry" | "audience" | "subject" | "role";
  /** `null` where it could not be looked at. */
  readonly is_good: boolean | null;
  /** What stands in the token. */
  readonly found: string;
  /** What would do; empty for anything. */
  readonly accepted: readonly string[];
}

export interface TokenTrial {
  readonly verdict: "accepted" | "powerless" | "refused";
  readonly checks: readonly TokenCheck[];
}

/** Asks the server what it makes of a token of another issuer. */
export function tryToken(token: string): Promise<TokenTrial> {
  return configure("/third-party-auth/try", { method: "POST", body: { token }, like: { checks: [] } });
}
