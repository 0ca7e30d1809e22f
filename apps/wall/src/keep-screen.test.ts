import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Display } from "@vedette/window";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AnswerCache } from "./answer-cache.ts";
import { keepScreen } from "./keep-screen.ts";
import { takeProfile } from "./profile-lock.ts";
import { ScreenState } from "./screen-state.ts";
import { Stage } from "./stage.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAY: Display = { id: 1, name: "A", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 };

describe("a screen", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vedette-screen-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

  /** Keeps a screen until so many lines were told. */
  async function linesOf(chromium: string, count: number): Promise<string[]> {
    const stop = new AbortController();
    const lines: string[] = [];
    await keepScreen({
      chromium,
      server: "http://room.test",
      key: () => undefined,
      stage: new Stage(),
      cache: new AnswerCache(join(folder, "answers")),
      state: new ScreenState(DISPLAY, () => {}),
      profiles: folder,
      startMs: 200,
      signal: stop.signal,
      tell(line) {
        lines.push(line);
        if (lines.length === count) stop.abort();
      },
    });
    return lines;
  }

  it("gets another browser when the one started hangs before it answers", async () => {
    const starts = join(folder, "starts");
    const chromium = join(folder, "chromium");
    writeFileSync(chromium, `#!/bin/sh\necho start >> ${starts}\nexec sleep 600\n`);
    chmodSync(chromium, 0o755);

    expect(await linesOf(chromium, 2)).toEqual(
      Array(2).fill("A: the browser did not answer in 0.2 s; the browser starts again"),
    );
    expect(readFileSync(starts, "utf8")).toBe("start\nstart\n");
  });

  it("says that its browser is not there any more, and tries again", async () => {
    const gone = join(folder, "gone");

    expect(await linesOf(gone, 2)).toEqual(
      Array(2).fill(`A: the browser does not start (spawn ${gone} ENOENT); the browser starts again`),
    );
  });

  it("is left to the wall that keeps it", async () => {
    await using lock = await takeProfile(join(folder, "A"));

    expect(lock).toBeDefined();
    expect(await linesOf("/bin/false", 1)).toEqual([expect.stringContaining("Another wall keeps this screen")]);
  });
});
