import type { Backend, WindowSystem } from "./backend.ts";
import type { Display } from "./display.ts";
import { WindowError } from "./errors.ts";
import type { ModelPlatform } from "./model/platform-rules.ts";
import type { Insets } from "./rectangle.ts";

export interface InitializeOptions {
  /** `auto`: Electron when inside it, else X11 when there is a display; never headless by itself. */
  readonly backend?: "auto" | "x11" | "electron" | "headless" | undefined;
  /** X11 only; default `DISPLAY`. */
  readonly display?: string | undefined;
  /** Headless only: whose rules to model; default this process's. */
  readonly platform?: ModelPlatform | undefined;
  /** Headless only; default one of 1920×1080. */
  readonly displays?: readonly Display[] | undefined;
  /** Headless only: size of the decoration; default 1, 1, 20, 5. */
  readonly frame?: Insets | undefined;
}

/** The current window system; `undefined` before `initialize()` and after the connection was lost. */
export let windowSystem: WindowSystem | undefined;
let current: Backend | undefined;
let starting: Promise<WindowSystem> | undefined;
let windowIds = 0;

/**
 * Connects to the window system; must have resolved before the first `new BaseWindow`. A second call gets the same one.
 *
 * @throws WindowError `ERR_NO_DISPLAY` when there is no display to connect to
 */
export function initialize(options: InitializeOptions = {}): Promise<WindowSystem> {
  starting ??= start(options).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/** Destroys own windows (`closed`), forgets adopted ones, closes the connection. */
export async function shutdown(): Promise<void> {
  await starting?.catch(() => undefined);
  const ending = current;
  await ending?.close();
  forget(ending);
}

/** From a live cache; empty before `initialize()`. */
export function getDisplays(): Display[] {
  return [...(current?.displays() ?? [])];
}

/** @throws Error before `initialize()` has resolved */
export function currentSystem(): Backend {
  if (current === undefined) throw new Error("Cannot create BaseWindow before the window system is ready");
  return current;
}

export function nextWindowId(): number {
  windowIds += 1;
  return windowIds;
}

async function start(options: InitializeOptions): Promise<WindowSystem> {
  const backend = await open(options);
  backend.system.once("lost", () => forget(backend));
  current = backend;
  windowSystem = backend.system;
  return backend.system;
}

function forget(backend: Backend | undefined): void {
  if (backend === undefined || current !== backend) return;
  current = undefined;
  windowSystem = undefined;
  starting = undefined;
}

/** A program loads the one backend that it uses. */
async function open(options: InitializeOptions): Promise<Backend> {
  const { backend = "auto", platform = ownPlatform(), displays, frame } = options;
  const isElectron = process.versions["electron"] !== undefined;
  if (backend === "headless") {
    return (await import("./headless/headless-backend.ts")).headlessBackend({ platform, displays, frame });
  }
  if (backend === "electron" || (backend === "auto" && isElectron)) {
    return await (await import("./electron/electron-backend.ts")).electronBackend();
  }
  const display = options.display ?? process.env["DISPLAY"];
  if (display === undefined || display === "") throw new WindowError("ERR_NO_DISPLAY");
  return await (await import("./x11/x11-backend.ts")).x11Backend(display);
}

function ownPlatform(): ModelPlatform {
  if (process.platform === "win32" || process.platform === "darwin") return process.platform;
  return "linux";
}
