import { request as ask } from "node:http";
import { pipeline } from "node:stream";
import type { App } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MetricsError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";

/** Lets the process that keeps the store answer what this one cannot. It looks at the credentials itself. */
export function forwardToKeeper(app: App, metrics: Metrics): void {
  app.addHook("onRequest", async (request, reply) => {
    const keeper = metrics.keeper;
    if (keeper === undefined) return;
    await forward(request, reply, keeper);
    return reply;
  });
}

/** @throws MetricsError `store_elsewhere` when that process has just ended */
async function forward({ raw, url }: FastifyRequest, reply: FastifyReply, keeper: string): Promise<void> {
  const { method = "GET", headers } = raw;
  await new Promise<void>((resolve, reject) => {
    const outgoing = ask(`${keeper}${url}`, { method, headers }, (incoming) => {
      reply.hijack();
      reply.raw.writeHead(incoming.statusCode ?? 502, incoming.headers);
      // Whatever breaks now, the client sees an answer that ends too early.
      pipeline(incoming, reply.raw, () => resolve());
    });
    outgoing.once("error", (cause) => reject(new MetricsError("store_elsewhere", { cause })));
    reply.raw.once("close", () => outgoing.destroy());
    raw.pipe(outgoing);
  });
}
