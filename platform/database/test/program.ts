import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A process that uses a store, and what it has said so far. */
export interface Program {
  readonly lines: readonly string[];
  /** Waits until it has said so many lines, or has ended. */
  said(count: number): Promise<void>;
  /** Ends it as a power cut would end it: nothing of it runs any more. */
  kill(): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** Starts a program that inserts for ever, or that only holds the store open. */
export function startProgram(task: "insert" | "hold", place: string): Program {
  const path = new URL("./embedded-program.ts", import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, ["--conditions=vedette-source", path, task, place], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout ?? process.stdin });
  reader.on("line", (line) => lines.push(line));
  const ended = once(child, "close").then(() => child.exitCode);
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  return {
    lines,
    ended,
    kill,
    async said(count) {
      while (lines.length < count && child.exitCode === null) await Promise.race([once(reader, "line"), ended]);
    },
  };
}
