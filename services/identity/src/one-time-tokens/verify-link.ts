import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
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

/** What the status of an error is called in the fragment of a redirect. */
const ERROR_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, "invalid_request"],
  [401, "unauthorized_client"],
  [403, "access_denied"],
  [500, "server_error"],
  [503, "temporarily_unavailable"],
]);

function errorTarget(
  { code, status, message }: IdentityError,
  { redirectTo, isPkce }: { redirectTo: string; isPkce: boolean },
): string {
  const parts = {
    error: ERROR_BY_STATUS.get(status) ?? "invalid_request",
    error_code: code,
    error_description: message,
  };
  return withParts(redirectTo, { query: isPkce ? parts : {}, fragment: { ...parts, sb: "" } });
}

type Parts = Readonly<Record<string, string | number>>;

/** Adds query parameters and sets the fragment; keys in alphabetical order, as clients have always got them. */
function withParts(url: string, { query = {}, fragment = {} }: { query?: Parts; fragment?: Parts }): string {
  const bare = url.replace(/#.*$/s, "");
  const search = encode(query);
  const separator = bare.includes("?") ? "&" : "?";
  const hash = encode(fragment);
  return `${bare}${search && separator + search}${hash && `#${hash}`}`;
}

function encode(parts: Parts): string {
  const params = new URLSearchParams(Object.entries(parts).map(([key, value]) => [key, String(value)]));
  params.sort();
  return params.toString();
}
