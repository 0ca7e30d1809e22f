import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

const DELAY_LIMIT_MS = 500;
/** A single long pause sheds nothing; five bad seconds in a row do. */
const BAD_SECONDS = 5;

/** What must answer even then: probes, the metrics that show the load, and leaving. */
const ALWAYS_ANSWERED = new Set([
  "/livez",
  "/readyz",
  "/healthz",
  "/metrics",
  "/api/health",
  "/auth/v1/health",
  "/auth/v1/logout",
  "/api/logout",
]);

/** How the request stops being one of those in flight. */
const leavers = new WeakMap<FastifyRequest, () => void>();

/** From here on the request only waits for something to happen, for minutes perhaps: it is no work in flight. */
export function waitsForEvents(request: FastifyRequest): void {
  leavers.get(request)?.();
}

/** Refuses work early: too many requests at once, or an event loop that has been late for seconds. */
export function shedLoad(app: App, maxInFlight: number): void {
  let inFlight = 0;
  let lateSeconds = 0;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const watch = setInterval(() => {
    lateSeconds = delay.percentile(50) / 1e6 > DELAY_LIMIT_MS ? lateSeconds + 1 : 0;
    delay.reset();
  }, 1000);
  watch.unref();
  app.addHook("onClose", async () => {
    clearInterval(watch);
    delay.disable();
  });
  app.addHook("onRequest", (request, reply, done) => {
    inFlight += 1;
    const leave = (): void => {
      if (leavers.delete(request)) inFlight -= 1;
    };
    leavers.set(request, leave);
    reply.raw.once("close", leave);
    const isBusy = inFlight > maxInFlight || lateSeconds >= BAD_SECONDS;
    if (isBusy && !ALWAYS_ANSWERED.has(request.routeOptions.url ?? "")) {
      throw new HttpError("overloaded", { headers: { "retry-after": "1" } });
    }
    done();
  });
}
