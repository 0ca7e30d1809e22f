import { PieChart } from "echarts/charts";
import { use } from "echarts/core";

export function registerPie(): void {
  use(PieChart);
}
