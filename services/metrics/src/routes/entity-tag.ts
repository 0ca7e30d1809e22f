import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends an answer that clients may keep and ask about: with the same tag again, 304 and no body. */
export function withTag(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const body = JSON.stringify(answer);
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  reply.header("etag", tag).header("cache-control", "private, no-cache");
  const known = request.headers["if-none-match"]?.split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (known?.some((one) => one === tag || one === "*")) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
}
