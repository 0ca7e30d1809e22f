import { crc32, deflateSync, inflateSync } from "node:zlib";
import { nativeImage } from "@vedette/image";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asBitmap, largestDifference, namesOf, reference } from "./reference.ts";

const SIZE = { width: 29, height: 17 };

describe("a PNG", () => {
  it.each(namesOf(/^(?!space|logo|chromium).*\.png$/))("%s has the pixels that ImageMagick sees [spec 3]", (name) => {
    const image = nativeImage.createFromBuffer(reference(name));
    const expected = asBitmap(reference(name.replace(".png", ".rgba")));

    expect(image.getSize()).toEqual(SIZE);
    expect(largestDifference(image.toBitmap(), expected)).toBeLessThanOrEqual(/16/.test(name) ? 1 : 0);
  });

  const whole = reference("rgb8.png");
  const chunks = chunksOf(whole);
  const rebuilt = (change: (list: Chunk[]) => Chunk[]): Buffer => fileOf(change(chunks));

  it("may end behind its image data, and may hold chunks nobody knows", () => {
    const text: Chunk = { name: "teXt", body: Buffer.from("x") };

    expect(isEmpty(rebuilt((list) => list.filter(({ name }) => name !== "IEND")))).toBe(false);
    expect(
      isEmpty(rebuilt(([header, ...rest]) => [header, text, ...rest].filter((chunk) => chunk !== undefined))),
    ).toBe(false);
  });

  it("with more image data than it needs is decoded as far as it needs", () => {
    const [data] = chunks.filter(({ name }) => name === "IDAT");
    const pixels = inflateSync(data?.body ?? Buffer.alloc(0));
    const more = deflateSync(Buffer.concat([pixels, Buffer.alloc(50_000_000)]));
    const file = rebuilt((list) => list.map((chunk) => (chunk.name === "IDAT" ? { ...chunk, body: more } : chunk)));

    expect(nativeImage.createFromBuffer(file).toBitmap()).toEqual(nativeImage.createFromBuffer(whole).toBitmap());
  });

  it.each<[string, (list: Chunk[]) => Chunk[]]>([
    ["no image data", (list) => list.filter(({ name }) => name !== "IDAT")],
    [
      "a critical chunk nobody knows",
      ([header, ...rest]) => [...(header ? [header] : []), { name: "ABCD", body: Buffer.alloc(0) }, ...rest],
    ],
    [
      "too little image data",
      (list) =>
        list.map((chunk) => (chunk.name === "IDAT" ? { ...chunk, body: deflateSync(Buffer.alloc(10)) } : chunk)),
    ],
    ["a depth that its type does not have", (list) => patchHeader(list, 8, 4)],
    ["a type that does not exist", (list) => patchHeader(list, 9, 5)],
    [
      "no width",
      (list) =>
        list.map((chunk) =>
          chunk.name === "IHDR" ? { ...chunk, body: Buffer.concat([Buffer.alloc(4), chunk.body.subarray(4)]) } : chunk,
        ),
    ],
    ["a palette that is missing", (list) => patchHeader(list, 9, 3)],
    [
      "a filter nobody knows",
      (list) =>
        list.map((chunk) =>
          chunk.name === "IDAT" ? { ...chunk, body: deflateSync(Buffer.alloc(17 * 88, 9)) } : chunk,
        ),
    ],
  ])("with %s is no image", (_, change) => {
    expect(isEmpty(rebuilt(change))).toBe(true);
  });

  it("with a wrong checksum of its image data is no image", () => {
    const damaged = Buffer.from(whole);
    const at = damaged.indexOf("IDAT") - 4;
    const end = at + 8 + damaged.readUInt32BE(at);
    damaged.writeUInt32BE(damaged.readUInt32BE(end) ^ 1, end);

    expect(isEmpty(damaged)).toBe(true);
  });

  it("that is cut off anywhere before its end is no image", () => {
    const end = whole.lastIndexOf("IEND") - 4;
    for (let length = 0; length < end; length += 7)
      expect(isEmpty(whole.subarray(0, length)), String(length)).toBe(true);
  });
});

