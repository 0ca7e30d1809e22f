import type { Registry } from "@vedette/worker-metrics";
import type { App } from "./app.ts";

/** Seconds; from a cached answer to one that was given up. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts every answer by method, route and status. The route is its pattern, never the path, so series stay few. */
export function measureRequests(app: App, registry: Registry): void {
  const durations = registry.histogram(
    "vedette_http_request_duration_seconds",
    "Time from the arrival of a request to the end of its answer.",
    ["method", "route", "status"],
    BUCKETS,
  );
  app.addHook("onResponse", (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: String(reply.statusCode),
    };
    durations.bind(labels).observe(reply.elapsedTime / 1000);
    done();
  });
}
