/** Every error of this package: its code and when it is met. The README's table is checked against this one. */
export const INTERCEPT_ERRORS = {
  ERR_ROUTE_HANDLED: "The route was settled or passed on before.",
  ERR_ROUTE_PATTERN: "The pattern is no valid glob, or of no type that can match an url.",
  ERR_ROUTE_ARGUMENT: "An argument or option has a wrong type or value.",
  ERR_ROUTE_PROTOCOL: "The new url has another protocol than the original one.",
  ERR_ROUTE_ABORT_CODE: "The abort code is not one of `ABORT_CODES`.",
  ERR_FETCH_TIMEOUT: "`route.fetch` took longer than its timeout.",
  ERR_FETCH_REDIRECTS: "`route.fetch` met more redirects than `maxRedirects`.",
  ERR_FETCH_NETWORK: "`route.fetch` could not reach the server, or the connection broke.",
  ERR_FETCH_BODY:
    "`route.fetch` could not read the body of the request: larger than 64 MiB, or given up by its client.",
  ERR_FETCH_DECODE: "The body is not what its content-encoding says.",
  ERR_RESPONSE_DISPOSED: "The body was asked for after the response was disposed.",
  ERR_HAR: "The HAR file cannot be read or written, or is no HAR file.",
  ERR_TARGET_CLOSED: "The interceptor, or the target it watched, is closed.",
} as const;

export type InterceptErrorCode = keyof typeof INTERCEPT_ERRORS;

/** What an error carries beside code and message; which code carries what is in the README. */
interface InterceptErrorDetails {
  readonly url?: string | undefined;
  readonly pattern?: unknown;
  readonly reason?: string | undefined;
  readonly argument?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly abortCode?: string | undefined;
  readonly timeout?: number | undefined;
  readonly maxRedirects?: number | undefined;
  readonly attempts?: number | undefined;
  readonly encoding?: string | undefined;
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A refusal with a stable `code`. The message names the method, the url and the offending value, never header values or
 * bodies.
 */
export class InterceptError extends Error implements InterceptErrorDetails {
  readonly code: InterceptErrorCode;
  declare readonly url?: string;
  declare readonly pattern?: unknown;
  declare readonly reason?: string;
  declare readonly argument?: string;
  declare readonly from?: string;
  declare readonly to?: string;
  declare readonly abortCode?: string;
  declare readonly timeout?: number;
  declare readonly maxRedirects?: number;
  declare readonly attempts?: number;
  declare readonly encoding?: string;
  declare readonly path?: string;

  constructor(code: InterceptErrorCode, message: string, details: InterceptErrorDetails = {}) {
    const { cause, ...rest } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "InterceptError";
    this.code = code;
    Object.assign(this, rest);
  }
}

/**
 * @param problem - what is wrong, as it reads after the name of the argument
 * @returns `ERR_ROUTE_ARGUMENT` that names the argument
 */
export function argumentError(method: string, argument: string, problem: string): InterceptError {
  return new InterceptError("ERR_ROUTE_ARGUMENT", `${method}: ${argument} ${problem}`, { argument });
}

/**
 * Untyped callers may give anything. A list, a Map or the class Headers has no names of its own: all would be lost.
 *
 * @throws InterceptError `ERR_ROUTE_ARGUMENT` for what is no plain object
 */
export function checkObject(method: string, value: unknown, argument = "options"): void {
  if (typeof value === "object" && value !== null && !(Symbol.iterator in value)) return;
  throw argumentError(method, argument, "must be an object");
}

/** @throws InterceptError `ERR_ROUTE_ARGUMENT` for what cannot be called */
export function checkFunction(method: string, value: unknown, argument: string): void {
  if (typeof value !== "function") throw argumentError(method, argument, "must be a function");
}
