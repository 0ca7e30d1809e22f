import { crc32 } from "node:zlib";
import { type Bitmap, divideByAlpha, swapRedAndBlue } from "../bitmap.ts";
import { SRGB } from "../color/color-space.ts";
import { writeProfile } from "../color/icc-write.ts";
import { kernel } from "../kernel/choose-kernel.ts";
import { packed, packedRows, streamEnd } from "./deflate.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOR_TYPE_RGB = 2;
const COLOR_TYPE_RGBA = 6;

/**
 * Encodes as 8-bit PNG without interlacing: RGB when the picture is opaque by origin, else RGBA; a profile only when
 * the space is not sRGB. The same pixels always give the same bytes.
 */
export function writePng(bitmap: Bitmap): Buffer {
  const { width, height, isOpaque, colorSpace } = bitmap;
  const scanlines = isOpaque
    ? kernel().filterOpaque(bitmap.pixels, bitmap)
    : kernel().filter(unpremultiplied(bitmap.pixels), { rowBytes: width * 4, height, bytesPerPixel: 4 });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, isOpaque ? COLOR_TYPE_RGB : COLOR_TYPE_RGBA, 0, 0, 0], 8);
  const profile = colorSpace === SRGB ? [] : [chunk("iCCP", profileBody(writeProfile(colorSpace)))];
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...profile,
    ...packedRows(scanlines).map((piece) => chunk("IDAT", piece)),
    chunk("IDAT", streamEnd(scanlines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function profileBody(profile: Buffer): Buffer {
  return Buffer.concat([Buffer.from("_\0\0", "latin1"), packed(profile)]);
}

function chunk(name: string, body: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  framed.write(name, 4, "latin1");
  framed.set(body, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, body.length + 8)), body.length + 8);
  return framed;
}

function unpremultiplied(pixels: Uint8Array): Uint8Array {
  const rows = pixels.slice();
  swapRedAndBlue(rows);
  for (let at = 0; at < rows.length; at += 4) {
    const alpha = rows[at + 3] ?? 0;
    if (alpha === 255) continue;
    rows[at] = divideByAlpha(rows[at] ?? 0, alpha);
    rows[at + 1] = divideByAlpha(rows[at + 1] ?? 0, alpha);
    rows[at + 2] = divideByAlpha(rows[at + 2] ?? 0, alpha);
  }
  return rows;
}
