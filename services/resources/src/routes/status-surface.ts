import type { Access, Answer, ErrorSurface, HttpErrorCode, HttpFailure } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../access/caller.ts";
import { RESOURCE_ERRORS, ResourceError, type ResourceErrorCode, type Subject } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of resource that the route serves, for its error messages. */
    resource?: Kind;
    /** What the route does to it, in the words of Kubernetes: get, list, create, update, patch, delete. */
    verb?: string;
  }
}

/** What has gone wrong or well, in the form that Kubernetes clients read. */
export interface StatusBody {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly code: number;
}

const REASONS: Readonly<Record<HttpErrorCode, string>> = {
  bad_request: "BadRequest",
  bad_json: "BadRequest",
  validation_failed: "BadRequest",
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  not_found: "NotFound",
  method_not_allowed: "MethodNotAllowed",
  body_too_large: "RequestEntityTooLarge",
  too_many_values: "RequestEntityTooLarge",
  uri_too_long: "BadRequest",
  unsupported_media_type: "UnsupportedMediaType",
  misdirected: "BadRequest",
  upgrade_required: "BadRequest",
  too_many_requests: "TooManyRequests",
  headers_too_large: "BadRequest",
  unexpected: "InternalError",
  bad_gateway: "ServiceUnavailable",
  unavailable: "ServiceUnavailable",
  overloaded: "ServiceUnavailable",
  deadline_exceeded: "Timeout",
  out_of_space: "InsufficientStorage",
};

/** Draws every failure under /apis as a Status. */
export function statusSurface(access: Access<Caller>): ErrorSurface {
  return {
    own: (error, request) => (error instanceof ResourceError ? ownStatus(error, request, access) : undefined),
    render: (failure) => ({ status: failure.status, body: renderedStatus(failure), headers: failure.headers }),
  };
}

/** The answer to a removal. */
export function removedStatus({ name, group, plural, uid }: Subject): StatusBody {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, group, kind: plural, uid },
    code: 200,
  };
}

function renderedStatus({ code, status, message, causes }: HttpFailure): StatusBody {
  const details = causes.map((cause) => ({ reason: "FieldValueInvalid", message: cause.message, field: cause.path }));
  return failedStatus(status, REASONS[code], {
    message: code === "unauthorized" ? "Unauthorized" : message,
    details: causes.length === 0 ? undefined : { causes: details },
  });
}

function ownStatus(error: ResourceError, request: FastifyRequest, access: Access<Caller>): Answer {
  const { status, reason } = RESOURCE_ERRORS[error.code];
  const { subject } = error;
  const causes = causesOf(error);
  const details =
    subject === undefined && causes.length === 0
      ? undefined
      : {
          ...(subject === undefined ? {} : detailsOf(subject)),
          ...(causes.length === 0 ? {} : { causes }),
        };
  const message = messageOf(error, request, access.knownCallerOf(request));
  return { status, body: failedStatus(status, reason, { message, details }) };
}

/** The sentence of a refusal is Kubernetes' own: what would let somebody do it stands beside it. */
function causesOf({ code, faults, message }: ResourceError): readonly object[] {
  return code === "not_allowed" ? [{ reason: "Forbidden", message }] : faults;
}

function detailsOf({ name, group, plural, uid }: Subject) {
  return { name, group, kind: plural, ...(uid === undefined ? {} : { uid }) };
}

/** The sentences that kubectl prints and that client-go's tests look for. */
const MESSAGES: Partial<Record<ResourceErrorCode, (object: string, error: ResourceError) => string>> = {
  object_not_found: (object) => `${object} not found`,
  object_exists: (object) => `${object} already exists`,
  version_conflict: (object, error) => `Operation cannot be fulfilled on ${object}: ${error.message}`,
  uid_conflict: (object, error) => `Operation cannot be fulfilled on ${object}: ${error.message}`,
};

function messageOf(error: ResourceError, request: FastifyRequest, caller: Caller | undefined): string {
  const { code, subject, faults } = error;
  if (code === "not_allowed") return forbiddenMessage(error, request, caller);
  if (subject === undefined) return error.message;
  const object = `${subject.plural}.${subject.group} ${JSON.stringify(subject.name)}`;
  if (code === "object_invalid") {
    const problems = faults.map(({ message }) => message).join(", ");
    return `${subject.kind}.${subject.group} ${JSON.stringify(subject.name)} is invalid: ${problems}`;
  }
  return MESSAGES[code]?.(object, error) ?? error.message;
}

function forbiddenMessage(
  { subject, message }: ResourceError,
  request: FastifyRequest,
  caller: Caller | undefined,
): string {
  const { resource, verb } = request.routeOptions.config;
  if (resource === undefined) return message;
  const { namespace, name: named } = paramsOf(request);
  const name = subject?.name ?? named;
  const what = `${resource.plural}.${resource.group}${name === "" ? "" : ` ${JSON.stringify(name)}`}`;
  return (
    `${what} is forbidden: User ${JSON.stringify(caller?.login ?? "")} cannot ${verb} resource "${resource.plural}" ` +
    `in API group "${resource.group}" in the namespace ${JSON.stringify(namespace)}`
  );
}

function paramsOf({ params }: FastifyRequest): { namespace: string; name: string } {
  const read = (key: string) => {
    const value: unknown = typeof params === "object" && params !== null ? Reflect.get(params, key) : "";
    return typeof value === "string" ? value.slice(0, 253) : "";
  };
  return { namespace: read("namespace"), name: read("name") };
}

/** What has gone wrong, as a body. */
export function failedStatus(
  code: number,
  reason: string,
  { message, details }: { message: string; details?: Readonly<Record<string, unknown>> | undefined },
): StatusBody {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...(details === undefined ? {} : { details }),
    code,
  };
}
