import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CRITICAL: ReadonlySet<string> = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
/** The chunks that change what is seen; all others are stepped over unread. */
const WANTED: ReadonlySet<string> = new Set([...CRITICAL, "tRNS", "cICP", "iCCP", "sRGB", "gAMA", "cHRM"]);

/** The parts of a PNG file that matter; the first of each name counts. */
export interface PngChunks {
  readonly header: Buffer;
  readonly byName: ReadonlyMap<string, Buffer>;
  readonly imageData: readonly Buffer[];
}

export function isPng(bytes: Uint8Array): boolean {
  return bytes.length > SIGNATURE.length && SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/**
 * Walks through the chunks and checks those that must be right. Nothing is unpacked.
 *
 * @returns `undefined` when the file is damaged, cut off before the end of its image data, or has a critical chunk
 *   nobody knows
 * @see PNG (third edition), 5 and 13.2
 */
export function readChunks(bytes: Uint8Array): PngChunks | undefined {
  const chunks = isPng(bytes) ? walk(bytes) : undefined;
  if (chunks === undefined || chunks[0]?.name !== "IHDR") return undefined;
  const imageData = chunks.filter(({ name }) => name === "IDAT").map(({ body }) => body);
  const firstData = chunks.findIndex(({ name }) => name === "IDAT");
  if (imageData.length === 0) return undefined;
  // Palette, transparency and colour come before the image data, and the first of each counts.
  const before = chunks.slice(0, firstData).toReversed();
  return { header: chunks[0].body, byName: new Map(before.map(({ name, body }) => [name, body])), imageData };
}

interface Chunk {
  readonly name: string;
  readonly body: Buffer;
}

function walk(bytes: Uint8Array): Chunk[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    // A file cut off behind its image data is whole enough; one cut off inside is not.
    if (end > file.length) return name !== "IDAT" ? chunks : undefined;
    const isSound = WANTED.has(name) && hasRightCrc(file, at, end);
    if (!isSound && isCritical(file, at + 4)) return undefined;
    if (isSound) chunks.push({ name, body: file.subarray(at + 8, end - 4) });
    if (name === "IEND") break;
    at = end;
  }
  return chunks;
}

/** Bit 5 of the first letter says whether a reader may skip a chunk that it does not know or that is damaged. */
function isCritical(file: Buffer, at: number): boolean {
  return ((file[at] ?? 0) & 0x20) === 0;
}

function hasRightCrc(file: Buffer, start: number, end: number): boolean {
  return crc32(file.subarray(start + 4, end - 4)) === file.readUInt32BE(end - 4);
}
