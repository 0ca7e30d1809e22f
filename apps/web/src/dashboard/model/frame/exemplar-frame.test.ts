import { describe, expect, it } from "vitest";
import { exemplarFrames } from "./exemplar-frame.ts";
import type { FrameQuery } from "./frame.ts";

const QUERY: FrameQuery = { refId: "A", expr: "wait", legendFormat: "", format: "exemplars", step: undefined };

const series = (job: string, ...exemplars: object[]) => ({ seriesLabels: { __name__: "wait", job }, exemplars });
const exemplar = (timestamp: number, value: string, labels: object) => ({ timestamp, value, labels });

describe("the exemplars of an answer", () => {
  it("are rows in the order of time, with the labels of both, and lead where a label is an address", () => {
    const data = [
      series("b", exemplar(20, "0.5", { trace_id: "2", see: "https://traces.example/2" })),
      series("a", exemplar(10, "1.5", { trace_id: "1" })),
    ];

    const [frame] = exemplarFrames(data, { ...QUERY, shift: 1000 });

    const columns = frame?.fields.map(({ name, values, settings: { links } }) => [name, values, links?.length]);
    expect(columns).toEqual([
      ["Time", [11_000, 21_000], undefined],
      ["Value", [1.5, 0.5], 0],
      ["trace_id", ["1", "2"], 0],
      ["see", [undefined, "https://traces.example/2"], 1],
      ["job", ["a", "b"], 0],
    ]);
  });

  it("are thinned where they could not be told apart, and the largest stay", () => {
    const many = Array.from({ length: 5000 }, (_, at) => exemplar(at, String(at === 2500 ? 99 : at % 7), {}));

    const [frame] = exemplarFrames([series("a", ...many)], QUERY);

    expect(frame?.length).toBeLessThanOrEqual(200);
    expect(frame?.fields[1]?.values).toContain(99);
  });

  it.each([undefined, [], {}, [series("a")], [series("a", exemplar(1, "NaN", {}))]])("are none in %j", (data) => {
    expect(exemplarFrames(data, QUERY)).toEqual([]);
  });
});
