import { InterceptError } from "./errors.ts";

/** The DevTools protocol's reasons, and the `code` of the error that a Node client gets. */
const CODE_BY_REASON = {
  Aborted: "ABORT_ERR",
  AccessDenied: "EACCES",
  AddressUnreachable: "EHOSTUNREACH",
  BlockedByClient: "ERR_BLOCKED_BY_CLIENT",
  BlockedByResponse: "ERR_BLOCKED_BY_RESPONSE",
  ConnectionAborted: "ECONNABORTED",
  ConnectionClosed: "UND_ERR_SOCKET",
  ConnectionFailed: "ENETUNREACH",
  ConnectionRefused: "ECONNREFUSED",
  ConnectionReset: "ECONNRESET",
  InternetDisconnected: "ENETDOWN",
  NameNotResolved: "ENOTFOUND",
  TimedOut: "ETIMEDOUT",
  Failed: "ERR_FAILED",
} as const;

export type AbortCode = Lowercase<keyof typeof CODE_BY_REASON>;

/** What an abort code means to each side. */
interface AbortMeaning {
  /** The DevTools protocol's reason. */
  readonly cdp: string;
  /** What a page reads. */
  readonly net: string;
  /** The `code` of a Node client's error. */
  readonly node: string;
}

/**
 * Every abort code.
 *
 * @see spec 3, Route: abort
 */
export const ABORT_CODES: Readonly<Record<AbortCode, AbortMeaning>> = Object.freeze(
  // The keys are those of the table above, in lower case.
  Object.fromEntries(
    Object.entries(CODE_BY_REASON).map(([cdp, node]) => [cdp.toLowerCase(), { cdp, net: netError(cdp), node }]),
  ) as Record<AbortCode, AbortMeaning>,
);

/** How a page's network errors name a reason of the DevTools protocol. */
export function netError(reason: string): string {
  const name = reason.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  return `net::ERR_${name}${reason === "BlockedByClient" ? ".Inspector" : ""}`;
}

/** @throws InterceptError `ERR_ROUTE_ABORT_CODE` */
export function parseAbortCode(code: unknown): AbortCode {
  if (isAbortCode(code)) return code;
  const abortCode = String(code);
  throw new InterceptError("ERR_ROUTE_ABORT_CODE", `route.abort: unknown error code ${abortCode}`, { abortCode });
}

function isAbortCode(code: unknown): code is AbortCode {
  return typeof code === "string" && Object.hasOwn(ABORT_CODES, code);
}
