import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { read, storeDirectory } from "./temporary-store.ts";

const WRITER = fileURLToPath(new URL("crash-writer.ts", import.meta.url));
const NODE_OPTIONS = ["--conditions=vedette-source", WRITER];
/** More of them when somebody wants to be surer: a hundred take some minutes. */
const ROUNDS = Number(process.env["CRASH_ROUNDS"] ?? 20);

type Writer = ChildProcessByStdio<null, Readable, null>;

/** Writers of one directory share what is compiled of them, beside it. */
function startWriter(directory: string, first: number): Writer {
  return spawn(process.execPath, [...NODE_OPTIONS, directory, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(directory, "compiled") },
  });
}

/** Kills the writer when it has told this many batches, and gives the number of the last one. */
async function killAfter(writer: Writer, batches: number): Promise<number> {
  let last = -1;
  let seen = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Number(line);
    seen += 1;
    if (seen === batches) writer.kill("SIGKILL");
  }
  return last;
}

/** The numbers of all batches that a series has. */
function numbersOf(line: string): number[] {
  return line
    .split(" ")
    .slice(1)
    .map((point) => Number(point.split("@")[0]));
}

describe("a process that is killed while it writes", () => {
  it(
    `loses nothing that it acknowledged, ${ROUNDS} times`,
    async () => {
      await using directory = await storeDirectory();
      let acknowledged = -1;
      for (let round = 0; round < ROUNDS; round += 1) {
        acknowledged = await killAfter(startWriter(directory.path, acknowledged + 1), 3 + ((round * 17) % 60));

        const lines = await read(directory.open());
        expect(lines).toHaveLength(9);
        for (const line of lines) {
          const numbers = numbersOf(line);
          expect(numbers).toEqual(numbers.map((_, at) => at));
          expect(numbers.length).toBeGreaterThan(acknowledged);
        }
      }
    },
    ROUNDS * 12_000,
  );
});

describe.skipIf(process.platform !== "linux")("a disk that is full", () => {
  it("refuses batches as a whole and keeps all before", async () => {
    await using directory = await storeDirectory();
    // A process may be forbidden to write files beyond a size; the signal is off, so that the write itself fails.
    const command = `trap '' XFSZ; ulimit -f 16; exec "$@"`;
    const args = [process.execPath, ...NODE_OPTIONS, directory.path, "0", "no"];
    const writer = spawn("bash", ["-c", command, "bash", ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const lines: string[] = [];
    for await (const line of createInterface({ input: writer.stdout })) lines.push(line);
    if (writer.exitCode === null) await once(writer, "exit");

    expect(lines.at(-1)).toBe("refused");
    expect(lines.length).toBeGreaterThan(10);
    const [line = ""] = await read(directory.open());
    expect(numbersOf(line)).toEqual(lines.slice(0, -1).map(Number));
    expect(directory.messages).not.toContain("an unfinished record was cut off the log");
  });
});
