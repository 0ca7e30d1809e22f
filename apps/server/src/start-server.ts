import { createServer } from "node:net";
import { join } from "node:path";
import {
  type Database,
  databaseOptions,
  databaseSettings,
  keyRingSource,
  migrate,
  openDatabase,
  openKeyRing,
} from "@vedette/database";
import { deliverySettings, openDelivery } from "@vedette/delivery";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import { type Identity, identify, identityRoutes, identitySettings, openIdentity } from "@vedette/identity";
import { type Metrics, metricsRoutes, metricsSettings, openMetrics, type SelfAddress } from "@vedette/metrics";
import {
  hasAdministrator,
  issueSetupLink,
  openResources,
  type Resources,
  resourceRoutes,
  resourceSettings,
} from "@vedette/resources";
import type { Settings } from "@vedette/settings";
import { createRegistry, deliveryWorkersDashboard, type Registry } from "@vedette/worker-metrics";
import { type ApiKeys, findApiKeys, readKeysFile, writeApiKeys } from "./api-keys.ts";
import { MIGRATIONS } from "./migrations.ts";
import { pageRoutes, readPages } from "./pages.ts";
import { probeRoutes } from "./probes.ts";
import { measureProcess } from "./process-metrics.ts";
import { publicUrlOf } from "./public-url.ts";
import { serverSettings } from "./settings.ts";
import { COMMIT, VERSION } from "./version.ts";

/** The running process. */
export interface RunningServer {
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The one-time link, while there is no administrator. */
  readonly setupUrl: string | undefined;
  /** Finishes what was accepted, then releases everything. */
  close(): Promise<void>;
}

/** Where the built UI lies. */
const WEB_FOLDER = join(import.meta.dirname, "..", "..", "web", "dist");

/**
 * Brings everything up: port, store, migrations, services, routes, listening. Whatever fails takes down what was
 * already up.
 *
 * @throws DatabaseError; an error with code EADDRINUSE when the port is taken
 */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const http = settings.of(httpSettings);
  const port = await claimPort(http["server.host"], http["server.port"]);
  const publicUrl = publicUrlOf(http, port);
  const registry = createRegistry();
  measureProcess(registry, VERSION);
  await using opened = new AsyncDisposableStack();
  const app = opened.adopt(createHttpServer({ settings: http, publicUrl, version: VERSION, registry }), (server) =>
    server.close(),
  );
  const house = await openHouse({ settings, publicUrl, registry, log: app.log }, opened);
  // Opened after the services, so that it closes before them: what was accepted is answered while they still stand.
  opened.defer(() => app.close());
  await mount(app, settings, house);
  // Written before anybody is answered: whoever finds the server ready finds its keys, too.
  const setupUrl = await issueSetupLink(house.resources, readKeysFile(house.dataDir)?.setup_url);
  writeApiKeys(house.dataDir, house.apiKeys, setupUrl);
  await app.listen({ host: http["server.host"], port });
  house.metrics.startScraping(selfAddress(http["server.host"], port, house.apiKeys.secretKey));
  const running = opened.move();
  return { publicUrl, dataDir: house.dataDir, setupUrl, close: () => running.disposeAsync() };
}

/** Everything that routes stand on. */
interface House {
  readonly dataDir: string;
  readonly apiKeys: ApiKeys;
  readonly db: Database;
  readonly registry: Registry;
  readonly identity: Identity;
  readonly resources: Resources;
  readonly metrics: Metrics;
}

interface HouseOptions {
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly registry: Registry;
  readonly log: App["log"];
}

async function openHouse(
  { settings, publicUrl, registry, log }: HouseOptions,
  opened: AsyncDisposableStack,
): Promise<House> {
  const stored = settings.of(databaseSettings);
  const dataDir = stored["database.data_dir"];
  const db = opened.use(await openDatabase({ ...databaseOptions(stored), log, registry }));
  await migrate(db, MIGRATIONS);
  const fixed = settings.of(serverSettings);
  const apiKeys = findApiKeys(dataDir, {
    publishableKey: fixed["server.publishable_key"],
    secretKey: fixed["server.secret_key"],
  });
  const delivery = opened.use(await openDelivery({ db, settings: settings.of(deliverySettings), registry, log }));
  const identity = await openIdentity({
    db,
    keyRing: openKeyRing(keyRingSource(stored)),
    settings: settings.of(identitySettings),
    delivery,
    publicUrl,
    apiKeys,
  });
  const resources = await openResources({
    db,
    identity,
    settings: settings.of(resourceSettings),
    publicUrl,
    allowedHosts: settings.of(httpSettings)["security.outbound.allowed_hosts"],
    build: { version: VERSION, commit: COMMIT },
    deliveryWorkers: { ...deliveryWorkersDashboard() },
  });
  const metrics = opened.use(
    await openMetrics({ dataDir, settings: settings.of(metricsSettings), registry, log, version: VERSION }),
  );
  return { dataDir, apiKeys, db, registry, identity, resources, metrics };
}

async function mount(
  app: App,
  settings: Settings,
  { db, registry, apiKeys, identity, resources, metrics }: House,
): Promise<void> {
  await app.register(probeRoutes, { db, registry, secretKey: apiKeys.secretKey });
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.register(resourceRoutes, { resources });
  await app.register(metricsRoutes, {
    prefix: "/prometheus",
    metrics,
    identify: (headers) => identify(identity, headers),
  });
  if (!settings.of(serverSettings)["ui.enabled"]) return;
  await app.register(pageRoutes, {
    pages: readPages(WEB_FOLDER),
    isSetupOpen: async () => !(await hasAdministrator(resources.db)),
  });
}

/** Where the process reaches itself: over loopback, unless it listens on one other address only. */
function selfAddress(host: string, port: number, secretKey: string): SelfAddress {
  const isLocal = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"].includes(host);
  return { url: `http://${isLocal ? "localhost" : host}:${port}/metrics`, bearer: secretKey };
}

/**
 * Finds out whether the port is free before anything is written.
 *
 * @returns the port, or a free one for 0
 */
async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : port;
}
