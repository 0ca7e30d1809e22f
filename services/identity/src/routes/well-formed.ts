import { hasWellFormedBody } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { IdentityError } from "../errors.ts";

/**
 * Refuses halves of characters.
 *
 * @throws IdentityError `bad_json`
 */
export function requireWellFormed(request: FastifyRequest): void {
  if (hasWellFormedBody(request)) return;
  throw new IdentityError("bad_json", {
    message: "Could not parse request body as JSON: a text holds half of a surrogate pair",
  });
}
