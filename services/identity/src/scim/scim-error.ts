import type { Answer, ErrorSurface } from "@vedette/http";
import { IdentityError } from "../errors.ts";

/** What is wrong, in the words of RFC 7644, 3.12. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** A refusal of the directory's request. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, message: string, options: { scimType?: ScimType; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ScimError";
    this.status = status;
    this.scimType = options.scimType;
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc7644#section-3.12 */
export const scimErrorSurface: ErrorSurface = {
  own(error) {
    if (error instanceof ScimError) return draw(error.status, error.message, error.scimType);
    return error instanceof IdentityError ? draw(error.status, error.message) : undefined;
  },
  render({ status, message, headers }) {
    return { ...draw(status, message, status === 400 ? "invalidSyntax" : undefined), headers };
  },
};

function draw(status: number, detail: string, scimType?: ScimType): Answer {
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
  return { status, body: { schemas, status: String(status), ...(scimType === undefined ? {} : { scimType }), detail } };
}
