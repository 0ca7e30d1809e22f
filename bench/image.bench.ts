import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { nativeImage } from "@vedette/image";
import { ResizeStrategy } from "jimp";
import { LANCZOS } from "../packages/image/src/kernel/taps.ts";
import { readChunks } from "../packages/image/src/png/chunks.ts";
import { filteredExactly } from "../packages/image/test/exact-filter.ts";
import { psnr } from "../packages/image/test/reference.ts";
import type { BenchRow } from "./run.ts";

const ROUNDS = 5;
const PHOTO = { width: 4000, height: 3000 };
const SMALL = { width: 800, height: 600 };

type Sharp = typeof import("sharp")["default"];
type Jimp = typeof import("jimp")["Jimp"];

/** Decoding, resizing and encoding beside sharp and jimp, on the same files in the same run. */
export default async function benchImage(): Promise<readonly BenchRow[]> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  const { Jimp: jimp } = await import("jimp");
  const folder = mkdtempSync(join(tmpdir(), "vedette-bench-"));
  try {
    const files = await makeFiles(folder, sharp);
    return [
      ...(await againstSharp(files, sharp)),
      ...(await againstJimp(files, jimp)),
      ...(await floors(files, sharp, jimp)),
      await sharpness(files, sharp),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Files {
  readonly photo: string;
  readonly photoBytes: Buffer;
  readonly smallPng: Buffer;
  readonly icon: string;
  readonly pixels: Buffer;
}

async function makeFiles(folder: string, sharp: Sharp): Promise<Files> {
  const raw = photoPixels();
  const opened = () => sharp(raw, { raw: { ...PHOTO, channels: 3 } });
  const photoBytes = await opened().jpeg({ quality: 90 }).toBuffer();
  const smallPng = await opened().resize(SMALL.width, SMALL.height).png().toBuffer();
  const iconBytes = await opened().resize(64, 64, { fit: "fill" }).ensureAlpha(0.7).png().toBuffer();
  const [photo, icon] = [join(folder, "photo.jpg"), join(folder, "icon.png")];
  writeFileSync(photo, photoBytes);
  writeFileSync(icon, iconBytes);
  return { photo, photoBytes, smallPng, icon, pixels: nativeImage.createFromPath(photo).toBitmap() };
}

/** Distances between the points of each layer, in pixels: as in photos, the coarser the stronger. */
const OCTAVES = [1600, 400, 100, 25, 6, 1];

/** A picture with structure of every size, as photos have it, and the same in every run. */
function photoPixels(): Buffer {
  const raw = Buffer.alloc(PHOTO.width * PHOTO.height * 3);
  for (let y = 0; y < PHOTO.height; y += 1) {
    for (let x = 0; x < PHOTO.width; x += 1) {
      const light = OCTAVES.reduce(
        (sum, distance) => sum + heightAt(x / distance, y / distance) * distance ** 0.45 * 3,
        0,
      );
      const hue = heightAt(x / 700 + 9, y / 700) * 40;
      raw.set([clamp(128 + light + hue), clamp(128 + light), clamp(128 + light - hue)], (y * PHOTO.width + x) * 3);
    }
  }
  return raw;
}

/** Random heights at whole places, straight between them; -1 to 1. */
function heightAt(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const above = randomAt(left, top) * (1 - right) + randomAt(left + 1, top) * right;
  const below = randomAt(left, top + 1) * (1 - right) + randomAt(left + 1, top + 1) * right;
  return above * (1 - down) + below * down;
}

function randomAt(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263), 1_274_126_177);
  return ((mixed ^ (mixed >>> 15)) & 0xffff) / 32_768 - 1;
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, value));
}

