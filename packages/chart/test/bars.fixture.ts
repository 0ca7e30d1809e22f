import { onTestFinished } from "vitest";
import { type Chart, init } from "../src/full.ts";

/** A chart without a page, for as long as the test. */
export function aChart(option?: object): Chart {
  const chart = init(null, null, { ssr: true, renderer: "svg", width: 400, height: 300 });
  onTestFinished(() => chart.dispose());
  if (option !== undefined) chart.setOption({ animation: false, ...option });
  return chart;
}

/** Two bars for each of two categories. */
export const BARS = {
  xAxis: { type: "category", data: ["a", "b"], id: "letters", triggerEvent: true },
  yAxis: { name: "size" },
  series: [
    { type: "bar", id: "one", name: "first", data: [1, 2] },
    { type: "bar", id: "two", name: "second", data: [3, 4] },
  ],
};

/** In the middle of a bar. */
export function bar(chart: Chart, seriesIndex: number, dataIndex: number): readonly number[] {
  const [x = 0] = chart.convertToPixel({ seriesIndex }, [dataIndex, 0.5]);
  const [, y = 0] = chart.convertToPixel({ seriesIndex }, [dataIndex, 0.5]);
  const width = chart.convertToPixel({ xAxisIndex: 0 }, 1) - chart.convertToPixel({ xAxisIndex: 0 }, 0);
  return [x + (seriesIndex === 0 ? -1 : 1) * width * 0.18, y];
}

export const BLANK = [399, 2];
