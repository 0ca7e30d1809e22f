import {
  bytesOf,
  integerOption,
  type LooseOptions,
  objectArgument,
  optionalObject,
  requireArguments,
  scaleFactorOption,
  stringArgument,
} from "./arguments.ts";
import { type DecodeOptions, decodePicture } from "./decode.ts";
import { createImage, type NativeImage } from "./native-image.ts";
import type { Representation, Size } from "./representation.ts";
import { setOf, setOfOne } from "./representation-set.ts";
import { fromDataUrl } from "./source/data-url.ts";
import { fromBuffer, fromRawPixels } from "./source/from-buffer.ts";
import { fromPath, isTemplateName } from "./source/from-path.ts";
import { menuSymbol, type NamedImageOptions, namedImage } from "./symbol/named-image.ts";
import { thumbnailFromPath } from "./thumbnail.ts";

export interface BufferOptions {
  /** Pixels; needed for raw bitmaps. */
  readonly width?: number;
  readonly height?: number;
  /** Default 1. */
  readonly scaleFactor?: number;
}

export interface BitmapSize extends BufferOptions {
  readonly width: number;
  readonly height: number;
}

/** What makes images. Bad data gives an empty image; arguments of a wrong type throw a TypeError. */
export interface NativeImageFactories {
  createEmpty(): NativeImage;
  /**
   * A PNG or JPEG file, told by its content, with its siblings of other densities (`icon@2x.png`). A base name like
   * `iconTemplate.png` sets the template flag.
   */
  createFromPath(path: string): NativeImage;
  /** A PNG, else a JPEG, else raw pixels as `toBitmap` gives them. */
  createFromBuffer(buffer: NodeJS.ArrayBufferView, options?: BufferOptions): NativeImage;
  /** Raw pixels only. @throws Error when the buffer has not exactly the length that the size needs */
  createFromBitmap(buffer: NodeJS.ArrayBufferView, options: BitmapSize): NativeImage;
  /** A PNG or JPEG as data URL. */
  createFromDataURL(dataURL: string): NativeImage;
  /** A symbol of the bundled set, also by its SF Symbols name. */
  createFromNamedImage(imageName: string, options?: NamedImageOptions | readonly number[]): NativeImage;
  /** A symbol as menus show it: 15 DIP, template flag set. */
  createMenuSymbol(imageName: string): NativeImage;
  /** The preview of a picture file, upright, inside the given size. @throws ImageError as rejection */
  createThumbnailFromPath(path: string, size: Size): Promise<NativeImage>;
  /** Decodes PNG, JPEG, WebP, GIF, AVIF, TIFF, SVG or PDF without blocking. @throws ImageError as rejection */
  decode(source: string | URL | NodeJS.ArrayBufferView, options?: DecodeOptions): Promise<NativeImage>;
}

export const factories: NativeImageFactories = {
  createEmpty: () => createImage(),
  createFromPath(...args: unknown[]) {
    requireArguments(args.length, 1);
    const path = stringArgument(args[0]);
    return imageOf(fromPath(path), isTemplateName(path));
  },
  createFromBuffer(...args: unknown[]) {
    requireArguments(args.length, 1);
    return imageOf(list(fromBuffer(bufferArgument(args[0]), optionalObject(args[1]))));
  },
  createFromBitmap(...args: unknown[]) {
    requireArguments(args.length, 1);
    const bytes = bufferArgument(args[0]);
    requireArguments(args[1] === undefined ? 1 : args.length, 2);
    return imageOf(list(fromBitmap(bytes, objectArgument(args[1], 1))));
  },
  createFromDataURL(...args: unknown[]) {
    requireArguments(args.length, 1);
    return imageOf(list(fromDataUrl(stringArgument(args[0]), 1)));
  },
  createFromNamedImage(...args: unknown[]) {
    requireArguments(args.length, 1);
    return imageOf(namedImage(stringArgument(args[0]), args[1]));
  },
  createMenuSymbol(...args: unknown[]) {
    requireArguments(args.length, 1);
    return imageOf(menuSymbol(stringArgument(args[0])), true);
  },
  async createThumbnailFromPath(...args: unknown[]) {
    return imageOf([await thumbnailFromPath(args)]);
  },
  async decode(...args: unknown[]) {
    requireArguments(args.length, 1);
    return imageOf([await decodePicture(args[0], optionalObject(args[1]))]);
  },
};

function imageOf(representations: readonly Representation[], isTemplate = false): NativeImage {
  const [only] = representations;
  const set = only !== undefined && representations.length === 1 ? setOfOne(only) : setOf(representations);
  return createImage(set, isTemplate && only !== undefined);
}

function list(representation: Representation | undefined): Representation[] {
  return representation === undefined ? [] : [representation];
}

function bufferArgument(value: unknown): Uint8Array {
  const bytes = bytesOf(value);
  if (bytes === undefined) throw new Error("buffer must be a node Buffer");
  return bytes;
}

function fromBitmap(bytes: Uint8Array, options: LooseOptions): Representation | undefined {
  const width = integerOption(options, "width");
  const height = integerOption(options, "height");
  if (width === undefined) throw new Error("width is required");
  if (height === undefined) throw new Error("height is required");
  if (width <= 0 || height <= 0) return undefined;
  if (bytes.length !== width * height * 4) throw new Error("invalid buffer size");
  return fromRawPixels(bytes, { width, height, scaleFactor: scaleFactorOption(options) });
}
