import { once } from "node:events";
import type { Readable } from "node:stream";

/** The code that a wall player tells at its terminal. */
export async function codeOf(output: Readable): Promise<string> {
  let told = "";
  output.on("data", (chunk) => (told += String(chunk)));
  for (;;) {
    const code = /type (\S+ \S+) at/.exec(told)?.[1];
    if (code !== undefined) return code;
    await once(output, "data");
  }
}
