import { crc32, deflateSync } from "node:zlib";
import { nativeImage } from "@vedette/image";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { drawApart } from "../src/native/draw-apart.ts";
import type { DrawOrder } from "../src/native/draw-picture.ts";
import { decodeMutations, openMutations } from "./mutations.ts";
import { reference } from "./reference.ts";

describe("hostile data", () => {
  it("10,000 mutated pictures are pictures or nothing, and cost little [spec 3]", { timeout: 120_000 }, async () => {
    const seed = Date.now() % 2 ** 31;
    const before = process.memoryUsage.rss();

    const report = await openMutations(10_000, seed);

    expect(report.inputs).toBe(10_000);
    expect(report.pictures).toBeGreaterThan(100);
    expect(process.memoryUsage.rss() - before).toBeLessThan(500_000_000);
  });

  it.each([
    ["a side over the limit", 65_536, 1],
    ["more pixels than the limit", 10_001, 10_000],
    ["the largest numbers", 0xffffffff, 0xffffffff],
    ["much within the limit and next to no data", 10_000, 10_000],
  ])("%s gives nothing and allocates nothing", (_, width, height) => {
    const file = pngOf(width, height, deflateSync(Buffer.alloc(1000)));
    const before = process.memoryUsage().arrayBuffers;

    expect(nativeImage.createFromBuffer(file).isEmpty()).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it("a file of more than 50 MB gives nothing, and a caller who knows it may allow more than 100 million pixels", async () => {
    const [size, rows] = [{ width: 10_001, height: 10_000 }, deflateSync(Buffer.from([0, 1, 2, 3, 4]))];
    const padding = (bytes: number): Buffer[] => [chunk("tEXt", Buffer.alloc(bytes))];
    const large = pngOf(size.width, size.height, rows, padding(2_000_000));

    await expect(nativeImage.decode(large)).rejects.toMatchObject({ code: "ERR_IMAGE_TOO_LARGE" });
    await expect(nativeImage.decode(large, { maxPixels: 200_000_000 })).rejects.toMatchObject({
      code: "ERR_IMAGE_DECODE",
    });
    expect(nativeImage.createFromBuffer(pngOf(1, 1, rows, padding(49_999_000))).isEmpty()).toBe(false);
    expect(nativeImage.createFromBuffer(pngOf(1, 1, rows, padding(50_000_000))).isEmpty()).toBe(true);
  });

  it.each([
    ["a JPEG", () => nativeImage.createFromBuffer(longJpeg())],
    ["the URL of one", () => nativeImage.createFromDataURL(`data:image/jpeg,${"a".repeat(50_000_001)}`)],
    ["its URL in base64", () => nativeImage.createFromDataURL(`data:image/png;base64,${"A".repeat(70_000_001)}`)],
    ["its URL in escapes", () => nativeImage.createFromDataURL(`data:image/png,${"%00".repeat(50_000_001)}`)],
  ])("%s of more than 50 MB gives nothing and is not copied before", (_, open) => {
    const copies = [vi.spyOn(Uint8Array, "from"), vi.spyOn(Buffer, "from")];
    onTestFinished(() => void vi.restoreAllMocks());

    expect(open().isEmpty()).toBe(true);
    for (const copy of copies) expect(copy).not.toHaveBeenCalled();
  });

  it("a picture of 400 MB from a file of 100 kB gives nothing", () => {
    const row = Buffer.alloc(16_000 * 4 + 1);
    const rows = deflateSync(Buffer.alloc(row.length * 2000));
    const before = process.memoryUsage().arrayBuffers;

    expect(nativeImage.createFromBuffer(pngOf(16_000, 2000, rows)).isEmpty()).toBe(false);
    expect(nativeImage.createFromBuffer(pngOf(16_000, 6000, rows)).isEmpty()).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300_000_000);
  });

  it("a JPEG that says it is huge gives nothing", () => {
    const file = Buffer.from(reference("logo.jpg"));
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
    file.writeUInt32BE(0xffff_ffff, frame + 5);

    expect(nativeImage.createFromBuffer(file).isEmpty()).toBe(true);
  });

  it("a profile that unpacks to more than four megabytes is ignored", () => {
    const profile = Buffer.concat([Buffer.from("p\0\0", "latin1"), deflateSync(Buffer.alloc(50_000_000))]);
    const rows = deflateSync(Buffer.from([0, 1, 2, 3, 4]));
    const file = pngOf(1, 1, rows, [chunk("iCCP", profile)]);

    expect(nativeImage.createFromBuffer(file).toBitmap()).toHaveLength(4);
  });
});

describe("hostile pictures given to the calls that promise", () => {
  const svg = (body: string, head = "") =>
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">${body}</svg>`,
    );

  it.each([
    ["a file", `<image xlink:href="file://${import.meta.dirname}/fixtures/logo.png" width="8" height="8"/>`],
    ["a path", '<image xlink:href="/etc/hostname" width="8" height="8"/>'],
    ["a neighbour", '<image href="logo.png" width="8" height="8"/>'],
    ["the network", '<image href="http://127.0.0.1:9/x.png" width="8" height="8"/>'],
  ])("an SVG that points to %s draws nothing of it", async (_, body) => {
    const image = await nativeImage.decode(svg(body));

    expect(image.toBitmap().every((byte) => byte === 0)).toBe(true);
  });

  it("an SVG with a bomb of entities ends", async () => {
    const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("");
    const head = `<!DOCTYPE svg [<!ENTITY e0 "<rect width='1' height='1'/>">${entities}]>`;

    await expect(nativeImage.decode(svg("&e12;", head))).rejects.toMatchObject({ code: "ERR_IMAGE_DECODE" });
  });

  it("an SVG that would be drawn for minutes ends, takes no memory here, and the next one is drawn", async () => {
    const before = process.memoryUsage.rss();
    const order = (body: string): DrawOrder => ({
      bytes: svg(body),
      format: "svg",
      options: { autoOrient: false, page: 0, density: 72 * 500, maxPixels: 100_000_000 },
    });
    const filter = '<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="50"/></filter>';
    const endless = order(`${filter}<rect width="8" height="8" filter="url(#f)"/>`);

    await expect(drawApart(endless, 1)).rejects.toMatchObject({ code: "ERR_IMAGE_DECODE" });
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
    expect((await drawApart(order('<rect width="8" height="8"/>'))).isOpaque).toBe(true);
  });

  it("too many pixels are refused by name", async () => {
    await expect(nativeImage.decode(reference("logo.png"), { maxPixels: 1000 })).rejects.toMatchObject({
      code: "ERR_IMAGE_TOO_LARGE",
    });
    await expect(nativeImage.decode(reference("picture.webp"), { maxPixels: 10.5 })).rejects.toMatchObject({
      code: "ERR_IMAGE_TOO_LARGE",
    });
    expect((await nativeImage.decode(reference("picture.webp"), { maxPixels: 1_000_000.5 })).isEmpty()).toBe(false);
    await expect(nativeImage.decode(svg(""), { maxPixels: 10 })).rejects.toMatchObject({ code: "ERR_IMAGE_TOO_LARGE" });
  });

  it.each(["tiff", "webp"] as const)(
    "a %s of few bytes that asks for a gigabyte is refused by name",
    async (format) => {
      const { default: sharp } = await import("sharp");
      const red = { create: { width: 7000, height: 7000, channels: 3, background: "red" } } as const;
      const file = await sharp(red)
        .toFormat(format, format === "tiff" ? { compression: "deflate" } : { lossless: true, effort: 0 })
        .toBuffer();

      expect(file.length).toBeLessThan(300_000);
      await expect(nativeImage.decode(file)).rejects.toMatchObject({ code: "ERR_IMAGE_TOO_LARGE" });
    },
  );

  it("a side over the limit is refused by name, as few pixels as there are", async () => {
    const { default: sharp } = await import("sharp");
    const line = sharp({ create: { width: 65_536, height: 1, channels: 3, background: "red" } });

    await expect(nativeImage.decode(await line.tiff({ compression: "lzw" }).toBuffer())).rejects.toMatchObject({
      code: "ERR_IMAGE_TOO_LARGE",
    });
  });

  it("1,000 mutated pictures of other formats are pictures or refused", { timeout: 60_000 }, async () => {
    const report = await decodeMutations(1000, Date.now() % 2 ** 31);

    expect(report.inputs).toBe(1000);
    expect(report.pictures).toBeGreaterThan(50);
  });
});

/** Begins as one does, and goes on. */
function longJpeg(): Buffer {
  const file = Buffer.alloc(50_000_001);
  reference("logo.jpg").copy(file);
  return file;
}

function pngOf(width: number, height: number, data: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...more,
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(name), body, Buffer.alloc(4)]);
  framed.writeUInt32BE(body.length);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}
