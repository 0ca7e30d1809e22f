import type { IncomingHttpHeaders } from "node:http";
import { type Database, databaseSettings, keyRingSource, migrate, openKeyRing } from "@vedette/database";
import { deliverySettings, openDelivery } from "@vedette/delivery";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import {
  type Configuration,
  configurationRoutes,
  type Identity,
  identityRoutes,
  identitySettings,
  notifyNewDevices,
  openConfiguration,
  openIdentity,
  refuseNewerSchema,
  rootMetadataRoutes,
  startCleanup,
} from "@vedette/identity";
import {
  type Metrics,
  metricsRoutes,
  metricsSettings,
  openMetrics,
  otlpReceiverRoutes,
  selectorFault,
} from "@vedette/metrics";
import {
  hasAdministrator,
  identifyReader,
  identifySettingsWriter,
  isObjectMissing,
  issueSetupLink,
  openResources,
  type Resources,
  resourceRoutes,
  resourceSettings,
  startAuditUpkeep,
  startFillingSearchTexts,
  startForgetting,
  unknownRoles,
} from "@vedette/resources";
import type { Settings } from "@vedette/settings";
import { deliveryWorkersDashboard, type Registry } from "@vedette/worker-metrics";
import type { FastifyRequest } from "fastify";
import { allSettled } from "./all-settled.ts";
import { type ApiKeys, findApiKeys, readKeysFile, writeApiKeys } from "./api-keys.ts";
import { callerOf } from "./dashboard-image/caller.ts";
import { dashboardImageRoutes } from "./dashboard-image/routes.ts";
import { describeInstance } from "./instance.ts";
import { MIGRATIONS } from "./migrations.ts";
import { readSettings } from "./operator-file.ts";
import { type PageFiles, pageRoutes, readPages } from "./pages.ts";
import { probeRoutes } from "./probes.ts";
import { measureProcess } from "./process-metrics.ts";
import type { Member } from "./processes/member.ts";
import { ALL_METRICS, privateUrl, servePrivately } from "./processes/private-server.ts";
import { provisionFolder } from "./provision-folder.ts";
import { serverSettings } from "./settings.ts";
import { allowedOriginsOf, type UiConfiguration } from "./ui/configuration.ts";
import { openApiPage } from "./ui/openapi-page.ts";
import { refuseWrites } from "./ui/read-only.ts";
import { refreshSettings } from "./ui/refresh-settings.ts";
import { settingsRoutes } from "./ui/settings-answer.ts";
import { readProviderToken } from "./ui/sign-in/gate.ts";
import { mountSignIn, type OpenSignIn, openSignIn } from "./ui/sign-in/mount-sign-in.ts";
import { StoredExchanges } from "./ui/sign-in/stored-exchanges.ts";
import { BUILT_AT, COMMIT, VERSION } from "./version.ts";
import { WEB_FOLDER } from "./web-folder.ts";

/** What is known before anything is opened. */
export interface Site {
  readonly settings: Settings;
  readonly ui: UiConfiguration;
  /** Whether a schema of the reference service that is newer than this version is refused. */
  readonly isStrict: boolean;
  /** Free when it was looked at. */
  readonly port: number;
  readonly publicUrl: string;
  readonly registry: Registry;
  readonly log: App["log"];
  /** Set when this process is one of several. */
  readonly member: Member | undefined;
}

/** What needs no store: it is made while the store opens. */
export interface Shell {
  readonly app: App;
  /** Absent where the UI is not served. */
  readonly pages: PageFiles | undefined;
}

/** What is there before any service is. */
export interface Ground extends Site, Shell {
  readonly db: Database;
}

/** Sets up Fastify, without a route and without a store, and reads the UI. */
export async function openShell(
  { settings, ui, publicUrl, registry, log }: Site,
  opened: AsyncDisposableStack,
): Promise<Shell> {
  measureProcess(registry, VERSION);
  const options = {
    settings: settings.of(httpSettings),
    publicUrl,
    publicPath: ui.publicPath,
    version: VERSION,
    isDescribed: () => ui.settings["ui.openapi_enabled"],
    hidesRequests: ui.settings["ui.hide_logs"],
    registry,
    log,
  };
  const app = opened.adopt(createHttpServer(options), (server) => server.close());
  await app.after();
  return { app, pages: ui.settings["ui.enabled"] ? readPages(WEB_FOLDER) : undefined };
}

