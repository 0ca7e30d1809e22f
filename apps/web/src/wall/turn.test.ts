import { describe, expect, it } from "vitest";
import { firstTurn, pageAt, turnAfterPause, turnAmong, turnByHand, turnByTime } from "./turn.ts";

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

  it.each<[string, readonly string[], number, readonly string[], number, number]>([
    ["the same ones", ["a", "b"], 1, ["a", "b"], 1, 100],
    ["one more in front", ["a", "b"], 1, ["z", "a", "b"], 2, 100],
    ["one less in front", ["a", "b", "c"], 2, ["b", "c"], 1, 100],
    ["one that comes twice", ["a", "b", "a"], 2, ["a", "b", "a", "c"], 2, 100],
    ["others in place of the one that was seen", ["a", "b"], 1, ["a", "c"], 1, 900],
    ["none", ["a", "b"], 1, [], 0, 900],
    ["the first ones", [], 0, ["a", "b"], 0, 900],
    ["a second one", ["a"], 0, ["a", "b"], 0, 900],
  ])("among %s (%j at %i, now %j) is at %i, due at %i", (_what, before, index, after, expected, dueAt) => {
    const turn = turnAmong({ number: 7, index, dueAt: 100 }, { before, after, now: 900 });

    expect(turn).toEqual({ number: 7, index: expected, dueAt });
  });

  it.each([
    ["was there before the pause", 100, 400, 900, 600],
    ["came by hand in the pause", 600, 400, 900, 900],
  ])("goes on after a pause with what was left of a turn that %s", (_which, dueAt, pausedAt, now, expected) => {
    expect(turnAfterPause({ number: 7, index: 1, dueAt }, pausedAt, now)).toEqual({
      number: 7,
      index: 1,
      dueAt: expected,
    });
  });

  it.each([
    [-500, false, 0],
    [0, false, 0],
    [999, false, 0],
    [1000, false, 1],
    [2999, false, 2],
    [3040, false, 2],
    [3040, true, 0],
    [4040, true, 1],
  ])("%i ms after a turn was due (with nothing after it: %j) shows page %i", (sinceDueMs, isStill, page) => {
    expect(pageAt(sinceDueMs, { intervalMs: 1000, pages: 3, isStill })).toBe(page);
  });

  it("shows the first page of what takes the place of another", () => {
    const turn = turnAmong({ number: 7, index: 1, dueAt: 100 }, { before: ["a", "b"], after: ["a", "c"], now: 2900 });

    expect(pageAt(2900 - turn.dueAt, { intervalMs: 1000, pages: 3, isStill: false })).toBe(0);
  });

  it("of one dashboard stays there", () => {
    expect(turnByTime(firstTurn(0), 1, 1000, 1000).index).toBe(0);
  });
});
