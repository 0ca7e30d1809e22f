import { parentPort, workerData } from "node:worker_threads";
import type { PDFiumLibrary } from "@hyzyla/pdfium";
import { swapRedAndBlue } from "../bitmap.ts";
import { SRGB } from "../color/color-space.ts";
import { ImageError } from "../image-error.ts";
import { isAllowedSize } from "../limits.ts";
import { fitted } from "./fitted.ts";
import type { Answer, PixelBlock } from "./job.ts";
import type { PdfOrder } from "./pdf.ts";
import { transferable } from "./transferable.ts";

/** The thread that draws one page of one PDF: whatever the file does to the renderer ends with it. */
const answer = await answerTo(workerData);
parentPort?.postMessage(answer, transferable(answer));

async function answerTo(order: PdfOrder): Promise<Answer> {
  try {
    return { kind: "pixels", block: await draw(order) };
  } catch (error) {
    return { kind: "refused", code: error instanceof ImageError ? error.code : "ERR_IMAGE_DECODE" };
  }
}

async function draw({ bytes, page: number, maxPixels, size }: PdfOrder): Promise<PixelBlock> {
  const document = await (await openLibrary()).loadDocument(bytes);
  if (number >= document.getPageCount()) throw new ImageError("ERR_IMAGE_DECODE");
  const { originalWidth, originalHeight } = document.getPage(number).getOriginalSize();
  const original = { width: originalWidth, height: originalHeight };
  const target = "density" in size ? atDensity(original, size.density) : fitted(original, size);
  if (!isAllowedSize(target.width, target.height, maxPixels)) throw new ImageError("ERR_IMAGE_TOO_LARGE");
  const drawn = await document.getPage(number).render({ ...target, render: "bitmap" });
  const { width, height, data } = drawn;
  if (data.length !== width * height * 4) throw new ImageError("ERR_IMAGE_DECODE");
  const pixels = new Uint8Array(data);
  swapRedAndBlue(pixels);
  return { width, height, pixels, isOpaque: true, colorSpace: SRGB };
}

async function openLibrary(): Promise<PDFiumLibrary> {
  try {
    const { PDFiumLibrary: library } = await import("@hyzyla/pdfium");
    return await library.init();
  } catch (cause) {
    // Nobody installed it: this is a format like any other that is not known here.
    throw new ImageError("ERR_IMAGE_UNSUPPORTED_FORMAT", { cause });
  }
}

/** A page is measured in 72nds of an inch. */
function atDensity({ width, height }: Record<"width" | "height", number>, density: number) {
  const side = (length: number): number => Math.max(1, Math.round((length * density) / 72));
  return { width: side(width), height: side(height) };
}
