import { findElectron } from "./electron.ts";
import { factories } from "./factories.ts";
import { handedOver } from "./hand-over.ts";

/** Drop-in for Electron's `nativeImage`; inside Electron it makes Electron's own images. */
export const nativeImage = handedOver(findElectron(process.versions), factories);
/** @alias */
export default nativeImage;

export type { DecodeOptions } from "./decode.ts";
export type { EncodeOptions } from "./encode.ts";
export type { BitmapSize, BufferOptions, NativeImageFactories } from "./factories.ts";
export { IMAGE_ERRORS, ImageError, type ImageErrorCode } from "./image-error.ts";
export {
  type BitmapOptions,
  NativeImage,
  type Rectangle,
  type RepresentationOptions,
  type ResizeOptions,
  type ScaleOptions,
} from "./native-image.ts";
export type { Size } from "./representation.ts";
export type { NamedImageOptions, SymbolScale, SymbolWeight } from "./symbol/named-image.ts";
