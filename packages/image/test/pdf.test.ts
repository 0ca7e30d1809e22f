import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { pictureFolder } from "./reference.ts";

const RED = [0, 0, 255, 255];
const WHITE = [255, 255, 255, 255];

/** A page of 200 x 100 points whose left half is red. */
function aPdf({ mediaBox = "0 0 200 100", drawing = "1 0 0 rg 0 0 100 100 re f" } = {}): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Contents 4 0 R >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size 5 /Root 1 0 R >>\n`;
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`);
}

describe("a PDF, where its renderer is installed", { timeout: 60_000 }, () => {
  it("is its first page, as large as the page or as dense as asked", async () => {
    const image = await nativeImage.decode(aPdf());
    const dense = await nativeImage.decode(aPdf(), { density: 144 });
    const bitmap = image.toBitmap();

    expect([image.getSize(), dense.getSize()]).toEqual([
      { width: 200, height: 100 },
      { width: 400, height: 200 },
    ]);
    expect([...bitmap.subarray(0, 4), ...bitmap.subarray(-4)]).toEqual([...RED, ...WHITE]);
  });

  it("has a thumbnail that fits its box", async () => {
    using folder = pictureFolder();
    writeFileSync(folder.path("page.pdf"), aPdf());

    const thumbnail = await nativeImage.createThumbnailFromPath(folder.path("page.pdf"), { width: 50, height: 50 });

    expect(thumbnail.getSize()).toEqual({ width: 50, height: 25 });
  });

  it("is empty for the calls that know PNG and JPEG alone", () => {
    expect(nativeImage.createFromBuffer(aPdf()).isEmpty()).toBe(true);
  });

  it.each([
    ["damaged", aPdf().subarray(0, 60), {}, "ERR_IMAGE_DECODE"],
    ["without that page", aPdf(), { page: 3 }, "ERR_IMAGE_DECODE"],
    ["larger than the limit", aPdf({ mediaBox: "0 0 14000 14000" }), { density: 300 }, "ERR_IMAGE_TOO_LARGE"],
    ["larger than asked for", aPdf(), { maxPixels: 100 }, "ERR_IMAGE_TOO_LARGE"],
  ])("that is %s is refused", async (_, bytes, options, code) => {
    await expect(nativeImage.decode(bytes, options)).rejects.toMatchObject({ code });
  });

  it("that draws for ever is given up, and others are drawn meanwhile", async () => {
    const endless = aPdf({ drawing: "0 0 m 200 100 l S ".repeat(2_000_000) });
    const [slow, quick] = await Promise.allSettled([nativeImage.decode(endless), nativeImage.decode(aPdf())]);

    expect(slow).toMatchObject({ status: "rejected", reason: { code: "ERR_IMAGE_DECODE" } });
    expect(quick.status).toBe("fulfilled");
  });
});

describe("a PDF, where no renderer is installed", () => {
  it("is a format that cannot be read", { timeout: 60_000 }, async () => {
    using folder = pictureFolder();
    // The package alone: nothing beside it is found from there.
    cpSync(join(import.meta.dirname, "..", "src"), folder.path("src"), { recursive: true });
    const program = `
      const { nativeImage } = await import(${JSON.stringify(pathToFileURL(folder.path("src/index.ts")))});
      await nativeImage.decode(Buffer.from("%PDF-1.7")).catch(({ code }) => process.stdout.write(code));`;

    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);

    expect(stdout).toBe("ERR_IMAGE_UNSUPPORTED_FORMAT");
  });
});
