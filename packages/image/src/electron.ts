import { createRequire } from "node:module";

/** The part of Electron that this package stands in for. */
export interface ElectronNativeImage {
  createEmpty(): object;
  createFromBitmap(buffer: Buffer, options: { width: number; height: number; scaleFactor?: number }): object;
}

/** Electron's own class, or `undefined` outside Electron (also in a process that only runs as Node inside it). */
export function findElectron(versions: Readonly<Record<string, string | undefined>>): ElectronNativeImage | undefined {
  if (versions["electron"] === undefined) return undefined;
  try {
    const electron: unknown = createRequire(import.meta.url)("electron");
    return hasNativeImage(electron) ? electron.nativeImage : undefined;
  } catch {
    // Started with ELECTRON_RUN_AS_NODE: there is no such module.
    return undefined;
  }
}

/** Outside Electron's processes the module is a path, as text. */
function hasNativeImage(module: unknown): module is { readonly nativeImage: ElectronNativeImage } {
  return typeof module === "object" && module !== null && "nativeImage" in module;
}
