import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

/** Those who asked to be told when nobody waits for an answer any more. */
const abandoned = new WeakMap<FastifyRequest, AbortController>();

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Milliseconds until the answer is given up, asked for with every request; `undefined` for those of the server. The
     * route's `handlerTimeout` must be the longest that this can be.
     */
    answerWithinMs?: () => number | undefined;
  }
}

/**
 * Gives up the answer to a request with a body in time, and to any request where the route decides anew each time.
 * Fastify's own timer covers the others only: it ends with the message, which is when the body has been read.
 *
 * @param usualMs - for routes that decide anew and have nothing to say just now
 */
export function endLateAnswers(app: App, usualMs: number): void {
  app.addHook("onRequest", async (request, reply) => {
    const { answerWithinMs } = request.routeOptions.config;
    if (answerWithinMs !== undefined) endAfter(request, reply, answerWithinMs() ?? usualMs);
  });
  app.addHook("preHandler", async (request, reply) => {
    const { handlerTimeout = 0, config } = request.routeOptions;
    if (config.answerWithinMs !== undefined || handlerTimeout === 0 || request.body === undefined) return;
    endAfter(request, reply, handlerTimeout);
  });
}

function endAfter(request: FastifyRequest, reply: FastifyReply, deadlineMs: number): void {
  // Somebody who left while it was found out what they may do is never told, and nothing would clear the timer.
  if (reply.raw.destroyed) return;
  const timer = setTimeout(() => {
    if (reply.sent || reply.raw.headersSent) return;
    abandoned.get(request)?.abort();
    reply.send(new HttpError("deadline_exceeded"));
  }, deadlineMs);
  reply.raw.once("close", () => clearTimeout(timer));
}

/** Ends when the client goes away before it has its answer, or when the answer is given up. */
export function untilAbandoned(reply: FastifyReply): AbortSignal {
  const controller = abandoned.get(reply.request) ?? new AbortController();
  abandoned.set(reply.request, controller);
  if (reply.raw.destroyed && !reply.raw.writableFinished) controller.abort();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Whether all that failed is that nobody waits for the answer any more. */
export function isAbandonment(error: unknown, request: FastifyRequest): boolean {
  if (abandoned.get(request)?.signal.aborted !== true || !(error instanceof Error)) return false;
  return [error, error.cause].some((one) => one instanceof Error && one.name === "AbortError");
}
