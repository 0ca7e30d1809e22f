import { HeatmapChart, ScatterChart } from "echarts/charts";
import { VisualMapContinuousComponent } from "echarts/components";
import { use } from "echarts/core";

export function registerHeatmap(): void {
  use([HeatmapChart, ScatterChart, VisualMapContinuousComponent]);
}
