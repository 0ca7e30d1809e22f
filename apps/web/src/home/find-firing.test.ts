import { describe, expect, it, vi } from "vitest";
import type { PrometheusCall } from "../dashboard/data/prometheus-call.ts";
import { findFiring } from "./find-firing.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const SOURCES = [{ uid: "main", name: "Main", type: "prometheus", isDefault: true }];
const STEPS = [
  { color: "green", value: null },
  { color: "red", value: 80 },
];

/** Answers `1 2 3` with three series of these values; `broken` not at all. */
async function answer({ path, parameters }: PrometheusCall): Promise<unknown> {
  const query = new Map(parameters).get("query") ?? "";
  if (query === "broken") throw new Error("away");
  const result = query.split(" ").map((value, at) => {
    const metric = { host: `host-${at}` };
    return path === "query" ? { metric, value: [NOW / 1000, value] } : { metric, values: [[NOW / 1000, value]] };
  });
  return { resultType: path === "query" ? "vector" : "matrix", result };
}

function panel(id: number, expr: string, { type = "stat", steps = STEPS, unit = "percent" } = {}) {
  return {
    ...{ id, type, title: `Panel ${id}`, gridPos: { x: 0, y: id * 8, w: 12, h: 8 } },
    targets: [{ refId: "A", expr, legendFormat: "{{host}}" }],
    fieldConfig: { defaults: { unit, thresholds: { mode: "absolute", steps } }, overrides: [] },
  };
}

function board(uid: string, ...panels: object[]) {
  return { uid, document: { title: `Board ${uid}`, schemaVersion: 39, panels } };
}

function find(boards: ReturnType<typeof board>[], ask = answer) {
  return findFiring({ boards, ask, sources: SOURCES, now: NOW });
}

describe("what is firing", () => {
  it("names dashboard, panel, series, value and threshold, and counts what else was compared", async () => {
    const found = await find([board("a", panel(1, "85"), panel(2, "10")), board("b", panel(3, "10 91.5 95"))]);

    expect(found).toEqual({
      compared: 3,
      left: 0,
      firing: [
        {
          ...{ uid: "a", dashboard: "Board a", panel: "1", title: "Panel 1", series: "" },
          ...{ value: "85\u2009%", threshold: "≥ 80\u2009%", others: 0 },
        },
        {
          ...{ uid: "b", dashboard: "Board b", panel: "3", title: "Panel 3", series: "host-1" },
          ...{ value: "91.5\u2009%", threshold: "≥ 80\u2009%", others: 1 },
        },
      ],
    });
  });

  it("says below what a value has fallen where low is bad", async () => {
    const steps = [
      { color: "red", value: null },
      { color: "green", value: 80 },
    ];
    const { firing } = await find([board("a", panel(1, "12", { steps }))]);

    expect(firing).toMatchObject([{ value: "12\u2009%", threshold: "< 80\u2009%" }]);
  });

  it("asks nothing of panels that have no critical threshold, or do not show it", async () => {
    const ask = vi.fn(answer);
    const calm = [
      { color: "green", value: null },
      { color: "orange", value: 80 },
    ];
    const found = await find(
      [board("a", panel(1, "85", { steps: calm }), panel(2, "85", { type: "timeseries" }))],
      ask,
    );

    expect(found).toEqual({ firing: [], compared: 0, left: 0 });
    expect(ask).not.toHaveBeenCalled();
  });

  it("says of how many nothing is known: those not answered, and those that are too many", async () => {
    const many = Array.from({ length: 14 }, (_, at) => panel(at + 1, "10"));

    expect(await find([board("a", panel(1, "broken"), panel(2, "10"))])).toMatchObject({ compared: 1, left: 1 });
    expect(await find([board("a", ...many)])).toMatchObject({ compared: 12, left: 2 });
  });

  it("costs no more questions than a limit, however many dashboards there are", async () => {
    const ask = vi.fn(answer);
    const boards = Array.from({ length: 8 }, (_, at) =>
      board(`b${at}`, ...Array.from({ length: 12 }, (__, id) => panel(id + 1, "10"))),
    );

    const { compared, left } = await find(boards, ask);

    expect(ask.mock.calls.length).toBe(60);
    expect([compared, left]).toEqual([60, 36]);
  });
});
