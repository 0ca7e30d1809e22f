import { Worker } from "node:worker_threads";
import { ImageError } from "../image-error.ts";
import { LIMITS } from "../limits.ts";
import type { Box } from "./fitted.ts";
import type { Answer, PixelBlock } from "./job.ts";

/** A page of a PDF, in dots per inch or as large as fits into a box. */
export interface PdfOrder {
  readonly bytes: Uint8Array;
  readonly page: number;
  readonly maxPixels: number;
  readonly size: { readonly density: number } | Box;
}

/**
 * Draws a page on white ground in a thread of its own, which is ended when it takes too long.
 *
 * @throws ImageError `ERR_IMAGE_UNSUPPORTED_FORMAT` when no renderer is installed, `ERR_IMAGE_DECODE`,
 *   `ERR_IMAGE_TOO_LARGE`
 */
export async function drawPdf(order: PdfOrder): Promise<PixelBlock> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./pdf-worker.${extension}`, import.meta.url), {
    workerData: order,
    name: "vedette-image-pdf",
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.on("message", resolve);
  worker.on("error", reject);
  worker.on("exit", () => reject(new ImageError("ERR_IMAGE_DECODE")));
  const overdue = setTimeout(() => void worker.terminate(), LIMITS.pdfSeconds * 1000);
  try {
    const answer = await promise;
    if (answer.kind === "pixels") return answer.block;
    throw new ImageError(answer.kind === "refused" ? answer.code : "ERR_IMAGE_DECODE");
  } finally {
    clearTimeout(overdue);
    await worker.terminate();
  }
}
