import { BarChart } from "echarts/charts";
import { use } from "echarts/core";

export function registerBar(): void {
  use(BarChart);
}
