import { type Bitmap, premultiply } from "../bitmap.ts";
import { kernel } from "../kernel/choose-kernel.ts";
import { isAllowedSize, isBomb, LIMITS } from "../limits.ts";
import { type PngChunks, readChunks } from "./chunks.ts";
import { readColorSpace } from "./color-chunks.ts";
import { expandRow, type Transparency } from "./expand.ts";
import { bitsPerPixel, type Pass, type PngHeader, passesOf, readHeader, scanlineBytes } from "./header.ts";
import { inflateExactly } from "./inflate.ts";

/** Why a PNG gave no picture. */
export type PngFault = "damaged" | "too-large";

/** Decodes a PNG; of an animated one the first image. Nothing large is allocated before the data is known to suffice. */
export function readPng(bytes: Uint8Array, maxPixels: number = LIMITS.filePixels): Bitmap | PngFault {
  if (bytes.length > LIMITS.fileBytes) return "too-large";
  const chunks = readChunks(bytes);
  const header = chunks === undefined ? undefined : readHeader(chunks.header);
  if (chunks === undefined || header === undefined) return "damaged";
  const passes = passesOf(header);
  const length = scanlineBytes(passes);
  const memory = length + (isPlainRgba(header) ? 0 : header.width * header.height * 4);
  if (!isAllowedSize(header.width, header.height, maxPixels) || isBomb(memory, bytes.length)) return "too-large";
  const transparency = readTransparency(chunks, header);
  if (transparency === undefined) return "damaged";
  const scanlines = inflateExactly(chunks.imageData, length);
  const rows = scanlines === undefined ? undefined : unfilterPasses(scanlines, header, passes);
  if (rows === undefined) return "damaged";
  const isGrey = header.kind === "grey" || header.kind === "greyAlpha";
  return {
    width: header.width,
    height: header.height,
    pixels: toPixels(rows, header, transparency),
    isOpaque: !hasAlpha(header, chunks),
    colorSpace: readColorSpace(chunks.byName, isGrey ? "grey" : "color"),
  };
}

function isPlainRgba({ kind, bitDepth, isInterlaced }: PngHeader): boolean {
  return kind === "rgba" && bitDepth === 8 && !isInterlaced;
}

function isPlainRgb({ kind, bitDepth, isInterlaced }: PngHeader, transparency: Transparency): boolean {
  return kind === "rgb" && bitDepth === 8 && !isInterlaced && transparency.kind === "none";
}

function hasAlpha({ kind }: PngHeader, { byName }: PngChunks): boolean {
  return kind === "rgba" || kind === "greyAlpha" || byName.has("tRNS");
}

interface PassRows {
  readonly pass: Pass;
  readonly rows: Uint8Array;
}

/** The rows take the place of the scan lines in the same memory. */
function unfilterPasses(scanlines: Buffer, header: PngHeader, passes: readonly Pass[]): PassRows[] | undefined {
  const bytesPerPixel = Math.max(1, bitsPerPixel(header) >> 3);
  const done: PassRows[] = [];
  let at = 0;
  for (const pass of passes) {
    const length = (pass.rowBytes + 1) * pass.height;
    const shape = { rowBytes: pass.rowBytes, height: pass.height, bytesPerPixel };
    const part = scanlines.subarray(at, at + length);
    if (!kernel().unfilter(part, shape)) return undefined;
    done.push({ pass, rows: part.subarray(0, pass.rowBytes * pass.height) });
    at += length;
  }
  return done;
}

function toPixels(done: readonly PassRows[], header: PngHeader, transparency: Transparency): Uint8Array<ArrayBuffer> {
  const [first] = done;
  if (isPlainRgba(header) && first !== undefined) return kernel().premultiply(ownMemory(first.rows));
  if (isPlainRgb(header, transparency) && first !== undefined) return kernel().withOpaqueAlpha(first.rows);
  const pixels = new Uint8Array(header.width * header.height * 4);
  for (const { pass, rows } of done) {
    for (let row = 0; row < pass.height; row += 1) {
      const samples = rows.subarray(row * pass.rowBytes, (row + 1) * pass.rowBytes);
      const at = ((pass.y + row * pass.stepY) * header.width + pass.x) * 4;
      expandRow(samples, { header, transparency, count: pass.width, pixels, at, step: pass.stepX * 4 });
    }
  }
  if (header.kind !== "rgb" || transparency.kind !== "none") premultiply(pixels);
  return pixels;
}

/** Small results of zlib lie in Node's shared pool and may start anywhere. */
function ownMemory(rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = rows;
  const isOwn = buffer instanceof ArrayBuffer && rows.byteOffset === 0 && buffer.byteLength < rows.length * 2;
  return isOwn ? new Uint8Array(buffer, 0, rows.length) : new Uint8Array(rows);
}

/** @returns `undefined` when a palette is missing or malformed */
function readTransparency({ byName }: PngChunks, { kind }: PngHeader): Transparency | undefined {
  const alpha = byName.get("tRNS");
  if (kind === "palette") {
    const colors = byName.get("PLTE");
    if (colors === undefined || colors.length === 0 || colors.length % 3 !== 0 || colors.length > 768) return undefined;
    return { kind: "palette", table: paletteTable(colors, alpha) };
  }
  if (kind === "grey" && alpha !== undefined && alpha.length >= 2) return { kind: "key", key: [alpha.readUInt16BE(0)] };
  if (kind === "rgb" && alpha !== undefined && alpha.length >= 6) {
    return { kind: "key", key: [0, 2, 4].map((at) => alpha.readUInt16BE(at)) };
  }
  return { kind: "none" };
}

/** 256 colours of four bytes; places nobody filled are opaque black. */
function paletteTable(colors: Buffer, alpha: Buffer | undefined): Uint8Array {
  const table = new Uint8Array(1024);
  for (let index = 0; index < 256; index += 1) {
    table.set(colors.subarray(index * 3, index * 3 + 3).toReversed(), index * 4);
    table[index * 4 + 3] = alpha?.[index] ?? 255;
  }
  return table;
}
