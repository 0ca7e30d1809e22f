import { optionalObject } from "./arguments.ts";
import { toSrgb } from "./color/convert.ts";
import { decodePicture } from "./decode.ts";
import type { ElectronBitmap, ElectronImage, ElectronNativeImage } from "./electron.ts";
import type { NativeImageFactories } from "./factories.ts";
import type { Representation } from "./representation.ts";
import { menuSymbol, namedImage } from "./symbol/named-image.ts";
import { thumbnailFromPath } from "./thumbnail.ts";

/**
 * Inside Electron its own factories make its own images, so that windows and menus take them. What Electron lacks,
 * everywhere or on this platform, is made here and passed on as bitmaps.
 */
export function handedOver(electron: ElectronNativeImage | undefined, own: NativeImageFactories): NativeImageFactories {
  if (electron === undefined) return own;
  const symbolOr = (found: ElectronImage | undefined, name: string, draw: () => Representation[]): ElectronImage => {
    const isMissing = found?.isEmpty() !== false && typeof name === "string";
    return isMissing ? electronImage(electron, draw()) : (found ?? electron.createEmpty());
  };
  const added = {
    async decode(source: unknown, options: unknown): Promise<ElectronImage> {
      return electronImage(electron, [await decodePicture(source, optionalObject(options))]);
    },
    async createThumbnailFromPath(...args: [path: string, size: object]): Promise<ElectronImage> {
      if (electron.createThumbnailFromPath !== undefined) return electron.createThumbnailFromPath(...args);
      return electronImage(electron, [await thumbnailFromPath(args)]);
    },
    createFromNamedImage(name: string, ...options: unknown[]): ElectronImage {
      return symbolOr(electron.createFromNamedImage(name, ...options), name, () => namedImage(name, options[0]));
    },
    createMenuSymbol(name: string): ElectronImage {
      const image = symbolOr(electron.createMenuSymbol?.(name), name, () => menuSymbol(name));
      if (!image.isEmpty()) image.setTemplateImage(true);
      return image;
    },
  };
  // Electron's object is what it is; the names and results of both are the same.
  return Object.assign(Object.create(electron), added) as NativeImageFactories;
}

function electronImage(electron: ElectronNativeImage, representations: readonly Representation[]): ElectronImage {
  const [first, ...others] = representations.flatMap((representation) => passedOn(representation) ?? []);
  if (first === undefined) return electron.createEmpty();
  const { buffer, ...size } = first;
  const image = electron.createFromBitmap(buffer, size);
  for (const other of others) image.addRepresentation(other);
  return image;
}

function passedOn(representation: Representation): (ElectronBitmap & { readonly buffer: Buffer }) | undefined {
  const bitmap = representation.bitmap();
  if (bitmap === undefined) return undefined;
  const { width, height, pixels } = toSrgb(bitmap);
  return { width, height, scaleFactor: representation.scaleFactor, buffer: Buffer.from(pixels) };
}
