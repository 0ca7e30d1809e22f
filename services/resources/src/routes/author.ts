import { type Access, plainAddress } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import type { Author, Caller } from "../access/caller.ts";

const MAX_MANAGER_LENGTH = 128;

/** Who writes by this request. */
export function authorOfRequest(access: Access<Caller>, request: FastifyRequest): Author {
  const caller = access.callerOf(request);
  return { caller, requestId: request.id, manager: managerOf(request), address: plainAddress(request.ip) };
}

/** The parameter `fieldManager`, else the program's name in the User-Agent. */
function managerOf({ query, headers }: FastifyRequest): string {
  const given: unknown = typeof query === "object" && query !== null ? Reflect.get(query, "fieldManager") : undefined;
  if (typeof given === "string" && given !== "") return given;
  const program = (headers["user-agent"] ?? "").split("/", 1)[0] ?? "";
  return program.slice(0, MAX_MANAGER_LENGTH).trim() || "unknown";
}
