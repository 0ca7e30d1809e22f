import type { Answer, ErrorSurface } from "@vedette/http";
import { IdentityError } from "@vedette/identity";
import { RESOURCE_ERRORS, ResourceError } from "../errors.ts";

/** Draws every failure under /api as `{message, messageId}`. */
export const legacySurface: ErrorSurface = {
  own: (error) => {
    if (error instanceof IdentityError) return identityAnswer(error, error.status);
    if (!(error instanceof ResourceError)) return undefined;
    const { status } = RESOURCE_ERRORS[error.code];
    const overtaken = error.code === "save_overtaken" ? { status: "version-mismatch" } : {};
    return { status, body: { message: sentenceOf(error), messageId: error.code, ...overtaken } };
  },
  render: ({ status, message, code, headers }) => ({ status, body: { message, messageId: code }, headers }),
};

/** As `legacySurface`; whoever is not let in is told so with 401, whatever the reason. */
export const signInSurface: ErrorSurface = {
  own: (error, request) => {
    if (!(error instanceof IdentityError)) return legacySurface.own(error, request);
    return identityAnswer(error, error.status === 400 || error.status === 403 ? 401 : error.status);
  },
  render: legacySurface.render,
};

function identityAnswer({ message, code, headers }: IdentityError, status: number): Answer {
  return { status, body: { message, messageId: code }, headers };
}

function sentenceOf({ faults, message, code }: ResourceError): string {
  return code === "object_invalid" ? faults.map((fault) => fault.message).join(", ") : message;
}
