import type {
  BarSeriesOption,
  GaugeSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  ScatterSeriesOption,
} from "echarts/charts";
import type { GridComponentOption, VisualMapComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";

/** What can be drawn by the kinds of charts of this package. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | GaugeSeriesOption
  | GridComponentOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | VisualMapComponentOption
>;
