import type { Answer, ErrorSurface, HttpErrorCode, HttpFailure } from "@vedette/http";
import { IDENTITY_ERRORS, IdentityError, type IdentityErrorCode } from "./errors.ts";
import { OAuthError } from "./oauth/oauth-error.ts";
import { raisedAnswer } from "./raised-answer.ts";

/** The version of the API whose errors have a text as `code`; older clients get the status there. */
const NAMED_CODES_SINCE = "2024-01-01";

/** What the failures of the server itself are called here; the rest has no name of its own. */
const CODE_BY_HTTP_CODE: Readonly<Partial<Record<HttpErrorCode, IdentityErrorCode>>> = {
  bad_json: "bad_json",
  validation_failed: "validation_failed",
  bad_request: "validation_failed",
  unsupported_media_type: "validation_failed",
  uri_too_long: "validation_failed",
  body_too_large: "request_entity_too_large",
  too_many_values: "request_entity_too_large",
  unauthorized: "no_authorization",
  forbidden: "not_admin",
  too_many_requests: "over_request_rate_limit",
  deadline_exceeded: "request_timeout",
  unexpected: "unexpected_failure",
};

/** Draws every failure under /auth/v1 as the clients of this protocol read it. */
export const identityErrorSurface: ErrorSurface = {
  own(error, { headers, id }) {
    if (error instanceof OAuthError) {
      const { status, error: name, message, headers: extra } = error;
      return { status, headers: extra, body: { error: name, error_description: message } };
    }
    if (!(error instanceof IdentityError)) {
      // Clients of the newer version know no errors of a trigger.
      return isNamedVersion(headers[VERSION_HEADER]) ? undefined : raisedAnswer(error);
    }
    const { code, status, message, reasons, headers: extra } = error;
    return draw({ code, status, message, headers: extra, reasons }, { version: headers[VERSION_HEADER], id });
  },
  render(failure, { headers, id }) {
    return draw(nameFailure(failure), { version: headers[VERSION_HEADER], id });
  },
};

/**
 * The same where a standard of OAuth says how: what cannot be read is an `invalid_request`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export const oauthErrorSurface: ErrorSurface = {
  own: (error, request) => identityErrorSurface.own(error, request),
  render(failure, request) {
    const { status, message } = failure;
    const isMalformed = status === 400 || status === 415 || status === 413;
    if (!isMalformed) return identityErrorSurface.render(failure, request);
    return { status, body: { error: "invalid_request", error_description: message } };
  },
};

const VERSION_HEADER = "x-supabase-api-version";

interface NamedFailure {
  readonly code: IdentityErrorCode;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly reasons?: readonly string[] | undefined;
}

function nameFailure({ code: httpCode, status, message, headers }: HttpFailure): NamedFailure {
  const code = CODE_BY_HTTP_CODE[httpCode] ?? "unknown";
  if (code === "bad_json") return { code, status, headers, message: `${IDENTITY_ERRORS.bad_json.message}: ${message}` };
  const ownText = code === "request_timeout" || code === "unexpected_failure" || code === "request_entity_too_large";
  return { code, status, headers, message: ownText ? IDENTITY_ERRORS[code].message : message };
}

function draw(
  { code, status, message, headers, reasons }: NamedFailure,
  { version, id }: { version: string | string[] | undefined; id: string },
): Answer {
  const weakness = reasons === undefined ? {} : { weak_password: { reasons } };
  const trace = status >= 500 ? { error_id: id } : {};
  const isNamed = isNamedVersion(version);
  return {
    status,
    headers: {
      ...headers,
      "x-sb-error-code": code,
      ...(isNamed ? { [VERSION_HEADER]: NAMED_CODES_SINCE } : {}),
    },
    body: isNamed
      ? { code, message, ...weakness, ...trace }
      : { code: status, error_code: code, msg: message, ...weakness, ...trace },
  };
}

/** A date that cannot be read counts as none. */
function isNamedVersion(version: string | string[] | undefined): boolean {
  if (typeof version !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return !Number.isNaN(Date.parse(version)) && version >= NAMED_CODES_SINCE;
}
