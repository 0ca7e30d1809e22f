import type { ElectronNativeImage } from "./electron.ts";
import type { NativeImageFactories } from "./factories.ts";

/**
 * Inside Electron its own factories make its own images, so that windows and menus take them. What Electron lacks is
 * decoded here and passed on as a bitmap.
 */
export function handedOver(electron: ElectronNativeImage | undefined, own: NativeImageFactories): NativeImageFactories {
  if (electron === undefined) return own;
  const decode: NativeImageFactories["decode"] = async (source, options) => {
    const image = await own.decode(source, options);
    const [scaleFactor = 1] = image.getScaleFactors();
    const bitmap = image.toBitmap({ scaleFactor });
    const { width, height } = image.getSize(scaleFactor);
    const size = { width: Math.round(width * scaleFactor), height: Math.round(height * scaleFactor) };
    return electron.createFromBitmap(bitmap, { ...size, scaleFactor }) as ReturnType<typeof own.createEmpty>;
  };
  // Electron's object is what it is; the names and results of both are the same.
  return Object.assign(Object.create(electron), { decode }) as NativeImageFactories;
}
