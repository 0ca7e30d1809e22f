import { describe, expect, it } from "vitest";
import { hasNoPanel } from "./panels.ts";

const IN_A_ROW = { id: 5, type: "row", panels: [{ id: 6, type: "stat" }] };
const DASHBOARD = { panels: [{ id: 1, type: "stat" }, IN_A_ROW] };

describe("a dashboard", () => {
  it.each(["99", "", "x", "10"])("has no panel %j", (key) => {
    expect(hasNoPanel(DASHBOARD, key)).toBe(true);
  });

  it.each(["1", "5", "6", "1:upper", "1@upper"])("has the panel %j", (key) => {
    expect(hasNoPanel(DASHBOARD, key)).toBe(false);
  });

  it.each([
    ["without ids", [{ type: "stat" }]],
    ["with one id for two", [{ id: 1 }, { id: 1 }]],
  ])("%s gives them to its panels when it is drawn", (_, panels) => {
    expect(hasNoPanel({ panels }, "99")).toBe(false);
  });

  it("of the oldest form has panels in rows", () => {
    const rows = [{ title: "Row", panels: [{ id: 3 }] }];

    expect(hasNoPanel({ rows }, "3")).toBe(false);
    expect(hasNoPanel({ rows }, "4")).toBe(true);
  });
});
