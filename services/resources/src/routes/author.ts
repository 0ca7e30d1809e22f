import type { Access } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import type { Author, Caller } from "../access/caller.ts";

/** Who writes by this request. */
export function authorOfRequest(access: Access<Caller>, request: FastifyRequest): Author {
  return { caller: access.callerOf(request), requestId: request.id, address: request.ip };
}
