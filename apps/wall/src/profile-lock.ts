import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import type { Display } from "@vedette/window";

/** Where the browser of a screen keeps what it has. */
export function profileOf(folder: string, { name }: Pick<Display, "name">): string {
  return join(folder, name.replace(/[^\w-]/g, "_"));
}

/**
 * Takes a browser profile for this process alone: a second wall on the same one would end the browser of the first. The
 * lock is a name among the kernel's abstract sockets, which goes with the process however it ends.
 *
 * @returns `undefined` when another process has it
 * @see unix(7), "abstract"
 */
export async function takeProfile(profile: string): Promise<AsyncDisposable | undefined> {
  const name = createHash("sha256").update(resolve(profile)).digest("hex");
  const server = createServer((socket) => socket.destroy());
  server.listen({ path: `\0vedette-wall-${process.getuid?.() ?? 0}-${name}` });
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "EADDRINUSE") return undefined;
    throw error;
  }
  server.on("error", () => undefined); // A failed accept leaves the lock as it is.
  server.unref();
  return {
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
