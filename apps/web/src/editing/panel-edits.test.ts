import { describe, expect, it } from "vitest";
import { withKind, withSource } from "./panel-edits.ts";

const panel = (...targets: readonly object[]) => ({ id: 1, type: "timeseries", targets });

describe("a panel of another kind", () => {
  it("has its buckets counted as a heat map, and is asked for series again as anything else", () => {
    const before = panel({ refId: "A", expr: "a" }, { refId: "B", expr: "b", format: "table" });
    const heatmap = withKind(before, "heatmap");

    expect(heatmap).toMatchObject({ type: "heatmap", targets: [{ format: "heatmap" }, { format: "table" }] });
    expect(withKind(heatmap, "stat")).toMatchObject({
      type: "stat",
      targets: [{ format: "time_series" }, { format: "table" }],
    });
  });

  it("keeps queries as they are written between kinds that read them alike", () => {
    const before = panel({ refId: "A", expr: "a" });

    expect(withKind(before, "gauge")).toEqual({ ...before, type: "gauge" });
    expect(withKind({ id: 1, type: "stat" }, "text")).toEqual({ id: 1, type: "text" });
  });
});

describe("a panel that asks another source", () => {
  it("asks it with all its queries, unless each has one of its own", () => {
    const source = { type: "prometheus", uid: "harbour" };
    const before = panel({ refId: "A", datasource: { uid: "vedette" } }, { refId: "B" });

    expect(withSource(before, source)).toMatchObject({ datasource: source, targets: [{ datasource: source }, {}] });
    expect(withSource(before, { type: "datasource", uid: "-- Mixed --" })["targets"]).toBe(before.targets);
  });
});
