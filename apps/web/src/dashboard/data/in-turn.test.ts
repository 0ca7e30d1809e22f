import { describe, expect, it } from "vitest";
import { inTurn } from "./in-turn.ts";

function slowWork() {
  const runs: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const turns = inTurn(
    (signal) =>
      new Promise((resolve) => {
        runs.push({ signal, end: resolve });
      }),
  );
  const end = async () => {
    runs.at(-1)?.end();
    await new Promise(setImmediate);
  };
  return { runs, turns, end };
}

describe("work in turn", () => {
  it("is not cut short by the next time it is due, and done once for all that came meanwhile", async () => {
    const { runs, turns, end } = slowWork();
    turns.ask();
    turns.ask();
    turns.ask();

    expect(runs.map(({ signal }) => signal.aborted)).toEqual([false]);
    await end();
    expect(runs.length).toBe(2);
    await end();
    expect(runs.length).toBe(2);
    turns.ask();
    expect(runs.length).toBe(3);
  });

  it("is given up when it is cancelled, with what was due, and done when it is asked for again", async () => {
    const { runs, turns, end } = slowWork();
    turns.ask();
    turns.ask();
    turns.cancel();
    await end();

    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true]);
    turns.ask();
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it("ends when it is stopped, whatever is due", async () => {
    const { runs, turns, end } = slowWork();
    turns.ask();
    turns.ask();
    turns.stop();

    expect(runs[0]?.signal.aborted).toBe(true);
    await end();
    expect(runs.length).toBe(1);
  });
});
