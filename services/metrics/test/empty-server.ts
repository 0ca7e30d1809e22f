/** Serves an empty store over HTTP, in a process of its own as the peer does, and prints its address. */
import { writeSync } from "node:fs";
import { createHttpServer, httpSettings } from "@vedette/http";
import { settingsFrom } from "@vedette/settings";
import { metricsRoutes } from "../src/metrics-routes.ts";
import type { Reader } from "../src/routes/access.ts";
import { openTestMetrics } from "./test-store.ts";

const [dataDir = "", target] = process.argv.slice(2);
const scrape = target === undefined ? [] : [{ job: "bench", targets: [target], interval: "1s" }];
const metrics = await openTestMetrics(dataDir, { "metrics.max_series": 5_000_000, "metrics.scrape": scrape });
const settings = settingsFrom(httpSettings, { "log.level": "silent" });
const app = createHttpServer({ settings, publicUrl: "http://localhost:8080" });
const reader: Reader = {
  who: { kind: "secret-key" },
  principal: "api-key:secret-key",
  seriesFor: async () => "all",
  mayChange: async () => true,
};
await app.register(metricsRoutes, { prefix: "/prometheus", metrics, identify: async () => reader });
const url = await app.listen({ host: "127.0.0.1", port: 0 });
if (target !== undefined) metrics.startScraping();
writeSync(1, `${url}/prometheus\n`);
