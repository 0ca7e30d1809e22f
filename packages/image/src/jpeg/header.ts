import { type ColorSpace, SRGB } from "../color/color-space.ts";
import { readProfile } from "../color/icc-read.ts";
import { LIMITS } from "../limits.ts";

export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 3 colour, 4 CMYK or YCCK. */
  readonly components: number;
  /** The embedded profile, put together; empty when there is none. */
  readonly profile: Buffer;
}

const START_OF_SCAN = 0xda;
const APP2 = 0xe2;
const PROFILE_MARK = Buffer.from("ICC_PROFILE\0", "latin1");
/** Baseline, extended and progressive with Huffman codes; the others are lossless, hierarchical or arithmetic. */
const READABLE_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** C4, C8 and CC are tables and an extension, not frames. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/**
 * Reads size and profile from the segments before the first scan.
 *
 * @returns `undefined` when this is no JPEG of eight bits that the decoder reads
 * @see ITU-T T.81, B.1 and B.2
 */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  const segments = isJpeg(bytes) ? segmentsBeforeScan(bytes) : undefined;
  const [frame, another] = segments?.filter(({ marker }) => isFrame(marker)) ?? [];
  if (segments === undefined || frame === undefined || another !== undefined) return undefined;
  const profileParts = segments.filter(({ marker, body }) => marker === APP2 && startsWith(body, PROFILE_MARK));
  const found = READABLE_FRAMES.has(frame.marker) ? readFrame(frame.body) : undefined;
  return found === undefined ? undefined : { ...found, profile: joinProfile(profileParts.map(({ body }) => body)) };
}

interface Segment {
  readonly marker: number;
  readonly body: Buffer;
}

/** @returns `undefined` when no scan follows, or something between segments is no segment */
function segmentsBeforeScan(bytes: Uint8Array): Segment[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments: Segment[] = [];
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === START_OF_SCAN) return segments;
    // Any number of fill bytes may stand before a marker.
    const isFill = marker === 0xff;
    const end = isFill ? at + 1 : at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || (!isFill && end < at + 4)) return undefined;
    if (!isFill) segments.push({ marker, body: file.subarray(at + 4, end) });
    at = end;
  }
  return undefined;
}

function startsWith(body: Buffer, mark: Buffer): boolean {
  return body.subarray(0, mark.length).equals(mark);
}

/** The picture's own space; grey pictures take grey profiles. CMYK is converted by its profile while decoding. */
export function jpegColorSpace({ profile, components }: JpegHeader): ColorSpace {
  if (profile.length === 0 || components === 4) return SRGB;
  return readProfile(profile, components === 1 ? "grey" : "color") ?? SRGB;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);
}

function readFrame(body: Buffer): Omit<JpegHeader, "profile"> | undefined {
  if (body.length < 6 || body[0] !== 8) return undefined;
  const [height, width, components] = [body.readUInt16BE(1), body.readUInt16BE(3), body[5] ?? 0];
  const isKnown = components === 1 || components === 3 || components === 4;
  return width > 0 && height > 0 && isKnown ? { width, height, components } : undefined;
}

/** The parts carry their number and how many there are; one missing makes the whole useless. */
function joinProfile(parts: readonly Buffer[]): Buffer {
  const head = PROFILE_MARK.length;
  const sorted = parts.toSorted((one, other) => (one[head] ?? 0) - (other[head] ?? 0));
  const isComplete = sorted.every((part, index) => part[head] === index + 1 && part[head + 1] === sorted.length);
  const profile = isComplete ? Buffer.concat(sorted.map((part) => part.subarray(head + 2))) : Buffer.alloc(0);
  return profile.length <= LIMITS.profileBytes ? profile : Buffer.alloc(0);
}