/**
 * Opens the services on the ground and serves them.
 *
 * @param opened - takes what has to be closed again, in the order in which it was opened
 * @returns the one-time link, while there is no administrator
 */
export async function serveHouse(ground: Ground, opened: AsyncDisposableStack): Promise<{ setupUrl?: string }> {
  const { app, settings, port, member, registry } = ground;
  const http = settings.of(httpSettings);
  const house = await openHouse(ground, opened);
  // Opened after the services, so that it closes before them: what was accepted is answered while they still stand.
  opened.defer(() => app.close());
  opened.use(refreshSettings({ settings, read: () => readSettings(process.env), log: ground.log }));
  await mount(ground, house);
  // Written before anybody is answered: whoever finds the server ready finds its keys, too.
  const setupUrl = await issueSetupLink(house.resources, readKeysFile(house.dataDir)?.setup_url);
  writeApiKeys(house.dataDir, house.apiKeys, setupUrl);
  const isTls = http["server.tls.cert_file"] !== "";
  const inside =
    member !== undefined || isTls
      ? opened.use(await servePrivately(app, { registry, port: member?.privatePort ?? 0 }))
      : undefined;
  await app.listen({ host: http["server.host"], port });
  // The certificate is for the names that people use, not for loopback.
  const self =
    isTls && inside !== undefined
      ? `${inside.url}${ALL_METRICS}`
      : `http://${selfHost(http["server.host"])}:${port}/metrics`;
  house.metrics.startScraping({ url: self, bearer: house.apiKeys.secretKey });
  return setupUrl === undefined ? {} : { setupUrl };
}

/** Everything that routes stand on. */
interface House {
  readonly dataDir: string;
  readonly apiKeys: ApiKeys;
  readonly db: Database;
  readonly registry: Registry;
  readonly configuration: Configuration;
  readonly identity: Identity;
  readonly resources: Resources;
  readonly metrics: Metrics;
  /** Absent where nobody signs in through a provider of the operator's. */
  readonly signIn: OpenSignIn | undefined;
}

async function openHouse(
  { app, settings, ui, isStrict, publicUrl, db, registry, log, member }: Ground,
  opened: AsyncDisposableStack,
): Promise<House> {
  const stored = settings.of(databaseSettings);
  const http = settings.of(httpSettings);
  const dataDir = stored["database.data_dir"];
  if (isStrict) await refuseNewerSchema(db);
  await migrate(db, MIGRATIONS);
  const fixed = settings.of(serverSettings);
  const apiKeys = findApiKeys(dataDir, {
    publishableKey: fixed["server.publishable_key"],
    secretKey: fixed["server.secret_key"],
  });
  const keyRing = openKeyRing(keyRingSource(stored));
  const configuration = opened.use(
    await openConfiguration({
      ...{ db, keyRing, settings, log },
      allowedHosts: http["security.outbound.allowed_hosts"],
      unknownRoles: (names) => unknownRoles(db, names),
    }),
  );
  const [delivery, metrics] = await allSettled([
    openDelivery({ db, keyRing, settings: settings.of(deliverySettings), registry, log }).then((it) => opened.use(it)),
    openMetrics({
      dataDir,
      settings: settings.of(metricsSettings),
      registry,
      log,
      version: VERSION,
      ...(member && { privateUrl: privateUrl(member.privatePort) }),
    }).then((it) => opened.use(it)),
  ]);
  // Jobs end while requests do, not after them.
  app.addHook("preClose", async () => {
    delivery.drain().catch((err: unknown) => log.warn({ err }, "failed to give back the jobs that were running"));
  });
  const exchanges = new StoredExchanges(db, keyRing);
  const signIn = ui.signIn && openSignIn(ui.signIn, { exchanges, secret: apiKeys.secretKey });
  const identity = await openIdentity({
    readOutsideToken: signIn && ((headers) => readProviderToken(headers, signIn.signIn.admission, signIn.clock)),
    db,
    keyRing,
    settings: settings.of(identitySettings),
    delivery,
    publicUrl,
    apiKeys,
    log,
    sourceOf: (setting) => settings.sourceOf(setting),
    allowedHosts: http["security.outbound.allowed_hosts"],
  });
  const upkeep = {
    relay: identity.relay,
    notifyNewDevices: (signal: AbortSignal) => notifyNewDevices(identity, signal),
  };
  opened.use(startCleanup({ db, settings: settings.of(identitySettings), log, ...upkeep }));
  const resources = await openResources({
    db,
    identity,
    settings: settings.of(resourceSettings),
    publicUrl,
    allowedHosts: http["security.outbound.allowed_hosts"],
    selectorFault,
    allowedOrigins: allowedOriginsOf(ui.settings, http),
    log,
    build: { version: VERSION, commit: COMMIT, builtAt: BUILT_AT },
    instance: describeInstance({
      publicUrl,
      publishableKey: apiKeys.publishableKey,
      settings,
      db,
      delivery,
      metrics,
    }),
    deliveryWorkers: { ...deliveryWorkersDashboard() },
    registry,
  });
  opened.use(startForgetting(resources, log));
  opened.use(startFillingSearchTexts(resources.db, log));
  opened.use(startAuditUpkeep(resources, log));
  const { "resources.provisioning_dir": provisioned } = resources.settings;
  if (provisioned !== "") await provisionFolder(resources, provisioned, log);
  return { dataDir, apiKeys, db, registry, configuration, identity, resources, metrics, signIn };
}

