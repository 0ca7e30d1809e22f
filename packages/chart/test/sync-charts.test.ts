import { afterEach, describe, expect, it, vi } from "vitest";
import { type Chart, init, type SyncOptions, syncCharts } from "../src/full.ts";

let charts: Chart[] = [];
afterEach(() => {
  for (const chart of charts) chart.dispose();
  charts = [];
});

/** Values at times, with everything that can be repeated. */
function aChart(times: readonly number[]): Chart {
  const chart = init(null, null, { ssr: true, renderer: "svg", width: 400, height: 300 });
  charts.push(chart);
  chart.setOption({
    animation: false,
    tooltip: { trigger: "axis" },
    legend: {},
    dataZoom: [{ type: "inside" }],
    xAxis: { type: "time", min: 0, max: 100 },
    yAxis: {},
    series: ["a", "b"].map((name) => ({ type: "line", name, data: times.map((time) => [time, time]) })),
  });
  return chart;
}

/** Two charts of different resolution that repeat each other, and what the second tells. */
function aPair(name: Parameters<Chart["listen"]>[0], options?: SyncOptions) {
  const [one, other] = [aChart([0, 50, 100]), aChart([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])];
  const group = syncCharts([one, other], options);
  const [ofOne, ofOther] = [vi.fn(), vi.fn()];
  one.listen(name, ofOne);
  other.listen(name, ofOther);
  return { one, other, group, ofOne, ofOther };
}

describe("charts that repeat each other", () => {
  it("show the cursor at the same value, whatever their resolution", () => {
    const { one, ofOne, ofOther } = aPair("updateaxispointer");
    const x = one.convertToPixel({ xAxisIndex: 0 }, 50);

    one.dispatchAction({ type: "updateAxisPointer", currTrigger: "mousemove", x, y: 150 });

    expect(ofOne).toHaveBeenCalledOnce();
    expect(ofOther.mock.calls[0]?.[0]).toMatchObject({ axesInfo: [{ axisDim: "x", value: 50 }], dataIndex: 5 });
  });

  it("let the same series stand out, by name", () => {
    const { one, ofOne, ofOther } = aPair("highlight", { highlight: true });

    one.dispatchAction({ type: "highlight", seriesIndex: 1 });

    expect(ofOne).toHaveBeenCalledOnce();
    expect(ofOther).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ seriesName: ["b"], escapeConnect: true }),
    );
  });

  it("show the same part of the axis, by value", () => {
    const { one, other } = aPair("datazoom", { zoom: true });

    one.dispatchAction({ type: "dataZoom", startValue: 20, endValue: 60 });

    expect(other.getOption()["dataZoom"]).toMatchObject([{ startValue: 20, endValue: 60 }]);
  });

  it("hide the same series, and nothing that was not named", () => {
    const { one, other } = aPair("highlight", { legend: true });

    one.dispatchAction({ type: "legendUnSelect", name: "a" });
    one.dispatchAction({ type: "dataZoom", startValue: 20, endValue: 60 });

    expect(other.getOption()["legend"]).toMatchObject([{ selected: { a: false } }]);
    expect(other.getOption()["dataZoom"]).toMatchObject([{ start: 0, end: 100 }]);
  });

  it("do so once in a frame, and in the end as the last change was", async () => {
    const { one, ofOther } = aPair("highlight", { highlight: true });

    for (const seriesIndex of [0, 1]) one.dispatchAction({ type: "highlight", seriesIndex });
    expect(ofOther).toHaveBeenCalledOnce();

    await vi.waitFor(() => expect(ofOther).toHaveBeenCalledTimes(2), { timeout: 25_000 });
    expect(ofOther.mock.lastCall?.[0]).toMatchObject({ seriesName: ["a", "b"] });
  });

  it("leave each other when they are taken out, disposed, or all is over", () => {
    const { one, other, group, ofOther } = aPair("highlight", { highlight: true });
    group.remove(other);
    one.dispatchAction({ type: "highlight", seriesIndex: 0 });
    expect(ofOther).not.toHaveBeenCalled();

    group.add(other);
    group.dispose();
    one.dispatchAction({ type: "highlight", seriesIndex: 1 });
    expect(ofOther).not.toHaveBeenCalled();

    group.add(one);
    group.add(other);
    other.dispose();
    expect(() => one.dispatchAction({ type: "highlight", seriesIndex: 0 })).not.toThrow();
  });
});
