import { describe, expect, it } from "vitest";
import { displayFrames } from "../dashboard/model/field/display-frames.ts";
import type { Field, Frame } from "../dashboard/model/frame/frame.ts";
import { fittingKinds } from "./fitting-kinds.ts";

function field(type: Field["type"], values: readonly number[], labels: Record<string, string> = {}): Field {
  return { name: type === "time" ? "Time" : "Value", type, values: Float64Array.from(values), labels, settings: {} };
}

function series(values: readonly number[], labels?: Record<string, string>): Frame {
  const times = values.map((_, at) => at * 1000);
  return {
    refId: "A",
    name: "",
    fields: [field("time", times), field("number", values, labels)],
    length: values.length,
  };
}

const kindsOf = (...frames: readonly Frame[]) =>
  fittingKinds(displayFrames(frames, { defaults: {}, overrides: [] }, (text) => text));
const MANY = [1, 2, 3, 4, 5, 6, 7, 8];

describe("kinds of panels that fit the data", () => {
  it("are lines and the last value for a series, and bars for a few", () => {
    expect(kindsOf(series(MANY))).toEqual(["timeseries", "stat", "gauge", "table"]);
    expect(kindsOf(series(MANY), series(MANY))).toEqual(["timeseries", "stat", "bargauge", "table"]);
  });

  it("are states for a series of a few values", () => {
    expect(kindsOf(series([0, 1, 1, 0]))[0]).toBe("state-timeline");
  });

  it("are a heat map for buckets", () => {
    expect(kindsOf(series(MANY, { le: "0.5" }))[0]).toBe("heatmap");
  });

  it("are a number for one value, and shares for several", () => {
    expect(kindsOf(series([7]))[0]).toBe("stat");
    expect(kindsOf(series([7]), series([8]))).toEqual(["bargauge", "piechart", "barchart", "table"]);
  });

  it("are a table where there is no number, and none without an answer", () => {
    expect(kindsOf({ refId: "A", name: "", fields: [field("time", [1])], length: 1 })).toEqual(["table"]);
    expect(kindsOf()).toEqual([]);
  });
});
