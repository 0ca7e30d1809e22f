import { optionalObject } from "./arguments.ts";
import { toSrgb } from "./color/convert.ts";
import { decodePicture } from "./decode.ts";
import type { ElectronNativeImage } from "./electron.ts";
import type { NativeImageFactories } from "./factories.ts";

/**
 * Inside Electron its own factories make its own images, so that windows and menus take them. What Electron lacks is
 * decoded here and passed on as a bitmap.
 */
export function handedOver(electron: ElectronNativeImage | undefined, own: NativeImageFactories): NativeImageFactories {
  if (electron === undefined) return own;
  const decode = async (source: unknown, options: unknown): Promise<object> => {
    const representation = await decodePicture(source, optionalObject(options));
    const bitmap = representation.bitmap();
    if (bitmap === undefined) return electron.createEmpty();
    const { width, height, pixels } = toSrgb(bitmap);
    const { scaleFactor } = representation;
    return electron.createFromBitmap(Buffer.from(pixels), { width, height, scaleFactor });
  };
  // Electron's object is what it is; the names and results of both are the same.
  return Object.assign(Object.create(electron), { decode }) as NativeImageFactories;
}
