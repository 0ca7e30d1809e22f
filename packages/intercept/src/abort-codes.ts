import { InterceptError } from "./errors.ts";

/**
 * What each abort code means to the DevTools protocol (`cdp`), what a page reads (`net`) and the `code` of the error that
 * a Node client gets (`node`).
 *
 * @see spec 3, Route: abort
 */
export const ABORT_CODES = Object.freeze({
  aborted: { cdp: "Aborted", net: "net::ERR_ABORTED", node: "ABORT_ERR" },
  accessdenied: { cdp: "AccessDenied", net: "net::ERR_ACCESS_DENIED", node: "EACCES" },
  addressunreachable: { cdp: "AddressUnreachable", net: "net::ERR_ADDRESS_UNREACHABLE", node: "EHOSTUNREACH" },
  blockedbyclient: {
    cdp: "BlockedByClient",
    net: "net::ERR_BLOCKED_BY_CLIENT.Inspector",
    node: "ERR_BLOCKED_BY_CLIENT",
  },
  blockedbyresponse: { cdp: "BlockedByResponse", net: "net::ERR_BLOCKED_BY_RESPONSE", node: "ERR_BLOCKED_BY_RESPONSE" },
  connectionaborted: { cdp: "ConnectionAborted", net: "net::ERR_CONNECTION_ABORTED", node: "ECONNABORTED" },
  connectionclosed: { cdp: "ConnectionClosed", net: "net::ERR_CONNECTION_CLOSED", node: "UND_ERR_SOCKET" },
  connectionfailed: { cdp: "ConnectionFailed", net: "net::ERR_CONNECTION_FAILED", node: "ENETUNREACH" },
  connectionrefused: { cdp: "ConnectionRefused", net: "net::ERR_CONNECTION_REFUSED", node: "ECONNREFUSED" },
  connectionreset: { cdp: "ConnectionReset", net: "net::ERR_CONNECTION_RESET", node: "ECONNRESET" },
  internetdisconnected: { cdp: "InternetDisconnected", net: "net::ERR_INTERNET_DISCONNECTED", node: "ENETDOWN" },
  namenotresolved: { cdp: "NameNotResolved", net: "net::ERR_NAME_NOT_RESOLVED", node: "ENOTFOUND" },
  timedout: { cdp: "TimedOut", net: "net::ERR_TIMED_OUT", node: "ETIMEDOUT" },
  failed: { cdp: "Failed", net: "net::ERR_FAILED", node: "ERR_FAILED" },
} as const);

export type AbortCode = keyof typeof ABORT_CODES;

/** @throws InterceptError `ERR_ROUTE_ABORT_CODE` */
export function parseAbortCode(code: unknown): AbortCode {
  const known = Object.keys(ABORT_CODES).find((name): name is AbortCode => name === code);
  if (known !== undefined) return known;
  const abortCode = String(code);
  throw new InterceptError("ERR_ROUTE_ABORT_CODE", `route.abort: unknown error code ${abortCode}`, { abortCode });
}
