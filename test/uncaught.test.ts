import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { killWithRun } from "./kill-with-run.ts";

interface Program {
  readonly url: string;
  readonly child: ChildProcess;
  log(): string;
}

async function startProgram(): Promise<Program> {
  const program = join(import.meta.dirname, "uncaught-program.ts");
  const child = spawn(process.execPath, ["--conditions=vedette-source", program], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  killWithRun(child);
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new TypeError("The program has no output");
  for (const stream of [stdout, stderr]) stream.on("data", (chunk) => (text += chunk));
  while (!/http:\S+/.test(text)) await once(stdout, "data");
  return { url: /http:\S+/.exec(text)?.[0] ?? "", child, log: () => text };
}

describe("an uncaught error", () => {
  it("of a connection ends its request with 502, and the process goes on", async () => {
    const { url, child, log } = await startProgram();
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

    const statuses = await Promise.all([
      fetch(`${url}/connection`).then(({ status }) => status),
      fetch(`${url}/connection`, post).then(({ status }) => status),
      fetch(`${url}/rejection`).then(({ status }) => status),
      fetch(`${url}/slow`).then(({ status }) => status),
    ]);

    expect(statuses).toEqual([502, 502, 502, 200]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(log()).toContain("an uncaught connection error ended this request");
    expect(child.exitCode).toBe(null);
  });

  it("of a connection breaks off a response that has begun, and leaves a finished one alone", async () => {
    const { url, child } = await startProgram();

    const begun = await fetch(`${url}/begun`);
    await expect(begun.text()).rejects.toThrow();
    expect((await fetch(`${url}/answered`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200);
    expect(child.exitCode).toBe(null);
  });

  it("of a program ends the process with 1 once other requests are answered", async () => {
    const { url, child, log } = await startProgram();
    const exit = once(child, "exit");
    const slow = fetch(`${url}/slow`).then((answer) => answer.json());

    await Promise.all([fetch(`${url}/timer`).catch(() => undefined), slow]);

    expect(await slow).toEqual({ finished: true });
    expect((await exit)[0]).toBe(1);
    expect(log().match(/TypeError: a programming error/g)).toHaveLength(1);
  });

  it("of a connection that no request opened ends the process with 1", async () => {
    const { child, log } = await startProgram();
    const exit = once(child, "exit");

    child.send("fail");

    expect((await exit)[0]).toBe(1);
    expect(log()).toContain("ended by an uncaught error");
  });
});
