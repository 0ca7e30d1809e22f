import { EventEmitter } from "node:events";
import type { Backend, CreateRequest, WindowSystemEvents } from "../backend.ts";
import type { Display } from "../display.ts";
import { WindowError } from "../errors.ts";
import { chosenIn } from "../model/modes.ts";
import { DEFAULT_OPTIONS, resolveOptions } from "../options.ts";
import { centredIn } from "../rectangle.ts";
import { type ElectronApi, loadElectron, type NativeWindow } from "./electron-api.ts";
import { electronPeer } from "./electron-window.ts";

const DISPLAY_EVENTS = ["display-added", "display-removed", "display-metrics-changed"];

/** Hands windows over to Electron's own class; that is how macOS, Windows and Wayland are covered. */
export async function electronBackend(load: () => Promise<ElectronApi> = loadElectron): Promise<Backend> {
  const electron = await load();
  await electron.app.whenReady();
  const system = Object.assign(new EventEmitter<WindowSystemEvents>(), { backend: "electron" as const });
  const nativeById = new Map<number, NativeWindow>();
  let displays = readDisplays(electron);
  const follow = (): void => {
    displays = readDisplays(electron);
    system.emit("displays-changed");
  };
  for (const event of DISPLAY_EVENTS) electron.screen.on(event, follow);

  return {
    system,
    displays: () => displays,
    create({ id, options, emit }: CreateRequest) {
      const native = new electron.BaseWindow(nativeOptions(options, displays, nativeById));
      nativeById.set(id, native);
      native.once("closed", () => nativeById.delete(id));
      return electronPeer(native, {
        displays: () => displays,
        nativeById: (other) => nativeById.get(other),
        idOf: (other) => [...nativeById].find(([, window]) => window.id === other.id)?.[0],
        isWayland: isWayland(electron),
        emit,
      });
    },
    adopt: () => Promise.reject(new WindowError("ERR_NOT_SUPPORTED")),
    async close() {
      for (const event of DISPLAY_EVENTS) electron.screen.removeListener(event, follow);
      for (const native of nativeById.values()) native.destroy();
    },
  };
}

/** Options as Electron takes them: its window for ours as parent, and a place for the display asked for. */
function nativeOptions(
  options: CreateRequest["options"],
  displays: readonly Display[],
  nativeById: ReadonlyMap<number, NativeWindow>,
): Record<string, unknown> {
  const { display: id, parent, ...rest } = options;
  const resolved = resolveOptions(options);
  const display = chosenIn(displays, { display: id });
  const place = display === undefined ? {} : centredIn(display.workArea, resolved);
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const nativeParent = parent ? nativeById.get(parent.id) : undefined;
  return {
    title: DEFAULT_OPTIONS.title,
    ...Object.fromEntries(given),
    ...place,
    ...(nativeParent === undefined ? {} : { parent: nativeParent }),
  };
}

/** Electron takes the session's protocol unless it is told another. */
function isWayland({ app }: ElectronApi): boolean {
  if (process.platform !== "linux") return false;
  const chosen = app.commandLine.getSwitchValue("ozone-platform");
  return chosen === "wayland" || (chosen !== "x11" && process.env["XDG_SESSION_TYPE"] === "wayland");
}

function readDisplays({ screen }: ElectronApi): Display[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen.getAllDisplays().map(({ id, label, bounds, workArea, scaleFactor }) => ({
    id,
    name: label,
    bounds,
    workArea,
    primary: id === primary,
    scaleFactor,
  }));
}
