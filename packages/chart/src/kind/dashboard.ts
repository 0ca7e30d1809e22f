import { BarChart, GaugeChart, HeatmapChart, LineChart, PieChart, ScatterChart } from "echarts/charts";
import {
  AriaComponent,
  AxisPointerComponent,
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import { use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

/** Registers what dashboards are made of. Harmless twice. */
export function registerDashboardSet(): void {
  use([LineChart, BarChart, PieChart, GaugeChart, HeatmapChart, ScatterChart]);
  use([GridComponent, TooltipComponent, LegendComponent, TitleComponent, DatasetComponent, AriaComponent]);
  use([DataZoomComponent, AxisPointerComponent, VisualMapComponent]);
  use([MarkLineComponent, MarkPointComponent, MarkAreaComponent, CanvasRenderer]);
}
