import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

/** Those who asked to be told when nobody waits for an answer any more. */
const abandoned = new WeakMap<FastifyRequest, AbortController>();

/** What ends the answers that are being made. */
const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

declare module "fastify" {
  interface FastifyContextConfig {
    /** Milliseconds until the answer is given up, or what says so for each request; `undefined` for those of the server. */
    answerWithinMs?: number | (() => number | undefined);
  }
}

/**
 * Gives up answers in time: those that have not begun are a refusal, the others end there. Fastify has a timer of its own,
 * which ends with the message, that is when a body has been read, and makes a signal and an error for every request.
 *
 * @param usualMs - for routes that say nothing else
 */
export function endLateAnswers(app: App, usualMs: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { answerWithinMs } = request.routeOptions.config;
    const deadlineMs = typeof answerWithinMs === "function" ? answerWithinMs() : answerWithinMs;
    endAfter(request, reply, deadlineMs ?? usualMs);
    done();
  });
  // How long a body may take to arrive is another matter.
  app.addHook("preHandler", (request, _reply, done) => {
    if (request.body !== undefined) timers.get(request)?.refresh();
    done();
  });
}

function endAfter(request: FastifyRequest, reply: FastifyReply, deadlineMs: number): void {
  const { raw } = reply;
  // Of somebody who has left already nothing would clear the timer.
  if (raw.destroyed) return;
  const timer = setTimeout(() => {
    if (reply.sent) return;
    abandoned.get(request)?.abort();
    if (raw.headersSent) raw.destroy();
    else reply.send(new HttpError("deadline_exceeded"));
  }, deadlineMs);
  timers.set(request, timer);
  raw.once("close", () => {
    clearTimeout(timer);
    timers.delete(request);
  });
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
