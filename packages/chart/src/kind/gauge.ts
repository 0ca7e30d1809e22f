import { GaugeChart } from "echarts/charts";
import { use } from "echarts/core";

export function registerGauge(): void {
  use(GaugeChart);
}
