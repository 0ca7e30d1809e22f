import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { BaseWindow, type Display, getDisplays, initialize, shutdown } from "@vedette/window";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { AnswerCache } from "./answer-cache.ts";
import { type KeepScreenOptions, keepScreen } from "./keep-screen.ts";
import { takeProfile } from "./profile-lock.ts";
import { ScreenState } from "./screen-state.ts";
import { Stage } from "./stage.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAY: Display = { id: 1, name: "A", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 };

/** Answers the DevTools protocol of any page; the first of its starts ends before it shows a window. */
const BROWSER = `#!${process.execPath}
const fs = require("node:fs");
const isFirst = !fs.existsSync(__filename + ".started");
fs.writeFileSync(__filename + ".started", "");
const answers = fs.createWriteStream("", { fd: 4 });
let rest = "";
fs.createReadStream("", { fd: 3 }).on("data", (chunk) => {
  const messages = (rest + chunk).split("\0");
  rest = messages.pop();
  for (const text of messages) {
    const { id, method, sessionId } = JSON.parse(text);
    if (isFirst && method === "Page.navigate") process.exit(0);
    const frameTree = { frame: { id: "1", url: "about:blank" } };
    const result = { targetInfos: [{ targetId: "1", type: "page" }], sessionId: "2", frameTree, result: {} };
    answers.write(JSON.stringify({ id, result, sessionId }) + "\0");
  }
}).on("end", () => process.exit(0));
`;

describe("a screen", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vedette-screen-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

  function keptScreen({
    display,
    ...options
  }: Pick<KeepScreenOptions, "chromium" | "startMs" | "signal" | "tell"> & { readonly display: Display }) {
    const state = new ScreenState(display, () => {});
    const kept = keepScreen({
      server: "http://room.test",
      key: () => undefined,
      stage: new Stage(),
      cache: new AnswerCache(join(folder, "answers"), "wall"),
      state,
      profiles: folder,
      ...options,
    });
    return { kept, state };
  }

  /** Keeps a screen until so many lines were told. */
  async function linesOf(chromium: string, count: number): Promise<string[]> {
    const stop = new AbortController();
    const lines: string[] = [];
    const tell = (line: string): void => {
      lines.push(line);
      if (lines.length === count) stop.abort();
    };
    await keptScreen({ chromium, display: DISPLAY, startMs: 200, signal: stop.signal, tell }).kept;
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

  it("can be steered although the browser before ended without a window", async () => {
    await initialize({ backend: "headless", platform: "linux" });
    const first = Promise.withResolvers<BaseWindow>();
    const adopt = vi.spyOn(BaseWindow, "adopt").mockReturnValueOnce(first.promise);
    adopt.mockImplementation(async () => new BaseWindow());
    const chromium = join(folder, "chromium.cjs");
    writeFileSync(chromium, BROWSER, { mode: 0o755 });
    const stop = new AbortController();
    const [display = DISPLAY] = getDisplays();
    const { kept, state } = keptScreen({ chromium, display, startMs: 20_000, tell() {}, signal: stop.signal });
    onTestFinished(async () => {
      stop.abort();
      await kept;
      adopt.mockRestore();
      await shutdown();
    });
    await vi.waitFor(() => expect(state.page).toBeDefined(), 20_000);

    expect(adopt.mock.calls[0]).toEqual([
      { pid: expect.any(Number), timeout: 20_000, signal: expect.any(AbortSignal) },
    ]);
    expect(Reflect.get(adopt.mock.calls[0]?.[0] ?? {}, "signal")).toMatchObject({ aborted: true });
    first.reject(new Error("The process showed no window in time"));
    await turn();
    expect(state.page).toBeDefined();
  }, 40_000);

  it("says that its browser is not there any more, and tries again", async () => {
    const gone = join(folder, "gone");

    expect(await linesOf(gone, 2)).toEqual(Array(2).fill("A: the browser does not start; the browser starts again"));
  });

  it("is left to the wall that keeps it", async () => {
    await using lock = await takeProfile(join(folder, "A"));

    expect(lock).toBeDefined();
    expect(await linesOf("/bin/false", 1)).toEqual([expect.stringContaining("Another wall keeps this screen")]);
  });
});
