import type { Display } from "@vedette/window";
import { describe, expect, it } from "vitest";
import type { Page } from "./devtools/page.ts";
import { ScreenState } from "./screen-state.ts";
import { NOTICE_ADDRESS } from "./sign-requests.ts";
import { Stage } from "./stage.ts";
import { watchPage } from "./watch-page.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAY: Display = { id: 1, name: "A", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 };
const ADDRESS = "http://room.test/wall/watch";
const PLAYING = { address: ADDRESS, playlist: "watch", index: 1, length: 2, isPaused: false, dashboard: "The bow" };

/** What a page says of itself at a moment; nothing when it stands still, as no real browser does on demand. */
type Says = (now: number) => Partial<typeof PLAYING> | undefined;

const STOPPED = "it was stopped";

/** A watch over a page for two hours that take no time. */
function watched(says: Says, prepare: (stage: Stage) => void = (stage) => stage.play("http://room.test", "watch")) {
  let now = 0;
  const stop = new AbortController();
  const ledTo: string[] = [];
  const ledAt: number[] = [];
  const stage = new Stage();
  prepare(stage);
  const page: Page = {
    targetId: "1",
    navigate: async (address) => {
      ledTo.push(address);
      ledAt.push(now);
    },
    reload: async () => {},
    evaluate: async () => {
      const report = says(now);
      if (report === undefined) throw new Error("The page did not answer");
      return JSON.stringify(report);
    },
    capture: async () => Buffer.alloc(0),
  };
  const state = new ScreenState(DISPLAY, () => {});
  const clock = {
    now: () => now,
    pause: async (ms: number) => {
      now += ms;
      if (now > 7_200_000) stop.abort();
    },
  };
  const reason = watchPage({ page, state, stage, signal: stop.signal }, clock);
  return { reason, state, endedAt: () => now, ledTo, ledAt };
}

describe("the watch over a page", () => {
  it("ends when nothing was painted for a minute, and not before", async () => {
    const { reason, state, endedAt } = watched((now) => (now < 120_000 ? PLAYING : undefined));

    expect(await reason).toBe("the page stopped painting");
    expect(endedAt()).toBeGreaterThan(120_000 + 55_000);
    expect(endedAt()).toBeLessThan(120_000 + 65_000);
    expect(state.report).toMatchObject({ name: "A", dashboard: "The bow", state: "playing", index: 1, length: 2 });
  });

  it("leaves a page alone that paints what it is to show", async () => {
    const { reason, ledTo } = watched(() => PLAYING);

    expect(await reason).toBe(STOPPED);
    expect(ledTo).toEqual([]);
  });

  it.each([
    ["has gone to another page", { address: "http://room.test/playlists/watch" }],
    ["plays another playlist", { ...PLAYING, address: "http://room.test/wall/other", playlist: "other" }],
    ["shows an error of the browser", { address: "chrome-error://chromewebdata/" }],
    ["has no script that runs", { address: ADDRESS }],
  ])("leads a page back that %s, and says so", async (_, elsewhere) => {
    const { reason, state, ledTo, ledAt } = watched((now) => (now >= 60_000 ? elsewhere : PLAYING));

    expect(await reason).toBe(STOPPED);
    expect(new Set(ledTo)).toEqual(new Set([ADDRESS]));
    expect(ledAt[0]).toBeGreaterThan(60_000 + 10_000);
    expect(ledAt[0]).toBeLessThan(60_000 + 20_000);
    // One that loads slowly gets the time to.
    expect(ledTo.length).toBeLessThan(7_200_000 / 100_000);
    expect(state.report).toMatchObject({ state: "starting", problem: expect.stringContaining("loaded again") });
  });

  it("leaves a page alone that comes back by itself", async () => {
    const { reason, state, ledTo } = watched((now) => (now % 60_000 < 10_000 ? { address: ADDRESS } : PLAYING));

    expect(await reason).toBe(STOPPED);
    expect(ledTo).toEqual([]);
    expect(state.report).toMatchObject({ problem: "" });
  });

  it("leads a page back to what the wall says itself", async () => {
    const notify = (stage: Stage): void => stage.notify({ title: "Pair this wall", text: "" });
    const { reason, ledTo } = watched((now) => ({ address: now < 60_000 ? NOTICE_ADDRESS : ADDRESS }), notify);

    expect(await reason).toBe(STOPPED);
    expect(new Set(ledTo)).toEqual(new Set([NOTICE_ADDRESS]));
  });
});
