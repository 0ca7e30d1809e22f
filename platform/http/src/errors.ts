/** Every failure that has nothing to do with one service's rules. The reference page is made from this table. */
export const HTTP_ERRORS = {
  bad_request: { status: 400, message: "The request cannot be read." },
  bad_json: { status: 400, message: "The body is not valid JSON." },
  validation_failed: { status: 400, message: "The request does not have the form that this address takes." },
  unauthorized: { status: 401, message: "Sign in, or send a valid bearer token." },
  forbidden: { status: 403, message: "You may not do this." },
  not_found: { status: 404, message: "There is nothing at this address." },
  method_not_allowed: { status: 405, message: "This address does not take this method." },
  body_too_large: { status: 413, message: "The body is larger than this address takes." },
  too_many_values: { status: 413, message: "The body holds more values than are accepted in one request." },
  uri_too_long: { status: 414, message: "The address is longer than 8 KiB." },
  unsupported_media_type: { status: 415, message: "This address takes application/json." },
  misdirected: { status: 421, message: "This server does not answer for the host that was asked." },
  upgrade_required: { status: 426, message: "This server upgrades no connection." },
  too_many_requests: { status: 429, message: "Too many requests. Wait a moment." },
  headers_too_large: { status: 431, message: "The request has more than 100 headers." },
  unexpected: { status: 500, message: "Something went wrong here. The log of the server says more." },
  bad_gateway: { status: 502, message: "The server behind this one did not answer properly." },
  unavailable: { status: 503, message: "The store cannot be reached just now. Try again in a moment." },
  overloaded: { status: 503, message: "The server is busy. Try again in a moment." },
  deadline_exceeded: { status: 504, message: "The answer took too long and was given up." },
  out_of_space: { status: 507, message: "The disk of the server is full; nothing is written until there is space." },
} as const;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;

/** A refusal that is safe to show: `code` is stable, `message` is for people, `cause` is for the log only. */
export class HttpError extends Error {
  readonly code: HttpErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: HttpErrorCode,
    options: { detail?: string; cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(options.detail ?? HTTP_ERRORS[code].message, { cause: options.cause });
    this.name = "HttpError";
    this.code = code;
    this.headers = options.headers ?? {};
  }
}
