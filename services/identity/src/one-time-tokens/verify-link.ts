import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { errorParts, withParts } from "../redirects/location.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { PKCE_PREFIX } from "./code.ts";
import { type Verification, type VerifyOutcome, verify } from "./verify.ts";

/** What clients show after the first of two confirmations. */
export const HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

export interface OpenedLink {
  readonly hash: string;
  readonly verification: Verification;
  /** Allowed already. */
  readonly redirectTo: string;
  readonly origin: RequestOrigin;
}

/** Uses up the token of a link that somebody opened, and says where their browser goes with what came out. */
export async function verifyLink(
  identity: Identity,
  { hash, verification, redirectTo, origin }: OpenedLink,
): Promise<string> {
  try {
    const outcome = await verify(identity, { verification, proof: { kind: "hash", hash }, via: "link", origin });
    return await successTarget(identity, outcome, { redirectTo, verification });
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return errorTarget(error, { redirectTo, isPkce: hash.startsWith(PKCE_PREFIX) });
  }
}

async function successTarget(
  identity: Identity,
  outcome: VerifyOutcome,
  { redirectTo, verification }: Pick<OpenedLink, "redirectTo" | "verification">,
): Promise<string> {
  if (outcome.kind === "code") return withParts(redirectTo, { query: { code: outcome.authCode } });
  if (outcome.kind === "half") {
    const message = { message: HALF_CONFIRMED };
    return withParts(redirectTo, { query: outcome.isPkce ? message : {}, fragment: { ...message, sb: "" } });
  }
  const { user: _user, ...tokens } = await sessionAnswer(identity, outcome.session);
  const fragment = { ...tokens, sb: "", type: verification };
  return withParts(redirectTo, { fragment });
}

function errorTarget(error: IdentityError, { redirectTo, isPkce }: { redirectTo: string; isPkce: boolean }): string {
  const parts = errorParts(error);
  return withParts(redirectTo, { query: isPkce ? parts : {}, fragment: { ...parts, sb: "" } });
}
