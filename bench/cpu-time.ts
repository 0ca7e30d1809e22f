import { fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";

/**
 * A program in a process of its own, so that the time that its cores work can be told from that of the load and of the
 * database. It calls `answerCpuTime`.
 */
export interface Apart extends AsyncDisposable {
  readonly port: number;
  /** Seconds that all threads of the program have worked. */
  cpuSeconds(): Promise<number>;
}

/** Starts a file of this folder. */
export async function startApart(file: string, args: readonly string[]): Promise<Apart> {
  const program = fork(join(import.meta.dirname, file), args, { execArgv: ["--conditions=vedette-source"] });
  const heard = async (field: "port" | "cpuSeconds"): Promise<number> => {
    const [message] = await once(program, "message");
    const value: unknown = Reflect.get(Object(message), field);
    if (typeof value !== "number") throw new Error(`${file} did not say its ${field}`);
    return value;
  };
  return {
    port: await heard("port"),
    async cpuSeconds() {
      program.send("how much?");
      return heard("cpuSeconds");
    },
    async [Symbol.asyncDispose]() {
      program.disconnect();
      await once(program, "exit");
    },
  };
}

/** In the program: says its port, and the time that it has worked whenever it is asked. */
export function answerCpuTime(server: Server, close: () => Promise<void>): void {
  const address = server.address();
  process.send?.({ port: address !== null && typeof address === "object" ? address.port : 0 });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuSeconds: (user + system) / 1_000_000 });
  });
  process.once("disconnect", async () => {
    await close();
    process.exit();
  });
}
