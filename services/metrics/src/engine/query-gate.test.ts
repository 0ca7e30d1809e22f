import { describe, expect, it } from "vitest";
import { QueryGate } from "./query-gate.ts";

describe("queries at once", () => {
  it("wait in order, a hundred of them; the next is refused, and all places come free again", async () => {
    const gate = new QueryGate(2);
    const done: number[] = [];
    const finish: (() => void)[] = [];
    const ask = async (at: number) => {
      await gate.run(() => new Promise<void>((resolve) => finish.push(resolve)));
      done.push(at);
    };
    const asking = Array.from({ length: 102 }, (_, at) => ask(at));
    await Promise.resolve();

    expect(finish).toHaveLength(2);
    await expect(ask(102)).rejects.toMatchObject({ code: "too_many_queries" });
    while (done.length < asking.length) {
      finish.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(done).toEqual(asking.map((_, at) => at));
    expect(await gate.run(async () => "free")).toBe("free");
  });

  it("that fail give their place on", async () => {
    const gate = new QueryGate(1);
    const failing = gate.run(() => Promise.reject(new TypeError("no")));
    const next = gate.run(async () => "next");

    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
  });
});
