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
    const fail = (cause: unknown): void => reject(new MetricsError("store_elsewhere", { cause }));
    const outgoing = ask(`${keeper}${url}`, { method, headers }, (incoming) => {
      incoming.on("error", fail);
      // Another program may listen on the port by now, and answer what cannot be passed on; or it is too late.
      const { statusCode = 502 } = incoming;
      if (statusCode > 599 || reply.raw.headersSent) {
        outgoing.destroy();
        fail(new TypeError(`A response with status ${statusCode} cannot be passed on`));
        return;
      }
      reply.hijack();
      reply.raw.writeHead(statusCode, incoming.headers);
      // Whatever breaks now, the client sees an answer that ends too early.
      pipeline(incoming, reply.raw, () => resolve());
    });
    outgoing.on("error", fail);
    reply.raw.once("close", () => {
      outgoing.destroy();
      resolve();
    });
    raw.on("error", () => outgoing.destroy());
    raw.pipe(outgoing);
  });
}
