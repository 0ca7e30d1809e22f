import { createRequire } from "node:module";

/** The part of Electron that this package stands in for. */
export interface ElectronNativeImage {
  createEmpty(): ElectronImage;
  createFromBitmap(buffer: Buffer, options: ElectronBitmap): ElectronImage;
  createFromNamedImage(name: string, ...options: unknown[]): ElectronImage;
  /** Missing where the platform has none. */
  createMenuSymbol?(name: string): ElectronImage;
  createThumbnailFromPath?(path: string, size: object): Promise<ElectronImage>;
}

export interface ElectronBitmap {
  readonly width: number;
  readonly height: number;
  readonly scaleFactor: number;
}

export interface ElectronImage {
  isEmpty(): boolean;
  addRepresentation(options: ElectronBitmap & { readonly buffer: Buffer }): void;
  setTemplateImage(isTemplate: boolean): void;
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
