import { createHash, randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";

/**
 * The browser in which a sign-in takes place. It does two things:
 *
 * - A provider's response in another browser than the one that began is refused: it could be a link that signs its victim
 *   in as the attacker.
 * - A session knows which browser started it: a client that has only the access token cannot open an interactive browser
 *   session, see `openBrowserSession`.
 *
 * The cookie authenticates no one.
 */
export interface FlowBrowser {
  readonly hash: Buffer;
  /** A `Set-Cookie` value. */
  readonly cookie: string;
}

/** Covers sign-ins with a provider, and access tokens that a page exchanges after a second factor or a new password. */
const LIFETIME_SECONDS = 86_400;

/** The browser of a request, by the cookie it has or by a new one. */
export function flowBrowserOf(publicUrl: string, header: string | undefined): FlowBrowser {
  const token = tokenIn(publicUrl, header) ?? randomBytes(32).toString("base64url");
  const cookie = stringifySetCookie({
    name: nameOf(publicUrl),
    value: token,
    path: "/",
    maxAge: LIFETIME_SECONDS,
    httpOnly: true,
    // The answer comes from another site, by a link.
    sameSite: "lax",
    secure: isHttps(publicUrl),
  });
  return { hash: hashOf(token), cookie };
}

/** What tells the browser of a callback; `undefined` for one that began nothing. */
export function readFlowBrowser(publicUrl: string, header: string | undefined): Buffer | undefined {
  const token = tokenIn(publicUrl, header);
  return token === undefined ? undefined : hashOf(token);
}

function tokenIn(publicUrl: string, header: string | undefined): string | undefined {
  const token = header === undefined ? undefined : parseCookie(header)[nameOf(publicUrl)];
  return token === undefined || !/^[A-Za-z0-9_-]{43}$/.test(token) ? undefined : token;
}

function nameOf(publicUrl: string): string {
  return isHttps(publicUrl) ? "__Host-vedette_flow" : "vedette_flow";
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
