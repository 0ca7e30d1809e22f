import type { RequestOrigin } from "@vedette/identity";
import type { FastifyRequest } from "fastify";

/** Where a request came from. */
export function originOf({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): RequestOrigin {
  return { ipAddress: ip, userAgent: headers["user-agent"] ?? "" };
}
