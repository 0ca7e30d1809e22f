import { BarChart, GaugeChart, HeatmapChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, MarkAreaComponent, MarkLineComponent, VisualMapComponent } from "echarts/components";
import { use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

/**
 * Registers what dashboards draw with. Called when the first chart is made, never on import, so that a bundler
 * drops what nobody uses. Registering twice is harmless.
 */
export function registerDashboardSet(): void {
  use([
    BarChart,
    GaugeChart,
    HeatmapChart,
    LineChart,
    PieChart,
    GridComponent,
    MarkAreaComponent,
    MarkLineComponent,
    VisualMapComponent,
    CanvasRenderer,
  ]);
}