/** Lines and areas on a plain ground, as charts are. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#11151b"/>${Array.from(
  { length: 12 },
  (_, at) =>
    `<path d="M0 ${at * 40 + 60} C 200 ${at * 70}, 500 ${600 - at * 50}, 800 ${at * 45}" stroke="hsl(${at * 30} 70% 60%)" fill="none" stroke-width="2"/>`,
).join("")}</svg>`;

async function againstSharp({ photo, photoBytes, smallPng, icon, pixels }: Files, sharp: Sharp): Promise<BenchRow[]> {
  const whole = nativeImage.createFromBitmap(pixels, PHOTO);
  const small = nativeImage.createFromBuffer(smallPng);
  const raw = { raw: { ...PHOTO, channels: 4 as const } };
  const drawingPng = await sharp(Buffer.from(DRAWING)).removeAlpha().png().toBuffer();
  const drawing = nativeImage.createFromBuffer(drawingPng);
  const drawingRaw = await sharp(drawingPng).raw().toBuffer();
  const smallRaw = await sharp(smallPng).removeAlpha().raw().toBuffer();
  const smallShape = { raw: { ...SMALL, channels: 3 as const } };
  const fill = { fit: "fill" as const };
  return [
    await compare(
      "decode JPEG of 12 MP, sharp (goal 0.45)",
      () => nativeImage.createFromBuffer(photoBytes).toBitmap(),
      () => sharp(photoBytes).ensureAlpha().raw().toBuffer(),
    ),
    await compare(
      "decode PNG of 800 x 600, sharp (goal 0.63)",
      () => nativeImage.createFromBuffer(smallPng).toBitmap(),
      () => sharp(smallPng).ensureAlpha().raw().toBuffer(),
    ),
    await compare(
      "resize 12 MP to 800 x 600, best, sharp (goal 1.43)",
      () => whole.resize(SMALL).toBitmap(),
      () =>
        sharp(pixels, raw)
          .resize(SMALL.width, SMALL.height, { ...fill, kernel: "lanczos3" })
          .raw()
          .toBuffer(),
    ),
    await compare(
      "resize 12 MP to 800 x 600, good, sharp linear (goal 2)",
      () => whole.resize({ ...SMALL, quality: "good" }).toBitmap(),
      () =>
        sharp(pixels, raw)
          .resize(SMALL.width, SMALL.height, { ...fill, kernel: "linear" })
          .raw()
          .toBuffer(),
    ),
    await compare(
      "encode PNG of a drawing of 800 x 600, sharp (goal 0.8)",
      () => drawing.toPNG(),
      () => sharp(drawingRaw, smallShape).png().toBuffer(),
    ),
    await compare(
      "encode PNG of a photo of 800 x 600, sharp (goal 0.8)",
      () => small.toPNG(),
      () => sharp(smallRaw, smallShape).png().toBuffer(),
    ),
    await compare(
      "encode JPEG of 800 x 600, sharp (goal 0.77)",
      () => small.toJPEG(80),
      () => sharp(smallRaw, smallShape).jpeg({ quality: 80 }).toBuffer(),
    ),
    await compare(
      "JPEG file of 12 MP to 800 x 600 JPEG, sharp (goal 0.29)",
      () => nativeImage.createFromPath(photo).resize(SMALL).toJPEG(80),
      () => sharp(photo).resize(SMALL.width, SMALL.height, fill).jpeg({ quality: 80 }).toBuffer(),
    ),
    await compare(
      "icon file of 64 px to 16 px PNG, sharp (goal 4)",
      () => nativeImage.createFromPath(icon).resize({ width: 16 }).toPNG(),
      () => sharp(icon).resize(16, 16, fill).png().toBuffer(),
    ),
  ];
}

async function againstJimp({ photo, photoBytes, smallPng, icon, pixels }: Files, jimp: Jimp): Promise<BenchRow[]> {
  const small = nativeImage.createFromBuffer(smallPng);
  const theirs = await jimp.read(smallPng);
  const drawing = nativeImage.createFromBuffer((await nativeImage.decode(Buffer.from(DRAWING))).toPNG());
  const theirDrawing = await jimp.read(drawing.toPNG());
  const whole = nativeImage.createFromBitmap(pixels, PHOTO);
  const theirWhole = await jimp.read(photoBytes);
  return [
    await compare(
      "decode JPEG of 12 MP, jimp (goal 6)",
      () => nativeImage.createFromBuffer(photoBytes).toBitmap(),
      () => jimp.read(photoBytes),
      1,
    ),
    await compare(
      "decode PNG of 800 x 600, jimp (goal 6)",
      () => nativeImage.createFromBuffer(smallPng).toBitmap(),
      () => jimp.read(smallPng),
    ),
    await compare(
      "resize 12 MP to 800 x 600, best, jimp's mean (goal 6)",
      () => whole.resize(SMALL).toBitmap(),
      () => theirWhole.clone().resize({ w: SMALL.width, h: SMALL.height }),
      3,
    ),
    await compare(
      "resize 12 MP to 800 x 600, best, jimp's bicubic (goal 12.5)",
      () => whole.resize(SMALL).toBitmap(),
      () => theirWhole.clone().resize({ w: SMALL.width, h: SMALL.height, mode: ResizeStrategy.BICUBIC }),
      1,
    ),
    await compare(
      "resize 12 MP to 800 x 600, good, jimp's mean (goal 6)",
      () => whole.resize({ ...SMALL, quality: "good" }).toBitmap(),
      () => theirWhole.clone().resize({ w: SMALL.width, h: SMALL.height }),
      3,
    ),
    await compare(
      "encode PNG of a drawing of 800 x 600, jimp (goal 6)",
      () => drawing.toPNG(),
      () => theirDrawing.getBuffer("image/png"),
    ),
    await compare(
      "encode PNG of a photo of 800 x 600, jimp (goal 6)",
      () => small.toPNG(),
      () => theirs.getBuffer("image/png"),
    ),
    await compare(
      "encode JPEG of 800 x 600, jimp (goal 6)",
      () => small.toJPEG(80),
      () => theirs.getBuffer("image/jpeg", { quality: 80 }),
    ),
    await compare(
      "JPEG file of 12 MP to 800 x 600 JPEG, jimp (goal 6)",
      () => nativeImage.createFromPath(photo).resize(SMALL).toJPEG(80),
      async () =>
        (await jimp.read(photo)).resize({ w: SMALL.width, h: SMALL.height }).getBuffer("image/jpeg", { quality: 80 }),
      1,
    ),
    await compare(
      "icon file of 64 px to 16 px PNG, jimp (goal 6)",
      () => nativeImage.createFromPath(icon).resize({ width: 16 }).toPNG(),
      async () => (await jimp.read(icon)).resize({ w: 16, h: 16 }).getBuffer("image/png"),
    ),
  ];
}

/** What a single step that nobody can do without takes, beside the whole of jimp's work. */
async function floors({ photoBytes, smallPng, icon }: Files, sharp: Sharp, jimp: Jimp): Promise<readonly BenchRow[]> {
  const packed = Buffer.concat(readChunks(smallPng)?.imageData ?? []);
  const rows = inflateSync(Buffer.concat(readChunks(nativeImage.createFromBuffer(smallPng).toPNG())?.imageData ?? []));
  const theirs = await jimp.read(smallPng);
  return [
    await compare(
      "floor: the native decoder alone, JPEG of 12 MP, jimp",
      () => sharp(photoBytes).raw().toBuffer(),
      () => jimp.read(photoBytes),
      3,
    ),
    await compare(
      "floor: inflating alone, PNG of 800 x 600, jimp",
      () => inflateSync(packed),
      () => jimp.read(smallPng),
    ),
    await compare(
      "floor: deflating alone, PNG of a photo of 800 x 600, jimp",
      () => deflateSync(rows, { level: 6, strategy: constants.Z_RLE }),
      () => theirs.getBuffer("image/png"),
    ),
    await compare(
      "floor: twelve looks and one reading, icon of 64 px, jimp",
      () => {
        for (let look = 0; look < 12; look += 1) statSync(`${icon}${look}`, { throwIfNoEntry: false });
        inflateSync(Buffer.concat(readChunks(readFileSync(icon))?.imageData ?? []));
      },
      async () => (await jimp.read(icon)).resize({ w: 16, h: 16 }).getBuffer("image/png"),
    ),
  ];
}

