import { afterAll, describe, expect, it, vi } from "vitest";
import { openDrawingThread } from "./drawing-thread.ts";
import type { PictureOrder, Question } from "./messages.ts";

const thread = openDrawingThread();

afterAll(() => thread[Symbol.asyncDispose]());

function anOrder(document: unknown): PictureOrder {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  return { document: text, sources: "[]", width: 300, height: 200, theme: "dark", now: Date.UTC(2026, 4, 1) };
}

const STAT = {
  type: "stat",
  title: "Number",
  targets: [{ refId: "A", expr: "up" }],
  gridPos: { x: 0, y: 0, w: 8, h: 8 },
};
const FOREVER = new AbortController().signal;

async function number(value: string): Promise<string> {
  return JSON.stringify({ data: { resultType: "vector", result: [{ metric: {}, value: [1_777_593_600, value] }] } });
}

describe("the thread that draws dashboards", { timeout: 60_000 }, () => {
  it("asks for what it needs and gives the picture", async () => {
    const asked: Question[] = [];
    const ask = (call: Question) => {
      asked.push(call);
      return number("42");
    };

    const svg = await thread.draw({ order: anOrder({ panels: [STAT] }), ask, signal: FOREVER });

    expect(svg).toContain("Number");
    expect(asked.map((one) => one.of === "source" && new Map(one.parameters).get("query"))).toEqual(["up"]);
  });

  it("draws on when a question fails", async () => {
    const ask = () => Promise.reject(new Error("down"));

    expect(await thread.draw({ order: anOrder({ panels: [STAT] }), ask, signal: FOREVER })).toContain(
      "The query failed",
    );
  });

  it("draws several at once, each from its own answers", async () => {
    const values = ["11", "22", "33"];
    const panel = { ...STAT, targets: [{ refId: "A", expr: "up", instant: true }] };
    const drawn = await Promise.all(
      values.map((value) =>
        thread.draw({ order: anOrder({ panels: [panel] }), ask: () => number(value), signal: FOREVER }),
      ),
    );

    expect(drawn.map((svg) => values.filter((value) => svg?.includes(`>${value}<`)))).toEqual([["11"], ["22"], ["33"]]);
  });

  it("refuses a document that cannot be read and goes on", async () => {
    const ask = () => number("1");

    await expect(thread.draw({ order: anOrder("{"), ask, signal: FOREVER })).rejects.toMatchObject({
      code: "unexpected",
    });
    expect(await thread.draw({ order: anOrder({ panels: [STAT] }), ask, signal: FOREVER })).toContain("Number");
  });

  it("stops asking when nobody waits any more", async () => {
    const leaving = new AbortController();
    let asked = 0;
    const ask = async (): Promise<string> => {
      asked += 1;
      leaving.abort(new Error("gone"));
      return number("1");
    };
    const document = { panels: [STAT, { ...STAT, gridPos: { x: 8, y: 0, w: 8, h: 8 } }] };

    await expect(thread.draw({ order: anOrder(document), ask, signal: leaving.signal })).rejects.toThrow("gone");
    expect(asked).toBe(1);
  });

  it("takes nothing from the others when somebody leaves whose questions are never answered", async () => {
    const leaving = new AbortController();
    const [left, wanted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const value = Promise.withResolvers<string>();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const abandoned = thread.draw({
        order: anOrder({ panels: [STAT] }),
        ask: () => {
          left.resolve();
          return new Promise<string>(() => {});
        },
        signal: leaving.signal,
      });
      await left.promise;
      leaving.abort(new Error("gone"));
      await expect(abandoned).rejects.toThrow("gone");
      const drawing = thread.draw({
        order: anOrder({ panels: [{ ...STAT, targets: [{ refId: "A", expr: "up", instant: true }] }] }),
        ask: () => {
          wanted.resolve();
          return value.promise;
        },
        signal: FOREVER,
      });
      await wanted.promise;
      vi.advanceTimersByTime(60_000);
      value.resolve(number("42"));

      expect(await drawing).toContain(">42<");
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends with the server: what it had in hand is refused for now, and a new one starts for the next", async () => {
    const own = openDrawingThread();
    const asked = Promise.withResolvers<void>();
    const never = new Promise<string>(() => {});
    const ask = () => {
      asked.resolve();
      return never;
    };
    const drawing = own.draw({ order: anOrder({ panels: [STAT] }), ask, signal: FOREVER });
    const outcome = expect(drawing).rejects.toMatchObject({ code: "overloaded" });

    await asked.promise;
    await own[Symbol.asyncDispose]();
    await outcome;

    const order = anOrder({ panels: [STAT] });
    expect(await own.draw({ order, ask: () => number("1"), signal: FOREVER })).toContain("Number");
    await own[Symbol.asyncDispose]();
  });
});
