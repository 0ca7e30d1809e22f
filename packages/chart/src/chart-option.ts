import type {
  BarSeriesOption,
  GaugeSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
} from "echarts/charts";
import type {
  GridComponentOption,
  MarkAreaComponentOption,
  MarkLineComponentOption,
  VisualMapComponentOption,
} from "echarts/components";
import type { ComposeOption } from "echarts/core";

/** What can be drawn by the chart types and components that this package registers. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | GaugeSeriesOption
  | GridComponentOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | MarkAreaComponentOption
  | MarkLineComponentOption
  | PieSeriesOption
  | VisualMapComponentOption
>;