/** How near both come to the same filter in doubles. */
async function sharpness({ pixels }: Files, sharp: Sharp): Promise<BenchRow> {
  const truth = filteredExactly(pixels, PHOTO, SMALL, LANCZOS);
  const ours = nativeImage.createFromBitmap(pixels, PHOTO).resize(SMALL).toBitmap();
  const peer = await sharp(pixels, { raw: { ...PHOTO, channels: 4 } })
    .resize(SMALL.width, SMALL.height, { fit: "fill", kernel: "lanczos3" })
    .raw()
    .toBuffer();
  const [oursDb, peerDb] = [psnr(ours, truth), psnr(peer, truth)];
  return {
    name: "PSNR of best against exact Lanczos, sharp (goal 1)",
    ours: oursDb,
    peer: peerDb,
    unit: "dB",
    ratio: oursDb / peerDb,
  };
}

/** Rounds alternate; the median counts. Milliseconds, so less is better and the ratio says how often faster ours is. */
async function compare(name: string, ours: () => unknown, peer: () => unknown, rounds = ROUNDS): Promise<BenchRow> {
  const [oursMs, peerMs]: [number[], number[]] = [[], []];
  await ours();
  if (rounds > 1) await peer();
  for (let round = 0; round < rounds; round += 1) {
    oursMs.push(await time(ours));
    peerMs.push(await time(peer));
  }
  const [oursTime, peerTime] = [median(oursMs), median(peerMs)];
  return { name, ours: oursTime, peer: peerTime, unit: "ms", ratio: peerTime / oursTime };
}

const LEAST_MS = 20;

/** Short work is done often enough to be measured. */
async function time(work: () => unknown): Promise<number> {
  const begin = performance.now();
  let done = 0;
  do {
    await work();
    done += 1;
  } while (performance.now() - begin < LEAST_MS);
  return (performance.now() - begin) / done;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
