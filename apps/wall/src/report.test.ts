import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Display } from "@vedette/window";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pair } from "./pair.ts";
import { reportUntilRemoved } from "./report.ts";
import { Rest } from "./rest.ts";
import { ScreenState } from "./screen-state.ts";
import { ServerAway, serverCalls } from "./server-calls.ts";
import { Stage } from "./stage.ts";
import { ToldProblems } from "./told-problems.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAY: Display = { id: 1, name: "A", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 };
const HOUR_MS = 3_600_000;
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/**
 * Reports to a server with a clock of its own until it was told so often.
 *
 * @returns the problem of each report, and what stood at the terminal
 */
async function reportTo(clocksAheadMs: readonly number[]): Promise<{ problems: string[]; lines: string[] }> {
  const stop = new AbortController();
  const rest = new Rest();
  const problems: string[] = [];
  const lines: string[] = [];
  server = createServer(async (request, response) => {
    const { screens } = (await json(request)) as { readonly screens: readonly { readonly problem: string }[] };
    const aheadMs = clocksAheadMs[problems.length];
    if (aheadMs === undefined) stop.abort();
    problems.push(screens[0]?.problem ?? "no screen");
    response.setHeader("date", new Date(Date.now() + (aheadMs ?? 0)).toUTCString());
    response.end(JSON.stringify({ name: "Hall", playlist: "watch", display: null, commands: [] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = new ScreenState(DISPLAY, () => {});
  await reportUntilRemoved({
    server: address,
    key: "vdwk_test",
    calls: serverCalls(address, stop.signal),
    screens: () => [state],
    rest,
    onAnswer: () => rest.end(),
    problems: new ToldProblems((line) => lines.push(line)),
    tell: (line) => lines.push(line),
    signal: stop.signal,
  });
  return { problems, lines };
}

describe("a wall", () => {
  it("says what is wrong on a screen once, also while it waits to be paired", async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const state = new ScreenState(DISPLAY, () => {});
    state.starting("The browser cannot be brought over its screen");
    const problems = new ToldProblems((line) => lines.push(line));
    let waits = 0;
    const paired = await pair({
      server: "http://room.test",
      wish: "lobby",
      wasPaired: false,
      calls: {
        beginPairing: async () => ({ code: "ABCDEF", key: "vdwk_test", address: "http://room.test/wall/pair" }),
        pairingState: async () => (waits > 1 ? "paired" : "waiting"),
        report: async () => undefined,
        sendPicture: async () => {},
      },
      stage: new Stage(),
      tell: () => {},
      onWait() {
        waits += 1;
        problems.tell([state]);
      },
      signal: stop.signal,
    });

    expect(paired?.key).toBe("vdwk_test");
    expect(waits).toBe(2);
    expect(lines).toEqual([`${DISPLAY.name}: The browser cannot be brought over its screen`]);
  });

  it.each([
    ["is away", () => Promise.reject(new ServerAway("connection refused"))],
    ["refuses it", () => Promise.resolve("Too many walls wait to be paired")],
  ])("says what is wrong on a screen while the server %s", async (_how, beginPairing) => {
    const stop = new AbortController();
    const lines: string[] = [];
    const state = new ScreenState(DISPLAY, () => {});
    state.starting("The browser cannot be brought over its screen");
    const problems = new ToldProblems((line) => lines.push(line));
    await pair({
      server: "http://room.test",
      wish: "lobby",
      wasPaired: false,
      calls: {
        beginPairing,
        pairingState: async () => "waiting",
        report: async () => undefined,
        sendPicture: async () => {},
      },
      stage: new Stage(),
      tell: () => {},
      onWait() {
        problems.tell([state]);
        stop.abort();
      },
      // Also where nobody is told of the wait.
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(1000)]),
    });

    expect(lines).toEqual([`${DISPLAY.name}: The browser cannot be brought over its screen`]);
  });
});

describe("a wall whose clock is wrong", () => {
  it.each([
    [HOUR_MS, "behind"],
    [-HOUR_MS, "ahead of"],
  ])("says so on its screens and once at the terminal, until it is right again (%i ms)", async (aheadMs, way) => {
    const { problems, lines } = await reportTo([aheadMs, aheadMs, 0]);

    const told = new RegExp(`^The clock of this machine is 3[56]\\d\\d s ${way} the server's\\.$`);
    expect(problems).toEqual(["", expect.stringMatching(told), expect.stringMatching(told), ""]);
    expect(lines).toEqual([expect.stringMatching(told)]);
  });

  it("says nothing of a second or two", async () => {
    expect(await reportTo([1000, 0])).toEqual({ problems: ["", "", ""], lines: [] });
  });
});

describe("a server that is away", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is asked ever less, however much happens on the screens, and as often as before once it is back", async () => {
    const stop = new AbortController();
    const rest = new Rest();
    const lines: string[] = [];
    const state = new ScreenState(DISPLAY, () => {});
    // A picture that the server does not take does not make it one that is away.
    state.picture = Buffer.from("JPEG");
    let asked = 0;
    let isAway = true;
    const refuse = async (): Promise<never> => {
      throw new ServerAway("connect ECONNREFUSED");
    };
    const answer = { name: "Hall", playlist: "watch", display: null, commands: [], clockAheadSeconds: 0 };
    const reporting = reportUntilRemoved({
      server: "http://room.test",
      key: "vdwk_test",
      calls: {
        beginPairing: refuse,
        pairingState: refuse,
        sendPicture: refuse,
        async report() {
          asked += 1;
          return isAway ? await refuse() : answer;
        },
      },
      screens: () => [state],
      rest,
      onAnswer: () => {},
      problems: new ToldProblems((line) => lines.push(line)),
      tell: (line) => lines.push(line),
      signal: stop.signal,
    });
    for (let seconds = 0; seconds < 3600; seconds += 1) {
      rest.end();
      await vi.advanceTimersByTimeAsync(1000);
    }

    // 1, 2, 4, 8, 16, 32 s, then every minute.
    expect(asked).toBeGreaterThan(60);
    expect(asked).toBeLessThan(70);
    isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    const before = asked;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked - before).toBe(10);
    expect(lines).toEqual([
      "http://room.test does not answer (connect ECONNREFUSED); the last good data stay",
      "http://room.test answers again",
    ]);
    stop.abort();
    await reporting;
  });
});
