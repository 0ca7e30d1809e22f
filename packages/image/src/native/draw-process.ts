import { ImageError } from "../image-error.ts";
import { type DrawOrder, drawPicture } from "./draw-picture.ts";
import type { Answer } from "./job.ts";

/** The process that draws what cannot be stopped otherwise: one picture at a time, for whoever started it. */
process.on("message", async (order: DrawOrder) => {
  process.send?.(await answerTo(order));
});
// Nobody is left to draw for. An ordinary end would wait for the picture in hand.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Who interrupts a program from its terminal means the program, which may still want this picture.
process.on("SIGINT", () => {});

async function answerTo(order: DrawOrder): Promise<Answer> {
  try {
    return { kind: "pixels", block: await drawPicture(order) };
  } catch (error) {
    return { kind: "refused", code: error instanceof ImageError ? error.code : "ERR_IMAGE_DECODE" };
  }
}
