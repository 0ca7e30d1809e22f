import { bodyText } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { IdentityError } from "../errors.ts";

/**
 * Refuses halves of characters: JSON can write them (`"\ud800"`), but the database keeps no such text. Bodies are valid
 * UTF-8, so a half can only come by an escape.
 *
 * @throws IdentityError `bad_json`
 */
export function requireWellFormed(request: FastifyRequest): void {
  if (!/\\ud/i.test(bodyText(request)) || isWellFormed(request.body)) return;
  throw new IdentityError("bad_json", {
    message: "Could not parse request body as JSON: a text holds half of a surrogate pair",
  });
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}
