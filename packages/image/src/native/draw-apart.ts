import { type ChildProcess, fork } from "node:child_process";
import { SRGB } from "../color/color-space.ts";
import { ImageError } from "../image-error.ts";
import { LIMITS } from "../limits.ts";
import type { DrawOrder } from "./draw-picture.ts";
import type { Answer, PixelBlock } from "./job.ts";

/** Waits for the next picture, so that not each of them pays for a start. */
let idle: ChildProcess | undefined;
const MOST_IDLE_MS = 60_000;

/**
 * Draws in a process of its own, which is ended when it takes too long. The native library cannot be stopped while it
 * draws an SVG: a filter of a hundred letters would keep one of its threads, and a processor, for minutes.
 *
 * @throws ImageError `ERR_IMAGE_UNSUPPORTED_FORMAT` where processes are forbidden, `ERR_IMAGE_DECODE`,
 *   `ERR_IMAGE_TOO_LARGE`
 */
export async function drawApart(order: DrawOrder, seconds: number = LIMITS.svgSeconds): Promise<PixelBlock> {
  const child = taken() ?? start();
  const overdue = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  try {
    const answer = await answerOf(child, order);
    if (answer.kind !== "pixels") throw new ImageError(answer.kind === "refused" ? answer.code : "ERR_IMAGE_DECODE");
    // What came through the channel lies in its memory.
    return { ...answer.block, pixels: new Uint8Array(answer.block.pixels), colorSpace: SRGB };
  } finally {
    clearTimeout(overdue);
    leave(child);
  }
}

function start(): ChildProcess {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const { NODE_OPTIONS: _, ...environment } = process.env;
  try {
    const child = fork(new URL(`./draw-process.${extension}`, import.meta.url), {
      execArgv: [],
      env: { ...environment, ELECTRON_RUN_AS_NODE: "1" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Without a listener an error between two pictures would end this thread.
    child.on("error", () => {});
    return child;
  } catch (cause) {
    throw new ImageError("ERR_IMAGE_UNSUPPORTED_FORMAT", { cause });
  }
}

function taken(): ChildProcess | undefined {
  const child = idle;
  idle = undefined;
  if (child?.connected !== true || child.exitCode !== null || child.signalCode !== null) return undefined;
  child.ref();
  child.channel?.ref();
  return child;
}

/** Keeps one for the next picture, and none keeps anybody alive. */
function leave(child: ChildProcess): void {
  if (idle !== undefined || !child.connected || child.killed) {
    child.kill("SIGKILL");
    return;
  }
  idle = child;
  child.unref();
  child.channel?.unref();
  const end = setTimeout(() => {
    if (idle !== child) return;
    idle = undefined;
    child.kill("SIGKILL");
  }, MOST_IDLE_MS);
  end.unref();
}

async function answerOf(child: ChildProcess, order: DrawOrder): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (cause?: unknown): void => reject(new ImageError("ERR_IMAGE_DECODE", { cause }));
  const ended = (): void => fail();
  child.once("message", resolve).once("error", fail).once("exit", ended).once("disconnect", ended);
  child.send(order, (cause) => {
    if (cause !== null) fail(cause);
  });
  try {
    return (await promise) as Answer; // from our own process
  } finally {
    child.off("message", resolve).off("error", fail).off("exit", ended).off("disconnect", ended);
  }
}
