import type { FastifyRequest } from "fastify";
import { bodyText } from "./json-body.ts";

/**
 * Whether no text of a JSON body holds half of a character: JSON can write that (`"\ud800"`), but no database keeps it.
 * Bodies are valid UTF-8, so a half can only come by an escape.
 */
export function hasWellFormedBody(request: FastifyRequest): boolean {
  return !/\\ud/i.test(bodyText(request)) || isWellFormed(request.body);
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}
