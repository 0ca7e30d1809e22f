import { javascriptKernel } from "./javascript-kernel.ts";
import type { Kernel } from "./kernel.ts";
import { openSimdKernel } from "./simd-kernel.ts";

let chosen: Kernel | undefined;

/** The fastest kernel this process can run, made at the first call. */
export function kernel(): Kernel {
  chosen ??= openSimdKernel() ?? javascriptKernel;
  return chosen;
}
