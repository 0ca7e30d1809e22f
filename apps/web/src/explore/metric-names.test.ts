import { describe, expect, it } from "vitest";
import { groupMetrics } from "./metric-names.ts";

describe("the metrics of a data source", () => {
  const names = ["go_gc", "go_threads", "job:rate5m", "up", "vedette_num_pollers", "vedette_request"];

  it("are grouped by their first words", () => {
    expect(groupMetrics(names, "").groups).toEqual([
      { prefix: "go_", names: ["go_gc", "go_threads"] },
      { prefix: "job:", names: ["job:rate5m"] },
      { prefix: "up", names: ["up"] },
      { prefix: "vedette_", names: ["vedette_num_pollers", "vedette_request"] },
    ]);
  });

  it("are found by words in any order, of either case", () => {
    const { groups } = groupMetrics(names, "Pollers vedette");

    expect(groups).toEqual([{ prefix: "vedette_", names: ["vedette_num_pollers"] }]);
    expect(groupMetrics(names, "nothing").groups).toEqual([]);
  });

  it("are cut where there are too many to read, and say so", () => {
    const many = Array.from({ length: 1200 }, (_, at) => `a_${at}`);

    expect(groupMetrics(many, "").more).toBe(700);
  });
});
