import { type AllowedOrigins, type App, createHttpServer, HttpError, httpSettings, OPEN } from "@vedette/http";
import { type Settings, SettingsError } from "@vedette/settings";
import { claimPort } from "../claim-port.ts";
import { readSettings } from "../operator-file.ts";
import { pageRoutes, readPages } from "../pages.ts";
import { publicUrlOf } from "../public-url.ts";
import { VERSION } from "../version.ts";
import { WEB_FOLDER } from "../web-folder.ts";
import { BackendConnection } from "./backend/connection.ts";
import { backendRoutes } from "./backend/forward.ts";
import { allowOriginsWithCredentials, refuseForeignPages } from "./browser-requests.ts";
import { allowedOriginsOf, readUiConfiguration, type UiConfiguration } from "./configuration.ts";
import { openLog } from "./open-log.ts";
import { isOpenApiDocument, openApiPage } from "./openapi-page.ts";
import { refuseWrites } from "./read-only.ts";
import { refreshSettings } from "./refresh-settings.ts";
import { settingsRoutes } from "./settings-answer.ts";
import { requireProviderToken } from "./sign-in/gate.ts";
import { mountSignIn, openSignIn } from "./sign-in/mount-sign-in.ts";

/** The UI server apart from its API. */
export interface RunningUi {
  readonly publicUrl: string;
  readonly backend: URL;
  close(): Promise<void>;
}

/**
 * Serves the pages, and hands everything else on to the API of another Vedette.
 *
 * @throws SettingsError also without the API's address; an error with code EADDRINUSE when the port is taken
 */
export async function startUi(settings: Settings): Promise<RunningUi> {
  const ui = readUiConfiguration(settings);
  const { backend } = ui;
  if (backend === undefined) throw addressMissing();
  const http = settings.of(httpSettings);
  const log = openLog(http["log.level"], ui.settings);
  await using opened = new AsyncDisposableStack();
  const connection = opened.use(await BackendConnection.open(ui.settings, log));
  const port = await claimPort(http["server.host"], http["server.port"]);
  const publicUrl = publicUrlOf(http, port, ui.publicPath);
  const app = createHttpServer({
    settings: http,
    publicUrl,
    publicPath: ui.publicPath,
    hidesRequests: ui.settings["ui.hide_logs"],
    log,
  });
  opened.defer(() => app.close());
  opened.use(refreshSettings({ settings, read: () => readSettings(process.env), log }));
  await app.after();
  const origins = () => allowedOriginsOf(ui.settings, http);
  allowOriginsWithCredentials(app, origins);
  refuseForeignPages(app, {
    isSecure: () => publicUrl.startsWith("https:") && !ui.settings["ui.csrf_cookie_insecure"],
  });
  refuseWrites(app, ui.settings);
  const allowedOrigins = http["server.cors.allowed_origins"];
  await mountApi(app, ui, { connection, backend, publicUrl, allowedOrigins, origins });
  if (ui.settings["ui.enabled"]) {
    await app.register(pageRoutes, {
      pages: readPages(WEB_FOLDER),
      publicPath: ui.publicPath,
      codecEndpoint: () => ui.settings["ui.codec.endpoint"],
    });
  }
  await app.listen({ host: http["server.host"], port });
  const running = opened.move();
  return { publicUrl, backend, close: () => running.disposeAsync() };
}

interface Ground {
  readonly connection: BackendConnection;
  readonly backend: URL;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly origins: () => AllowedOrigins;
}

async function mountApi(app: App, ui: UiConfiguration, ground: Ground): Promise<void> {
  const { settings, publicPath, signIn } = ui;
  const { connection, publicUrl, allowedOrigins } = ground;
  app.get("/healthz", { config: { permission: OPEN } }, async () => ({ status: "OK" }));
  if (signIn !== undefined) {
    const opened = openSignIn(signIn);
    await mountSignIn(app, { ...opened, publicPath, allowedOrigins });
    requireProviderToken(app, opened.signIn.admission, opened.clock);
  }
  await app.register(settingsRoutes, { settings, version: VERSION });
  const address = () => readAddress(ui) ?? ground.backend;
  const document = () => describedApi(connection, address(), publicUrl);
  const isEnabled = () => settings["ui.openapi_enabled"];
  app.get("/openapi/v1.json", { config: { permission: OPEN } }, async () => {
    if (!isEnabled()) throw new HttpError("not_found");
    return document();
  });
  await app.register(openApiPage, { document, isEnabled, publicPath });
  await app.register(backendRoutes, { address, connection, settings, origins: ground.origins });
}

/** The address may have changed since the start, where the settings are read again. */
function readAddress(ui: UiConfiguration): URL | undefined {
  const text = ui.settings.vedetteGrpcAddress;
  const scheme = ui.backend?.protocol ?? "http:";
  return text === "" ? undefined : new URL(/^https?:\/\//.test(text) ? text : `${scheme}//${text}`);
}

/** Longest wait for the description of the API. */
const DESCRIPTION_MS = 8_000;

/** What the API says of itself, with this server in its place. */
async function describedApi(connection: BackendConnection, backend: URL, publicUrl: string): Promise<unknown> {
  try {
    const { body, statusCode } = await connection.dispatcher.request({
      origin: backend.origin,
      path: "/openapi/v1.json",
      method: "GET",
      headersTimeout: DESCRIPTION_MS,
      signal: AbortSignal.timeout(DESCRIPTION_MS),
    });
    const document: unknown = await body.json();
    if (statusCode === 200 && isOpenApiDocument(document)) return { ...document, servers: [{ url: publicUrl }] };
  } catch (cause) {
    throw new HttpError("bad_gateway", { detail: `${backend.host} cannot be reached.`, cause });
  }
  throw new HttpError("bad_gateway", { detail: `${backend.host} returned no OpenAPI document.` });
}

function addressMissing(): SettingsError {
  return new SettingsError([
    {
      origin: "environment",
      message: "VEDETTE_ADDRESS is not set; vedette ui needs the address of an API, e.g. https://vedette.example.com",
    },
  ]);
}