async function mount(
  { app, ui, settings, member, pages }: Ground,
  { db, registry, apiKeys, configuration, identity, resources, metrics, signIn }: House,
): Promise<void> {
  refuseWrites(app, ui.settings);
  await app.register(settingsRoutes, { settings: ui.settings, version: VERSION });
  await app.register(openApiPage, {
    document: async () => app.swagger(),
    isEnabled: () => ui.settings["ui.openapi_enabled"],
    publicPath: ui.publicPath,
  });
  if (signIn !== undefined) {
    const allowedOrigins = settings.of(httpSettings)["server.cors.allowed_origins"];
    await mountSignIn(app, { ...signIn, publicPath: ui.publicPath, allowedOrigins });
  }
  await app.register(probeRoutes, { db, registry, secretKey: apiKeys.secretKey, member });
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.register(rootMetadataRoutes, { identity });
  await app.register(configurationRoutes, {
    prefix: "/v1/projects",
    identity,
    configuration,
    identifyTokenHolder: (headers, address) => identifySettingsWriter(resources, headers, address),
  });
  await app.register(resourceRoutes, { resources });
  const metricsOptions = {
    metrics,
    identify: (headers: IncomingHttpHeaders, address: string) => identifyReader(resources, headers, address),
  };
  await app.register(metricsRoutes, { prefix: "/prometheus", ...metricsOptions });
  await app.register(otlpReceiverRoutes, metricsOptions);
  await app.register(dashboardImageRoutes, {
    registry,
    concurrency: settings.of(serverSettings)["server.limits.images"],
    waitingPerUser: resources.settings["server.limits.queued_per_user"],
    principalOf: async (headers, address) =>
      (await identifyReader(resources, headers, address))?.principal ?? "anonymous",
  });
  if (pages === undefined) return;
  await app.register(pageRoutes, {
    pages,
    publicPath: ui.publicPath,
    codecEndpoint: () => ui.settings["ui.codec.endpoint"],
    isSetupOpen: async () => !(await hasAdministrator(resources.db)),
    isObjectMissing: async (wanted, request) =>
      wanted.kind === "asked"
        ? await isRefusedAsUnknown(app, wanted.path, request)
        : await isObjectMissing(resources, { ...wanted, headers: request.headers, ip: request.ip }),
  });
}

/** A page is better late than never, and better without the right status than late. */
const PAGE_QUESTION_MS = 2_000;

/** Whether this server tells whoever sent a request that there is nothing at a path, or could be nothing of such a name. */
async function isRefusedAsUnknown(app: App, path: string, request: FastifyRequest): Promise<boolean> {
  const { status } = await callerOf(app, request).get(path, AbortSignal.timeout(PAGE_QUESTION_MS));
  return status === 404 || status === 400;
}

/** Where the process reaches itself: over loopback, unless it listens on one other address only. */
function selfHost(host: string): string {
  return ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"].includes(host) ? "localhost" : host;
}
