export { type Chart, disposeChart, getInstance, type InitOptions, init } from "./chart.ts";
export {
  ACTION_EVENT_NAMES,
  CHART_EVENT_NAMES,
  type ChartEvent,
  type ChartEventMap,
  type ChartEventName,
  type LowLevelEvent,
  MOUSE_EVENT_NAMES,
  type MouseEventParams,
} from "./chart-event.ts";
export { type ChartKind, loadChartKind } from "./chart-kind.ts";
export type { ChartOption } from "./chart-option.ts";
export { type DescribedSeries, describeSeries } from "./describe-series.ts";
export { assignSeriesColors, type SeriesColor } from "./series-color.ts";
export { renderToSVG, type SvgOptions } from "./svg.ts";
export { type CursorGroup, syncCharts } from "./sync-charts.ts";
export { CHART_THEMES, type ChartTheme, type ThemeName } from "./theme.ts";
export { samplesAt } from "./time-series/cursor.ts";
export { decimate } from "./time-series/decimate.ts";
export type { Series, SeriesDraw, TickScale, TimeSeriesLook, ValueAxis } from "./time-series/series.ts";
export { type Cursor, createTimeSeries, type TimeSeries, type TimeSeriesOptions } from "./time-series/time-series.ts";
export { renderTimeSeriesToSVG, type TimeSeriesPicture } from "./time-series/time-series-svg.ts";
export { type TimeTick, timeTicks } from "./time-series/time-ticks.ts";
export { type ValueTicks, valueTicks } from "./time-series/value-ticks.ts";
