import { describe, expect, it } from "vitest";
import type { DisplayField, DisplayFrame } from "../model/frame/frame.ts";
import { readDashboard } from "../model/read-dashboard.ts";
import { panelNotices } from "./panel-notices.ts";

function frameOf(length: number, name = "v"): DisplayFrame {
  const values = Array.from({ length }, (_, at) => at);
  const field = (type: DisplayField["type"]): DisplayField => ({
    ...{ name, type, values, labels: {}, settings: {}, displayName: name },
  });
  return { refId: "A", name, fields: [field("time"), field("number")], length };
}

function noticesOf(json: object, frames: readonly DisplayFrame[], more: object = {}): readonly string[] {
  const dashboard = readDashboard({ panels: [{ type: "stat", ...json }] });
  const [panel] = dashboard.panels;
  if (panel?.kind !== "panel") throw new TypeError("no panel");
  const none = { queries: [], transformations: [], warnings: [], isStill: false };
  return panelNotices({ panel, dashboard, frames, rendered: frames.length, ...none, ...more });
}

const many = (count: number) => Array.from({ length: count }, () => frameOf(1));

describe("the notices of a panel", () => {
  it("come from its document, queries, transformations and data sources, each once", () => {
    const from = { queries: ["q", "same"], transformations: ["t", "same"], warnings: ["w"] };

    expect(noticesOf({ options: { wideLayout: false } }, [frameOf(1)], from)).toEqual([
      "These options have no effect: options.wideLayout.",
      "q",
      "same",
      "t",
      "w",
    ]);
  });

  it.each([
    ["stat", {}, many(61), "Only the first 60 of 61 values are shown."],
    ["gauge", { reduceOptions: { values: true, limit: 3 } }, [frameOf(4)], "Only the first 3 of 4 values are shown."],
    ["stat", { reduceOptions: { limit: 3 } }, many(61), "Only the first 60 of 61 values are shown."],
    ["piechart", { reduceOptions: { calcs: ["min", "max"] } }, many(31), "Only the first 60 of 62 values are shown."],
    ["state-timeline", {}, many(101), "Drawn are the first 100 of 101 series."],
    ["barchart", {}, [frameOf(2001)], "Only the first 2000 of 2001 groups of bars are shown."],
  ])("name what a %s with %j leaves out", (type, options, frames, notice) => {
    expect(noticesOf({ type, options }, frames)).toEqual([notice]);
    expect(noticesOf({ type, options }, [frameOf(1)])).toEqual([]);
  });

  it("leave out the limit of rows where a panel shows one value of each series", () => {
    expect(noticesOf({ options: { reduceOptions: { values: false, limit: 3 } } }, many(4))).toEqual([]);
  });

  it("name series beyond those that the page renders", () => {
    expect(noticesOf({ type: "timeseries" }, many(3), { rendered: 2 })).toEqual(["Drawn are the first 2 of 3 series."]);
  });

  it("name further tables where the user cannot choose one", () => {
    const tables = [frameOf(1), frameOf(0), frameOf(1)];

    expect(noticesOf({ type: "table" }, tables, { isStill: true })).toEqual(["Only the first of 2 tables is shown."]);
    expect(noticesOf({ type: "table" }, tables)).toEqual([]);
  });
});
