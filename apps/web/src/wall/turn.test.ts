import { describe, expect, it } from "vitest";
import { firstTurn, turnByHand, turnByTime } from "./turn.ts";

describe("a rotation", () => {
  it("goes round for ever", () => {
    let turn = firstTurn(0);
    const indexes = Array.from({ length: 5 }, (_, n) => {
      turn = turnByTime(turn, 3, 1000, (n + 1) * 1000);
      return turn.index;
    });

    expect(indexes).toEqual([1, 2, 0, 1, 2]);
  });

  it("does not drift when every timer is a little late", () => {
    let turn = firstTurn(0);
    for (let n = 1; n <= 1000; n += 1) turn = turnByTime(turn, 3, 1000, n * 1000 + 40);

    expect(turn.dueAt).toBe(1_000_000);
  });

  it("begins anew after the machine slept", () => {
    expect(turnByTime(firstTurn(0), 3, 1000, 60_000).dueAt).toBe(60_000);
  });

  it.each([
    [0, 1, 1],
    [2, 1, 0],
    [0, -1, 2],
  ] as const)("from %i by hand %i goes to %i, and stays a whole interval", (index, step, expected) => {
    const turn = turnByHand({ number: 7, index, dueAt: 0 }, 3, step, 500);

    expect(turn).toEqual({ number: 8, index: expected, dueAt: 500 });
  });

  it("of one dashboard stays there", () => {
    expect(turnByTime(firstTurn(0), 1, 1000, 1000).index).toBe(0);
  });
});
