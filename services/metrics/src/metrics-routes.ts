import { compressLargeAnswers, drawFailures, type RoutePlugin, useErrorSurface } from "@vedette/http";
import type { Metrics } from "./metrics.ts";
import { type IdentifyReader, readerAccess } from "./routes/access.ts";
import { deletionRoutes } from "./routes/deletion.ts";
import { prometheusErrors } from "./routes/error-surface.ts";
import { forwardToKeeper } from "./routes/forward.ts";
import { otlpRoutes } from "./routes/otlp.ts";
import { queryRoutes } from "./routes/query.ts";
import { reloadRoutes } from "./routes/reload.ts";
import { takeForms } from "./routes/request.ts";
import { seriesRoutes } from "./routes/series.ts";
import { healthRoutes, statusRoutes } from "./routes/status.ts";
import { writeRoutes } from "./routes/write.ts";

export interface MetricsRoutesOptions {
  readonly metrics: Metrics;
  /** Who asks, by the headers of the request; everybody who is known may read. */
  readonly identify: IdentifyReader;
}

const API = { prefix: "/api/v1" };

/** The HTTP API of Prometheus, to be mounted at /prometheus. */
export const metricsRoutes: RoutePlugin<MetricsRoutesOptions> = async (app, { metrics, identify }) => {
  useErrorSurface(app, prometheusErrors);
  await app.register(healthRoutes, { metrics });
  await app.register(async (api) => {
    forwardToKeeper(api, metrics);
    readerAccess(identify).install(api);
    takeForms(api);
    compressLargeAnswers(api);
    api.addHook("onSend", async (_request, reply) => {
      if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    });
    await api.register(queryRoutes, { metrics, ...API });
    await api.register(seriesRoutes, { metrics, ...API });
    await api.register(statusRoutes, { metrics, ...API });
    await api.register(reloadRoutes, { metrics });
    await api.register(deletionRoutes, { metrics, ...API });
    await api.register(writeRoutes, { metrics, ...API });
    await api.register(otlpRoutes, { metrics, path: "/otlp/v1/metrics", ...API });
  });
};

/** Where exporters of OpenTelemetry send metrics when they are told nothing but the server: `/v1/metrics`. */
export const otlpReceiverRoutes: RoutePlugin<MetricsRoutesOptions> = async (app, { metrics, identify }) => {
  drawFailures(app, prometheusErrors);
  forwardToKeeper(app, metrics);
  readerAccess(identify).install(app);
  await app.register(otlpRoutes, { metrics, path: "/v1/metrics" });
};
