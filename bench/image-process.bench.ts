import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "./run.ts";

const ROUNDS = 5;

/** What a process pays before and beside the work: loading, the first picture, memory. */
export default async function benchImageProcess(): Promise<readonly BenchRow[]> {
  const { default: sharp } = await import("sharp");
  const folder = mkdtempSync(join(tmpdir(), "vedette-bench-"));
  try {
    const [photo, small] = [join(folder, "photo.jpg"), join(folder, "small.jpg")];
    const noise = sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        noise: { type: "gaussian", mean: 128, sigma: 12 },
        background: "#888",
      },
    });
    const photoBytes = await noise.jpeg({ quality: 90 }).toBuffer();
    writeFileSync(photo, photoBytes);
    writeFileSync(small, await sharp(photoBytes).resize(320, 240).jpeg().toBuffer());
    return [
      measure("import (goal 60 ms), sharp", "ms", [timed(OURS), timed(SHARP)]),
      measure("import (goal 60 ms), jimp", "ms", [timed(OURS), timed(JIMP)]),
      measure("first JPEG to pixels, import included (goal 150 ms), sharp", "ms", [
        timed(`${OURS} nativeImage.createFromPath("${small}").toBitmap();`),
        timed(`${SHARP} await sharp("${small}").ensureAlpha().raw().toBuffer();`),
      ]),
      measure("later JPEG of 320 x 240 to pixels (goal 3 ms), sharp", "ms", [
        later(OURS, `nativeImage.createFromPath("${small}").toBitmap()`),
        later(SHARP, `await sharp("${small}").ensureAlpha().raw().toBuffer()`),
      ]),
      longestPause(photo),
      ...memoryRows(photo),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const OURS = `const { nativeImage } = await import("@vedette/image");`;
const SHARP = `const { default: sharp } = await import("sharp");`;
const JIMP = `const { Jimp } = await import("jimp");`;

/** How long the event loop stands still while pictures of 12 megapixels are decoded, made small and encoded. */
function longestPause(photo: string): BenchRow {
  const ours = printed(`${OURS} const { monitorEventLoopDelay } = await import("node:perf_hooks");
    const size = { width: 800, height: 600 };
    const work = async () => {
      await nativeImage.createThumbnailFromPath("${photo}", size);
      await (await nativeImage.decode("${photo}")).encode("jpeg");
    };
    await work();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let round = 0; round < 3; round += 1) await work();
    delay.disable();
    console.log(delay.max / 1e6);`);
  return { name: "longest pause of the event loop at 12 MP, the goal", ours, peer: 50, unit: "ms", ratio: 50 / ours };
}

/** Peak of a process that decodes, makes smaller and encodes 12 megapixels five times. */
function memoryRows(photo: string): BenchRow[] {
  const repeat = (work: string): string => `for (let round = 0; round < 5; round += 1) { ${work} }`;
  const ours = peak(
    `${OURS} ${repeat(`const image = nativeImage.createFromPath("${photo}"); image.toBitmap(); image.resize({ width: 800, height: 600 }).toJPEG(80);`)}`,
  );
  const theirs = `await sharp("${photo}").ensureAlpha().raw().toBuffer(); await sharp("${photo}").resize(800, 600, { fit: "fill" }).jpeg({ quality: 80 }).toBuffer();`;
  const jimp = `const image = await Jimp.read("${photo}"); await image.resize({ w: 800, h: 600 }).getBuffer("image/jpeg", { quality: 80 });`;
  return [
    measure(
      "peak memory of 12 MP, decoded and made small (goal 700 MB), sharp",
      "MB",
      [ours, peak(`${SHARP} ${repeat(theirs)}`)],
      1,
    ),
    measure("peak memory of 12 MP, decoded and made small, jimp", "MB", [ours, peak(`${JIMP} ${repeat(jimp)}`)], 1),
  ];
}

function timed(program: string): string {
  return `const begin = performance.now(); ${program} console.log(performance.now() - begin);`;
}

function later(load: string, work: string): string {
  return `${load} const work = async () => { ${work}; }; for (let warm = 0; warm < 20; warm += 1) await work();
    const begin = performance.now(); for (let done = 0; done < 50; done += 1) await work(); console.log((performance.now() - begin) / 50);`;
}

function peak(program: string): string {
  return `${program} console.log(process.resourceUsage().maxRSS / 1024);`;
}

/** The median of processes of their own, which take turns. */
function measure(name: string, unit: string, [ours, peer]: readonly [string, string], rounds = ROUNDS): BenchRow {
  const [oursAll, peerAll]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    oursAll.push(printed(ours));
    peerAll.push(printed(peer));
  }
  const [oursMedian, peerMedian] = [median(oursAll), median(peerAll)];
  return { name, ours: oursMedian, peer: peerMedian, unit, ratio: peerMedian / oursMedian };
}

function printed(program: string): number {
  const args = ["--conditions=vedette-source", "--input-type=module", "-e", program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
