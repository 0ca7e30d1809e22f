import {
  BarChart,
  BoxplotChart,
  CandlestickChart,
  ChordChart,
  CustomChart,
  EffectScatterChart,
  FunnelChart,
  GaugeChart,
  GraphChart,
  HeatmapChart,
  LineChart,
  LinesChart,
  MapChart,
  ParallelChart,
  PictorialBarChart,
  PieChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
  SunburstChart,
  ThemeRiverChart,
  TreeChart,
  TreemapChart,
} from "echarts/charts";
import {
  AriaComponent,
  AxisPointerComponent,
  BrushComponent,
  CalendarComponent,
  DatasetComponent,
  DataZoomComponent,
  GeoComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  MatrixComponent,
  ParallelComponent,
  PolarComponent,
  RadarComponent,
  SingleAxisComponent,
  ThumbnailComponent,
  TimelineComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
  TransformComponent,
  VisualMapComponent,
} from "echarts/components";
import { use } from "echarts/core";
import { AxisBreak, LabelLayout, LegacyGridContainLabel, ScatterJitter, UniversalTransition } from "echarts/features";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

/** Registers every chart, component and feature, and both renderers. Harmless twice. */
export function registerEverything(): void {
  use([LineChart, BarChart, PieChart, ScatterChart, RadarChart, MapChart, TreeChart, TreemapChart, GraphChart]);
  use([ChordChart, GaugeChart, FunnelChart, ParallelChart, SankeyChart, BoxplotChart, CandlestickChart, CustomChart]);
  use([EffectScatterChart, LinesChart, HeatmapChart, PictorialBarChart, ThemeRiverChart, SunburstChart]);
  use([GridComponent, PolarComponent, RadarComponent, GeoComponent, SingleAxisComponent, ParallelComponent]);
  use([CalendarComponent, MatrixComponent, GraphicComponent, ToolboxComponent, TooltipComponent, TitleComponent]);
  use([AxisPointerComponent, BrushComponent, TimelineComponent, LegendComponent, DataZoomComponent, AriaComponent]);
  use([MarkPointComponent, MarkLineComponent, MarkAreaComponent, VisualMapComponent, ThumbnailComponent]);
  use([TransformComponent, DatasetComponent, AxisBreak, LabelLayout, UniversalTransition, ScatterJitter]);
  use([LegacyGridContainLabel, CanvasRenderer, SVGRenderer]);
}
