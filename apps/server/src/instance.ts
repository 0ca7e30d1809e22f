import { join } from "node:path";
import type { Database } from "@vedette/database";
import type { Delivery } from "@vedette/delivery";
import { httpSettings } from "@vedette/http";
import type { Metrics } from "@vedette/metrics";
import type { Instance } from "@vedette/resources";
import type { Settings } from "@vedette/settings";
import { serverSettings } from "./settings.ts";
import { uiSettings } from "./ui/settings.ts";
import { BUILT_AT, COMMIT, VERSION } from "./version.ts";

/** Of a clone, or of the package that npm has installed. */
const INSTALLATION = join(import.meta.dirname, "..", "..", "..");

interface InstanceParts {
  readonly publicUrl: string;
  readonly publishableKey: string;
  readonly settings: Settings;
  readonly db: Database;
  readonly delivery: Delivery;
  readonly metrics: Metrics;
}

/** What the process knows of itself, for the pages of the system settings. */
export function describeInstance(parts: InstanceParts): Instance {
  const { publicUrl, publishableKey, settings, db, delivery, metrics } = parts;
  return {
    async describe() {
      const [database, queues] = await Promise.all([describeStore(db), delivery.listQueues()]);
      return {
        name: settings.of(uiSettings)["ui.instance_name"],
        nameSource: settings.sourceOf("ui.instance_name"),
        version: VERSION,
        commit: COMMIT,
        builtAt: BUILT_AT,
        publicUrl,
        publishableKey,
        node: process.version,
        startedAt: Math.floor(Date.now() / 1000 - process.uptime()),
        memoryBytes: process.memoryUsage.rss(),
        processes: settings.of(serverSettings)["server.processes"],
        logLevel: settings.of(httpSettings)["log.level"],
        database,
        metrics: metrics.isOpen ? sizeOf(metrics.open.store.status) : null,
        queues,
      };
    },
    async findings() {
      const { checkProject } = await import("@vedette/ui/check");
      // A clone has more than it runs: what it needs for its tests is not missing in production.
      const { root: _, ...report } = checkProject(INSTALLATION, { ignore: ["auth/dev-dependency"] });
      // Where the installation lies is nobody's business but the operator's.
      return report;
    },
  };
}

function sizeOf({ series, blockBytes, logBytes }: Metrics["open"]["store"]["status"]) {
  return { series, bytes: blockBytes + logBytes };
}

/** Latency in milliseconds. A cluster that does not tell its size has none here. */
async function describeStore(db: Database) {
  const asked = performance.now();
  const { rows } = await db.query("select current_setting('server_version') as version");
  const latencyMs = performance.now() - asked;
  const size = await db.query("select pg_database_size(current_database())::float8 as bytes").catch(() => undefined);
  return { kind: db.kind, version: rows[0]?.["version"], latencyMs, bytes: size?.rows[0]?.["bytes"] ?? null };
}
