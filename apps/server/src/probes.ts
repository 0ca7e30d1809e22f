import { createHash, timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import type { Database } from "@vedette/database";
import { HttpError, OPEN, type RoutePlugin } from "@vedette/http";
import { contentTypeOf, negotiateFormat, type Registry } from "@vedette/worker-metrics";
import type { Member } from "./processes/member.ts";

export interface ProbeOptions {
  readonly db: Database;
  readonly registry: Registry;
  /** Opens `/metrics` to callers that are not on this machine. */
  readonly secretKey: string;
  /** Set when this process is one of several: `/metrics` then shows all of them. */
  readonly member: Member | undefined;
}

/** `/livez`, `/readyz`, `/healthz` and `/metrics`: for probes and scrapers, without a session. */
export const probeRoutes: RoutePlugin<ProbeOptions> = async (app, { db, registry, secretKey, member }) => {
  const open = { config: { permission: OPEN } };
  app.get("/livez", open, async () => ({ status: "ok" }));
  app.get("/healthz", open, async () => ({ status: "OK" }));
  app.get("/readyz", open, async ({ signal }, reply) => {
    if (app.isClosing()) return reply.code(503).send({ status: "closing" });
    await db.ping(signal);
    return { status: "ok" };
  });
  app.get("/metrics", open, async (request, reply) => {
    // A proxy on this machine also comes from loopback; what it forwards does not.
    const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
    const isLocal = isLoopback(request.socket.remoteAddress) && !isForwarded;
    if (!isLocal && !isSecretKey(request.headers.authorization, secretKey)) {
      throw new HttpError("unauthorized", {
        detail: "/metrics is open to this machine, or to the secret key as bearer.",
      });
    }
    const format = negotiateFormat(request.headers.accept);
    const exposition = member?.exposeAll(registry, format) ?? Readable.from(registry.exposeInSlices(format));
    return reply.type(contentTypeOf(format)).send(await exposition);
  });
};

/** What proxies add to what they pass on (RFC 7239, RFC 9110 section 7.6.3, and what they did before). */
const FORWARDING_HEADERS = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;

function isLoopback(address = ""): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

function isSecretKey(authorization: string | undefined, secretKey: string): boolean {
  const offered = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(offered), digest(secretKey));
}

/** Equal length for the comparison, whatever was offered. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
