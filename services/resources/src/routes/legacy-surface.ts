import type { ErrorSurface } from "@vedette/http";
import { RESOURCE_ERRORS, ResourceError } from "../errors.ts";

/** Draws every failure under /api as `{message, messageId}`. */
export const legacySurface: ErrorSurface = {
  own: (error) => {
    if (!(error instanceof ResourceError)) return undefined;
    const { status } = RESOURCE_ERRORS[error.code];
    const overtaken = error.code === "save_overtaken" ? { status: "version-mismatch" } : {};
    return { status, body: { message: sentenceOf(error), messageId: error.code, ...overtaken } };
  },
  render: ({ status, message, code, headers }) => ({ status, body: { message, messageId: code }, headers }),
};

function sentenceOf({ faults, message, code }: ResourceError): string {
  return code === "object_invalid" ? faults.map((fault) => fault.message).join(", ") : message;
}
