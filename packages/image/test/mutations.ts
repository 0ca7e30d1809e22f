import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { ImageError, nativeImage } from "@vedette/image";
import { namesOf, reference } from "./reference.ts";

export interface MutationReport {
  readonly inputs: number;
  /** Inputs that still gave a picture: shows that the mutations reach the decoders. */
  readonly pictures: number;
  readonly slowestMs: number;
}

/** Pictures of this many pixels and more are opened but not written out again. */
const SMALL_PIXELS = 1_000_000;

/**
 * Opens mutated pictures in every way there is.
 *
 * @param seed - the same seed gives the same inputs
 * @throws when an input throws, or gives an image that contradicts itself
 */
export async function openMutations(count: number, seed: number): Promise<MutationReport> {
  const random = randomFrom(seed);
  const seeds = namesOf(/\.(png|jpg)$/).map(reference);
  let [pictures, slowestMs] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    // What Node keeps of a failed stream until the next turn would add up otherwise.
    if (index % 64 === 0) await nextTurn();
    const bytes = mutate(seeds[random(seeds.length)] ?? Buffer.alloc(0), seeds, random);
    const start = performance.now();
    try {
      if (open(bytes, index)) pictures += 1;
    } catch (cause) {
      throw new Error(`Input ${index} of seed ${seed}: ${bytes.toString("base64")}`, { cause });
    }
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  return { inputs: count, pictures, slowestMs };
}

/**
 * Decodes mutated pictures of the formats that only the calls with a Promise read.
 *
 * @throws when one is refused by anything but an ImageError, or gives an image that contradicts itself
 */
export async function decodeMutations(count: number, seed: number): Promise<MutationReport> {
  const random = randomFrom(seed);
  const { default: sharp } = await import("sharp");
  const small = () => sharp(reference("logo.png")).resize(64);
  const seeds = [
    ...["picture.webp", "two.gif", "picture.tif"].map(reference),
    await small().webp({ lossless: true }).toBuffer(),
    await small().avif().toBuffer(),
    await small().tiff({ compression: "lzw" }).toBuffer(),
    Buffer.from(SVG),
  ];
  let [pictures, slowestMs] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const bytes = mutate(seeds[random(seeds.length)] ?? Buffer.alloc(0), seeds, random);
    const start = performance.now();
    try {
      const image = await nativeImage.decode(bytes, { maxPixels: 20_000_000 });
      if (image.isEmpty()) throw new Error("An empty image came out.");
      pictures += 1;
    } catch (cause) {
      if (!(cause instanceof ImageError))
        throw new Error(`Input ${index} of seed ${seed}: ${bytes.toString("base64")}`, { cause });
    }
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  return { inputs: count, pictures, slowestMs };
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><linearGradient id="a"><stop offset="0"
  stop-color="red"/></linearGradient><path fill="url(#a)" d="M0 0 C 3 4 5 6 20 20 z"/><text x="3" y="9">hi</text></svg>`;

function open(bytes: Buffer, index: number): boolean {
  const type = bytes[0] === 0xff ? "jpeg" : "png";
  const image =
    index % 8 === 0
      ? nativeImage.createFromDataURL(`data:image/${type};base64,${bytes.toString("base64")}`)
      : nativeImage.createFromBuffer(bytes);
  const { width, height } = image.getSize();
  if (image.isEmpty() !== (width === 0 || height === 0)) throw new Error("An image that is empty has a size.");
  if (image.isEmpty()) return false;
  if (width * height > SMALL_PIXELS) return true;
  if (image.toBitmap().length !== width * height * 4) throw new Error("The bitmap does not fit the size.");
  if (index % 16 === 0 && image.resize({ width: 9, height: 7 }).toPNG().length === 0)
    throw new Error("No PNG came out.");
  return true;
}

type Random = (below: number) => number;

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Mutation = (bytes: Buffer, others: readonly Buffer[], random: Random) => Buffer;

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const MUTATIONS: readonly Mutation[] = [
  (bytes, _, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, _, random) => changed(bytes, (copy) => copy.writeUInt8(random(256), random(copy.length))),
  (bytes, _, random) =>
    changed(bytes, (copy) => copy.writeUInt8((copy[random(copy.length)] ?? 0) ^ (1 << random(8)), random(copy.length))),
  (bytes, _, random) =>
    changed(bytes, (copy) => copy.writeUInt32BE(EXTREMES[random(EXTREMES.length)] ?? 0, random(copy.length - 4))),
  // Where the headers are.
  (bytes, _, random) => changed(bytes, (copy) => copy.writeUInt8(random(256), random(Math.min(40, copy.length)))),
  (bytes, _, random) =>
    changed(bytes, (copy) => copy.writeUInt32BE(EXTREMES[random(EXTREMES.length)] ?? 0, 16 + random(5))),
  (bytes, _, random) => changed(bytes, (copy) => copy.fill(random(256), random(copy.length), random(copy.length))),
  (bytes, others, random) => {
    const other = others[random(others.length)] ?? bytes;
    return Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))]);
  },
  (bytes, _, random) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - random(64)))]);
  },
];

function mutate(original: Buffer, others: readonly Buffer[], random: Random): Buffer {
  let bytes = original;
  for (let times = 1 + random(3); times > 0 && bytes.length > 32; times -= 1) {
    bytes = MUTATIONS[random(MUTATIONS.length)]?.(bytes, others, random) ?? bytes;
  }
  // Half of the PNG files get right checksums again: otherwise nothing would come past them.
  return bytes[1] === 0x50 && random(2) === 0 ? repaired(bytes) : bytes;
}

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

function repaired(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = 8; at + 12 <= copy.length; ) {
    const end = at + 8 + copy.readUInt32BE(at);
    if (end + 4 > copy.length) break;
    copy.writeUInt32BE(crc32(copy.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return copy;
}
