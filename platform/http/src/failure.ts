import { DatabaseError, type DatabaseErrorCode } from "@vedette/database";
import type { FastifyError } from "fastify";
import { HTTP_ERRORS, HttpError, type HttpErrorCode } from "./errors.ts";
import { schemaFaultText } from "./schema-fault.ts";

/** What is wrong with one part of a request, e.g. `{ path: "spec.items[0].type", message: "must be string" }`. */
export interface FailureCause {
  readonly path: string;
  readonly message: string;
}

/** A failure in the form that every surface can draw. */
export interface HttpFailure {
  readonly code: HttpErrorCode;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly causes: readonly FailureCause[];
}

const CODE_BY_FRAMEWORK_CODE: ReadonlyMap<string, HttpErrorCode> = new Map([
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "unsupported_media_type"],
  ["FST_ERR_CTP_BODY_TOO_LARGE", "body_too_large"],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "bad_request"],
  ["FST_ERR_CTP_EMPTY_JSON_BODY", "bad_json"],
  ["FST_ERR_BAD_URL", "bad_request"],
  ["FST_ERR_MAX_PARAM_LENGTH", "not_found"],
  ["FST_ERR_ASYNC_CONSTRAINT", "bad_request"],
]);

/** Outages of the store; its other failures are ours and stay `unexpected`. */
const CODE_BY_DATABASE_CODE: ReadonlyMap<DatabaseErrorCode, HttpErrorCode> = new Map([
  ["unavailable", "unavailable"],
  ["out_of_space", "out_of_space"],
  ["deadline_exceeded", "deadline_exceeded"],
]);

/** Reads any thrown thing. What is not known is `unexpected`: its own text stays in the log. */
export function toHttpFailure(error: unknown): HttpFailure {
  if (error instanceof HttpError) return failureOf(error.code, { message: error.message, headers: error.headers });
  const outage = error instanceof DatabaseError ? CODE_BY_DATABASE_CODE.get(error.code) : undefined;
  if (outage !== undefined) return failureOf(outage, { headers: { "retry-after": "1" } });
  if (isFrameworkError(error)) {
    if (error.validation !== undefined) return validationFailure(error);
    const code = CODE_BY_FRAMEWORK_CODE.get(error.code);
    if (code !== undefined) return failureOf(code);
  }
  return failureOf("unexpected");
}

function failureOf(code: HttpErrorCode, options: Partial<Omit<HttpFailure, "code" | "status">> = {}): HttpFailure {
  return { code, ...HTTP_ERRORS[code], headers: {}, causes: [], ...options };
}

function validationFailure(error: FastifyError): HttpFailure {
  const place = error.validationContext ?? "body";
  const causes = (error.validation ?? []).map((fault) => {
    const { instancePath, params } = fault;
    const missing = typeof params["missingProperty"] === "string" ? `/${params["missingProperty"]}` : "";
    return { path: dotted(instancePath + missing), message: schemaFaultText(fault) };
  });
  const first = causes[0];
  const message = first === undefined ? error.message : `${first.path === "" ? place : first.path} ${first.message}`;
  return failureOf("validation_failed", { message, causes });
}

/** `/items/0/type` as people write it: `items[0].type`. */
function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`), "");
}

function isFrameworkError(error: unknown): error is FastifyError {
  return (
    (error instanceof Error && typeof Reflect.get(error, "code") === "string") ||
    (error instanceof Error && "validation" in error)
  );
}
