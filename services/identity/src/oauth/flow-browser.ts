import { createHash, randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";

/**
 * The browser in which a sign-in with a provider began. An answer of the provider that comes in another browser is
 * somebody else's: a link that signs its victim in as the attacker. The cookie authenticates nobody.
 */
export interface FlowBrowser {
  readonly hash: Buffer;
  /** A `Set-Cookie` value. */
  readonly cookie: string;
}

/** So long may people take at the provider. */
const LIFETIME_SECONDS = 600;

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