describe("writing PNG", () => {
  it("gives the very bytes that clients compare for a clear pixel", () => {
    const file = nativeImage.createFromBitmap(Buffer.alloc(4), { width: 1, height: 1 }).toPNG();

    expect(chunksOf(file).map(({ name, body }) => `${name} ${body.toString("hex")}`)).toEqual([
      "IHDR 00000001000000010806000000",
      "IDAT 789c6262000200000000ffff",
      "IDAT 0300000f0003",
      "IEND ",
    ]);
  });

  it("gives tiny data URLs back as the strings that clients keep", () => {
    const clear =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADElEQVR4nGJiAAIAAAAA//81yQwvAAAABklEQVQDAAAPAAMkN33pAAAAAElFTkSuQmCC";
    const opaque =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGL5//8/AwMDEwMYAAAAAP//aYxtrAAAAAZJREFUAwAkMAMEkRkhTQAAAABJRU5ErkJggg==";

    for (const base64 of [clear, opaque]) {
      const url = `data:image/png;base64,${base64}`;
      expect(nativeImage.createFromDataURL(url).toDataURL()).toBe(url);
    }
  });

  it.each(namesOf(/^chromium-.*\.png$/))("gives the very bytes that Chromium wrote for %s", (name) => {
    const file = reference(name);

    expect(nativeImage.createFromBuffer(file).toPNG().equals(file)).toBe(true);
  });

  it("writes RGB when the picture is opaque by origin, else RGBA", () => {
    expect(colorType(nativeImage.createFromBuffer(reference("rgb8.png")).toPNG())).toBe(2);
    expect(colorType(nativeImage.createFromBuffer(reference("colour-420.jpg")).toPNG())).toBe(2);
    expect(colorType(nativeImage.createFromBuffer(reference("palette-trns.png")).toPNG())).toBe(6);
    expect(colorType(nativeImage.createFromBitmap(Buffer.alloc(4, 255), { width: 1, height: 1 }).toPNG())).toBe(6);
  });

  it("never loses a pixel [spec 3]", () => {
    const bitmap = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })).chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        pixels: fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }),
      }),
    );
    fc.assert(
      fc.property(bitmap, ({ width, height, pixels }) => {
        premultiplied(pixels);
        const image = nativeImage.createFromBitmap(pixels, { width, height });
        const again = nativeImage.createFromDataURL(image.toDataURL());

        expect(Buffer.compare(again.toBitmap(), pixels)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["noise", (at: number) => Math.imul(at, 2_654_435_761) >>> 24, 500_000],
    ["a gradient", (at: number) => (at >> 6) & 255, 4000],
    // What only the search for repetitions finds.
    ["a pattern", (at: number) => (Math.imul((at >> 2) % 37, 2_654_435_761) >>> 24) & 255, 20_000],
  ])("packs a large picture of %s without loss and always alike", async (_, valueAt, mostBytes) => {
    const pixels = Buffer.from(
      Uint8Array.from({ length: 400 * 300 * 4 }, (__, at) => (at % 4 === 3 ? 255 : valueAt(at))),
    );
    const image = nativeImage.createFromBitmap(pixels, { width: 400, height: 300 });
    const file = image.toPNG();
    const { default: sharp } = await import("sharp");
    const theirs = await sharp(file).raw().toBuffer();

    expect(file.length).toBeLessThan(mostBytes);
    expect(image.toPNG().equals(file)).toBe(true);
    expect(nativeImage.createFromBuffer(file).toBitmap().equals(pixels)).toBe(true);
    expect([theirs[0], theirs[1], theirs[2]]).toEqual([pixels[2], pixels[1], pixels[0]]);
  });

  it("is read by another decoder as it was meant", async () => {
    const { default: sharp } = await import("sharp");
    const image = nativeImage.createFromBuffer(reference("rgba8.png")).resize({ width: 63, height: 40 });
    const seen = await sharp(image.toPNG()).ensureAlpha().raw().toBuffer();

    expect(Buffer.compare(asBitmap(seen), image.toBitmap())).toBe(0);
  });
});

interface Chunk {
  readonly name: string;
  readonly body: Buffer;
}

function chunksOf(file: Buffer): Chunk[] {
  const list: Chunk[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    list.push({
      name: file.toString("latin1", at + 4, at + 8),
      body: file.subarray(at + 8, at + 8 + file.readUInt32BE(at)),
    });
  }
  return list;
}

function fileOf(list: readonly Chunk[]): Buffer {
  const parts = list.map(({ name, body }) => {
    const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(name), body, Buffer.alloc(4)]);
    framed.writeUInt32BE(body.length);
    framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
    return framed;
  });
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

function patchHeader(list: readonly Chunk[], at: number, value: number): Chunk[] {
  return list.map((chunk) => {
    if (chunk.name !== "IHDR") return chunk;
    const body = Buffer.from(chunk.body);
    body[at] = value;
    return { ...chunk, body };
  });
}

function isEmpty(bytes: Buffer): boolean {
  return nativeImage.createFromBuffer(bytes).isEmpty();
}

function colorType(file: Buffer): number | undefined {
  return file[25];
}

function premultiplied(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at + channel] = Math.min(pixels[at + channel] ?? 0, pixels[at + 3] ?? 0);
    }
  }
}
