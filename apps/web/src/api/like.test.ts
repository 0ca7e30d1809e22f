import { describe, expect, it } from "vitest";
import { every, isLike, type Like, maybe } from "./like.ts";

interface Gate {
  readonly name: string;
  readonly locks: readonly { readonly level: number }[];
  readonly keeper: string | null;
  readonly notes?: readonly string[];
}

const GATE_LIKE: Like<Gate> = { name: "", locks: [{ level: 0 }], notes: maybe([""]) };
const gate = { name: "Weir", locks: [{ level: 1 }, { level: 2 }], keeper: null, notes: ["shut"] };

describe("an answer", () => {
  it.each<[string, unknown]>([
    ["with all its rows", gate],
    ["without any rows", { ...gate, locks: [] }],
    ["without what may be absent", { name: "Weir", locks: [] }],
    ["with nothing for what may be absent", { ...gate, notes: null }],
  ])("%s is as it should be", (_, answer) => {
    expect(isLike(answer, GATE_LIKE)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a list", [gate]],
    ["without its name", { locks: [] }],
    ["with an object for a list", { ...gate, locks: {} }],
    ["with nothing among its rows", { ...gate, locks: [{ level: 1 }, null] }],
    ["with a row that lacks something", { ...gate, locks: [{ level: 1 }, {}] }],
    ["with another kind of row where there are some", { ...gate, notes: [{}] }],
  ])("that is %s is none", (_, answer) => {
    expect(isLike(answer, GATE_LIKE)).toBe(false);
  });

  it("may have fields of any name that are all alike", () => {
    expect(isLike({ "locks:read": ["*"], "locks:write": [] }, every([""]))).toBe(true);
    expect(isLike({ "locks:read": ["*"], "locks:write": "*" }, every([""]))).toBe(false);
  });
});
