import { createHash, randomBytes } from "node:crypto";

/** What goes into a cookie: 256 random bits. */
export function newBrowserToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of it. */
export function hashBrowserToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
