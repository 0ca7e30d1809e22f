import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endChromium, endOf, startChromium } from "./chromium.ts";
import { endLeftover } from "./leftover.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAY = { id: 1, name: "A", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 };
/** A wall reads what it needs of its browser from the sources, as this test does. */
const CONDITION = "--conditions=vedette-source";
/** Longer than a browser may take to end by itself. */
const IN_TIME = { timeout: 10_000 };

describe("a browser and its helpers", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vedette-browser-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

  /** One that hears no signal that can be ignored, with a helper that stands still; both write their numbers down. */
  function aDeafBrowser(): string {
    const command = join(folder, "chromium");
    const helper = `sh -c 'echo $$ >> ${folder}/pids; kill -STOP $$' sh "$@" &`;
    writeFileSync(
      command,
      `#!/bin/sh\ntrap '' TERM\n${helper}\necho $$ >> ${folder}/pids\nwhile :; do sleep 600; done\n`,
    );
    chmodSync(command, 0o755);
    return command;
  }

  async function pids(): Promise<number[]> {
    const path = join(folder, "pids");
    return await vi.waitFor(() => {
      const found = readFileSync(path, "utf8").trim().split("\n").map(Number);
      expect(found).toHaveLength(2);
      return found;
    }, IN_TIME);
  }

  const start = (command: string) => startChromium({ command, profile: join(folder, "A"), display: DISPLAY });

  it("end all when the wall that started them is killed", async () => {
    const module = new URL("chromium.ts", import.meta.url).href;
    const options = JSON.stringify({ command: aDeafBrowser(), profile: join(folder, "A"), display: DISPLAY });
    const player = spawn(process.execPath, [
      CONDITION,
      "--input-type=module",
      "--eval",
      `import { startChromium } from "${module}"; startChromium(${options});`,
    ]);
    const started = await pids();
    player.kill("SIGKILL");
    await once(player, "exit");

    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), IN_TIME);
  }, 20_000);

  it("end all when the browser itself is killed", async () => {
    const browser = start(aDeafBrowser());
    const started = await pids();
    process.kill(browser.pid ?? 0, "SIGKILL");

    expect(await endOf(browser)).toBe("the browser ended");
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), IN_TIME);
  }, 20_000);

  it("end all when they are told to, heard or not", async () => {
    const browser = start(aDeafBrowser());
    const started = await pids();
    endChromium(browser);

    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), IN_TIME);
  }, 20_000);

  it("leave nothing on the profile of the next, not even a helper without a browser", async () => {
    const command = `echo $$ >> ${folder}/pids; kill -STOP $$; :`;
    const profile = join(folder, "A");
    for (const words of [[`--user-data-dir=${profile}`], [`--type=renderer --user-data-dir=${profile} --lang=en`]]) {
      spawn("sh", ["-c", command, ...words, ""], { stdio: "ignore", detached: true });
    }
    const left = await pids();
    await endLeftover(profile);

    expect(left.filter(isAlive)).toEqual([]);
  }, 20_000);
});

/** Whoever has ended and was not asked about yet is no process any more. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
