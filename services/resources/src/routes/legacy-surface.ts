import type { Answer, ErrorSurface } from "@vedette/http";
import { IdentityError } from "@vedette/identity";
import type { FastifyRequest } from "fastify";
import { RESOURCE_ERRORS, ResourceError } from "../errors.ts";

/** Draws every failure under /api as `{message, messageId}`, and with what older clients look for beside these. */
export const legacySurface: ErrorSurface = {
  own: (error, request) => {
    if (error instanceof IdentityError) return identityAnswer(error, error.status, request);
    if (!(error instanceof ResourceError)) return undefined;
    const { status } = RESOURCE_ERRORS[error.code];
    const overtaken = error.code === "save_overtaken" ? { status: "version-mismatch" } : {};
    const body = { message: sentenceOf(error), messageId: error.code, ...overtaken, ...extrasOf(status, request) };
    return { status, body };
  },
  render: ({ status, message, code, headers }, request) => ({
    status,
    body: { message, messageId: code, ...extrasOf(status, request) },
    headers,
  }),
};

/** As `legacySurface`; whoever is not let in is told so with 401, whatever the reason. */
export const signInSurface: ErrorSurface = {
  own: (error, request) => {
    if (!(error instanceof IdentityError)) return legacySurface.own(error, request);
    return identityAnswer(error, error.status === 400 || error.status === 403 ? 401 : error.status, request);
  },
  render: legacySurface.render,
};

function identityAnswer({ message, code, headers }: IdentityError, status: number, request: FastifyRequest): Answer {
  return { status, body: { message, messageId: code, ...extrasOf(status, request) }, headers };
}

/** By the request's id, a refusal is found in the log. */
function extrasOf(status: number, { id }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (status === 401) return { statusCode: status, traceID: id };
  if (status === 403) return { title: "Access denied", accessErrorId: id };
  return {};
}

function sentenceOf({ faults, message, code }: ResourceError): string {
  return code === "object_invalid" ? faults.map((fault) => fault.message).join(", ") : message;
}
