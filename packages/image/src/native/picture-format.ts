import { isJpeg } from "../jpeg/header.ts";
import { isPng } from "../png/chunks.ts";

/** Formats that can be read, told by their content. */
export type PictureFormat = "png" | "jpeg" | "gif" | "webp" | "avif" | "tiff" | "svg" | "pdf";

/** So far into a text file its root element is looked for. */
const SVG_SEARCH_BYTES = 65_536;
/** Readers of PDF take anything before its mark, so far. */
const PDF_SEARCH_BYTES = 1024;
const TIFF_MARKS = ["II*\0", "MM\0*"];
const AVIF_BRANDS = ["avif", "avis"];
const MOST_BRAND_BYTES = 256;

export function detectFormat(bytes: Uint8Array): PictureFormat | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isPng(file)) return "png";
  if (isJpeg(file)) return "jpeg";
  const at = (start: number, end: number): string => file.toString("latin1", start, end);
  if (/^GIF8[79]a$/.test(at(0, 6))) return "gif";
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return "webp";
  if (at(4, 8) === "ftyp" && brandsOf(file).some((brand) => AVIF_BRANDS.includes(brand))) return "avif";
  if (TIFF_MARKS.includes(at(0, 4))) return "tiff";
  if (file.subarray(0, PDF_SEARCH_BYTES).includes("%PDF-")) return "pdf";
  return isSvg(file.subarray(0, SVG_SEARCH_BYTES).toString("utf8")) ? "svg" : undefined;
}

/** The main brand, then those that a reader may know instead (ISO/IEC 14496-12, 4.3). */
function brandsOf(file: Buffer): string[] {
  const end = Math.min(file.readUInt32BE(0), MOST_BRAND_BYTES);
  return file.toString("latin1", 8, end).match(/.{4}/gs) ?? [];
}

function isSvg(text: string): boolean {
  const begin = text.replace(/^\uFEFF/, "").trimStart();
  return begin.startsWith("<") && /<(?:[A-Za-z_][\w.-]{0,64}:)?svg[\s>/]/.test(begin);
}
