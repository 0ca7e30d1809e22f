import { constants } from "node:os";
import { ABORT_CODES, type AbortCode } from "../abort-codes.ts";

/** Who gets an error: undici and Node's own `http` name a closed connection differently, `fetch` wraps what it gets. */
export type NodeClient = "fetch" | "undici" | "http";

/** The error that a Node client of an aborted request gets. */
export function nodeError(abortCode: AbortCode, url: URL, client: NodeClient): Error {
  const code = client === "http" && abortCode === "connectionclosed" ? "ECONNRESET" : ABORT_CODES[abortCode].node;
  const message = abortCode === "namenotresolved" ? `getaddrinfo ${code} ${url.hostname}` : `${code} ${url.host}`;
  const errno = errnoOf(code);
  const error = Object.assign(new Error(message), {
    code,
    ...(errno !== undefined && { errno }),
    ...(abortCode === "namenotresolved" && { syscall: "getaddrinfo", hostname: url.hostname }),
  });
  // Under this name fetch would hide the code behind an exception of its own.
  if (abortCode === "aborted" && client !== "fetch") error.name = "AbortError";
  return error;
}

/** Negative, as libuv reports it; codes that are not the operating system's have none. */
function errnoOf(code: string): number | undefined {
  const found = Object.entries(constants.errno).find(([name]) => name === code);
  return found === undefined ? undefined : -found[1];
}
