import { join } from "node:path";
import { type Database, databaseSettings, migrate, openDatabase } from "@vedette/database";
import { deliveryMigrations, deliverySettings, openDelivery } from "@vedette/delivery";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import { identify, identityMigrations, identityRoutes, identitySettings, openIdentity } from "@vedette/identity";
import { metricsRoutes, metricsSettings, openMetrics } from "@vedette/metrics";
import { openResources, resourceMigrations, resourceRoutes, resourceSettings } from "@vedette/resources";
import type { Settings } from "@vedette/settings";
import { createRegistry, deliveryWorkersDashboard } from "@vedette/worker-metrics";
import { findApiKeys, writeApiKeys } from "./api-keys.ts";
import { pageRoutes, readPages } from "./pages.ts";
import { probeRoutes } from "./probes.ts";
import { publicUrlOf } from "./public-url.ts";
import { serverSettings } from "./settings.ts";

/** The running process. */
export interface RunningServer {
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The one-time link, while there is no administrator. */
  readonly setupUrl: string | undefined;
  /** Finishes what was accepted, then releases everything. */
  close(): Promise<void>;
}
