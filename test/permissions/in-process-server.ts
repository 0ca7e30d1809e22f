import { openDatabase } from "@vedette/database/open";
import { databaseOptions, databaseSettings } from "@vedette/database/settings";
import { createLog } from "@vedette/http/log";
import { createRegistry } from "@vedette/worker-metrics";
import { readSettings } from "../../apps/server/src/operator-file.ts";
import { type Ground, openShell, serveHouse } from "../../apps/server/src/serve-house.ts";
import { readUiConfiguration } from "../../apps/server/src/ui/configuration.ts";
import { freePort } from "../free-port.ts";
import { aDataDir, removeDataDir } from "../running-server.ts";

interface ServedRoute {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
}

/** The whole product in this process, with the routes that it registered. */
export interface InProcessServer extends AsyncDisposable {
  readonly app: Ground["app"];
  readonly db: Ground["db"];
  readonly routes: readonly ServedRoute[];
  readonly host: string;
}

export async function startInProcess(env: Readonly<Record<string, string>>): Promise<InProcessServer> {
  const dataDir = aDataDir();
  const port = Number(await freePort());
  const settings = readSettings({ VEDETTE_UI_PORT: String(port), VEDETTE_DATA_DIR: dataDir, ...env });
  const log = createLog("fatal");
  const registry = createRegistry();
  const publicUrl = `http://localhost:${port}`;
  const ui = readUiConfiguration(settings);
  const site = { settings, ui, isStrict: false, port, publicUrl, registry, log, member: undefined };
  await using opened = new AsyncDisposableStack();
  opened.defer(() => removeDataDir(dataDir));
  const db = opened.use(await openDatabase({ ...databaseOptions(settings.of(databaseSettings)), log, registry }));
  const shell = await openShell(site, opened);
  const routes: ServedRoute[] = [];
  shell.app.addHook("onRoute", ({ method: methods, url: path, config }) => {
    const permission = config?.permission ?? "";
    for (const method of [methods].flat()) routes.push({ method, path, permission });
  });
  await serveHouse({ ...site, ...shell, db }, opened);
  const running = opened.move();
  return { app: shell.app, db, routes, host: `localhost:${port}`, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
