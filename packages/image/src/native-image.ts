import { inspect } from "node:util";
import {
  bytesOf,
  conversionError,
  type LooseOptions,
  objectArgument,
  optionalObject,
  requireArguments,
  scaleFactorOption,
  toScaleFactor,
} from "./arguments.ts";
import type { Bitmap } from "./bitmap.ts";
import { toSpace } from "./color/convert.ts";
import { requestedSpace } from "./color/named-space.ts";
import { cropSet, readRectangle } from "./crop.ts";
import { warnOnce } from "./deprecation.ts";
import { type EncodeOptions, encodeImage } from "./encode.ts";
import { ImageError } from "./image-error.ts";
import { writeJpegSync } from "./jpeg/write-jpeg.ts";
import { writePng } from "./png/write-png.ts";
import type { Representation, Size } from "./representation.ts";
import { joined, type RepresentationSet, resizedSet, setOf } from "./representation-set.ts";
import { readResizeTarget } from "./resize-target.ts";
import { fromDataUrl } from "./source/data-url.ts";
import { fromBuffer } from "./source/from-buffer.ts";

/** Shows that an image comes from a factory. */
const FROM_FACTORY = Symbol("from a factory");

export interface ScaleOptions {
  /** Which density; the closest representation answers. Default 1. */
  readonly scaleFactor?: number;
}

export interface BitmapOptions extends ScaleOptions {
  /** Default sRGB; names as Chromium writes them. */
  readonly colorSpace?: {
    readonly primaries?: string;
    readonly transfer?: string;
    readonly matrix?: string;
    readonly range?: string;
  };
}

export interface Rectangle extends Size {
  readonly x: number;
  readonly y: number;
}

export interface ResizeOptions {
  readonly width?: number;
  readonly height?: number;
  /** Default `best`. */
  readonly quality?: "good" | "better" | "best";
}

export interface RepresentationOptions extends ScaleOptions {
  /** Pixels; needed when `buffer` is a raw bitmap. */
  readonly width?: number;
  readonly height?: number;
  readonly buffer?: NodeJS.ArrayBufferView;
  /** A base64 PNG or JPEG. */
  readonly dataURL?: string;
}

/** A picture with one or more representations at scale factors, or none: then it is empty. Sizes are in DIP. */
export class NativeImage {
  #set: RepresentationSet;
  #isTemplate: boolean;

  /** @throws TypeError always: images come from the factories of `nativeImage` */
  constructor(origin: unknown, set: RepresentationSet = setOf([]), isTemplate = false) {
    if (origin !== FROM_FACTORY) throw new TypeError("Illegal constructor");
    this.#set = set;
    this.#isTemplate = isTemplate;
  }

  isEmpty(): boolean {
    return this.#found(1) === undefined;
  }

  /** @param scaleFactor - default 1 */
  getSize(scaleFactor?: number): Size {
    const scale = positionalScale(scaleFactor);
    const bitmap = this.#found(scale);
    if (bitmap === undefined) return { width: 0, height: 0 };
    return this.#sizeAt(scale);
  }

  /** Width divided by height, in single precision; 1 for an empty image. */
  getAspectRatio(scaleFactor?: number): number {
    const { width, height } = this.getSize(scaleFactor);
    return height === 0 ? 1 : Math.fround(width / height);
  }

  /** In the order in which the representations were added. */
  getScaleFactors(): number[] {
    return [...this.#set.scaleFactors()];
  }

  /** The picture's own colour space is kept. Empty buffer for an empty image. */
  toPNG(options?: ScaleOptions): Buffer {
    const bitmap = this.#found(scaleFactorOption(optionalObject(options)));
    return bitmap === undefined ? Buffer.alloc(0) : writePng(bitmap);
  }

  toDataURL(options?: ScaleOptions): string {
    return `data:image/png;base64,${this.toPNG(options).toString("base64")}`;
  }

  /**
   * @param quality - an integer, 0 to 100
   * @throws TypeError
   */
  toJPEG(...args: readonly [quality: number]): Buffer {
    requireArguments(args.length, 1);
    const [quality] = args;
    if (!Number.isInteger(quality)) throw conversionError(0, quality);
    const bitmap = this.#found(1);
    return bitmap === undefined ? Buffer.alloc(0) : writeJpegSync(bitmap, Math.min(100, Math.max(0, quality)));
  }

  /**
   * Raw pixels: blue, green, red, alpha, one byte each, colours premultiplied by alpha, rows from top to bottom without
   * padding. In sRGB unless `colorSpace` says otherwise.
   */
  toBitmap(options?: BitmapOptions): Buffer {
    const given = optionalObject(options);
    const space = requestedSpace(given["colorSpace"]);
    const taken = this.#set.at(scaleFactorOption(given))?.take();
    if (taken === undefined) return Buffer.alloc(0);
    const converted = space === undefined ? taken.bitmap : toSpace(taken.bitmap, space);
    const isOwn = taken.isOwn || converted !== taken.bitmap;
    const { pixels } = converted;
    const isWhole = pixels.length === pixels.buffer.byteLength;
    return Buffer.from(isOwn && isWhole ? pixels.buffer : new Uint8Array(pixels).buffer);
  }

  /** @deprecated use `toBitmap` */
  getBitmap(options?: BitmapOptions): Buffer {
    warnOnce("getBitmap() is deprecated, use toBitmap() instead.");
    return this.toBitmap(options);
  }

  /** @throws ImageError `ERR_IMAGE_NOT_IMPLEMENTED`: no platform image stands behind this one outside Electron */
  getNativeHandle(): Buffer {
    if (process.platform === "darwin" && this.isEmpty()) return Buffer.alloc(0);
    throw new ImageError("ERR_IMAGE_NOT_IMPLEMENTED");
  }

  /** Marks the image as one whose ink the system colours. */
  setTemplateImage(...args: readonly [flag: boolean]): void {
    requireArguments(args.length, 1);
    this.#isTemplate = Boolean(args[0]);
  }

  isTemplateImage(): boolean {
    return this.#isTemplate;
  }

  get isMacTemplateImage(): boolean {
    return this.#isTemplate;
  }

  set isMacTemplateImage(flag: boolean) {
    this.#isTemplate = Boolean(flag);
  }

  /**
   * @param rect - in DIP; what lies outside is cut off
   * @throws TypeError
   */
  crop(...args: readonly [rect: Rectangle]): NativeImage {
    requireArguments(args.length, 1);
    const rectangle = readRectangle(objectArgument(args[0]));
    return this.isEmpty() ? createImage() : createImage(cropSet(this.#set, rectangle));
  }

  /**
   * One side alone keeps the aspect ratio. The result is sharp at every scale factor.
   *
   * @throws TypeError
   */
  resize(...args: readonly [options: ResizeOptions]): NativeImage {
    requireArguments(args.length, 1);
    const given = objectArgument(args[0]);
    const size = this.#set.size();
    const target = size === undefined ? undefined : readResizeTarget(given, size);
    return target === undefined ? createImage() : createImage(resizedSet(this.#set, target));
  }

  /** Adds what can be decoded; does nothing with anything else. */
  addRepresentation(...args: readonly [options: RepresentationOptions]): void {
    requireArguments(args.length, 1);
    const added = readRepresentation(objectArgument(args[0]));
    if (added?.bitmap() !== undefined) this.#set = joined(this.#set, added);
  }

  /**
   * Encodes in a thread of its own. `png` and `jpeg` give the same bytes as `toPNG` and `toJPEG`.
   *
   * @param format - `png`, `jpeg` or `webp`
   * @throws ImageError `ERR_IMAGE_UNSUPPORTED_FORMAT`, `ERR_IMAGE_ENCODE`, the signal's reason (as rejections)
   */
  async encode(format: "png" | "jpeg" | "webp", options?: EncodeOptions): Promise<Buffer> {
    const given = optionalObject(options);
    return encodeImage(format, given, () => this.#found(scaleFactorOption(given)));
  }

  [inspect.custom](): string {
    const { width, height } = this.getSize();
    return `NativeImage { ${width}x${height}, scales: ${inspect(this.getScaleFactors())} }`;
  }

  #found(scaleFactor: number): Bitmap | undefined {
    return this.#set.at(scaleFactor)?.bitmap();
  }

  #sizeAt(scaleFactor: number): Size {
    const { width = 0, height = 0 } = this.#set.sizeAt(scaleFactor) ?? {};
    return { width, height };
  }
}

/** The only way to an image. */
export function createImage(set: RepresentationSet = setOf([]), isTemplate = false): NativeImage {
  return new NativeImage(FROM_FACTORY, set, isTemplate);
}

function positionalScale(value: unknown): number {
  if (value !== undefined && typeof value !== "number") throw conversionError(0, value);
  return toScaleFactor(value);
}

function readRepresentation(options: LooseOptions): Representation | undefined {
  const bytes = bytesOf(options["buffer"]);
  if (bytes !== undefined) return fromBuffer(bytes, options);
  const { dataURL } = options;
  return typeof dataURL === "string" ? fromDataUrl(dataURL, scaleFactorOption(options)) : undefined;
}
