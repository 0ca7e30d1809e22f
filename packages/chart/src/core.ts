export { connect, disconnect, registerMap, registerTheme, use, version } from "echarts/core";
export { Chart, type EventsOptions, type Listening, type ListenOptions } from "./chart.ts";
export { dispose, getInstance, type InitOptions, init, type Theme } from "./chart-instance.ts";
export { type ChartKind, loadChartKind } from "./chart-kind.ts";
export type { ChartOption } from "./chart-option.ts";
export { type ChartTable, describeChart, tableOfChart } from "./describe-chart.ts";
export {
  type ChartWords,
  type DescribedSeries,
  type DescribeOptions,
  describeSeries,
  type SeriesInWords,
} from "./describe-series.ts";
export { ACTION_EVENT_NAMES, type ActionEventMap, batchOf, type SelectedItems } from "./event/action-event.ts";
export {
  CHART_EVENT_NAMES,
  type ChartEvent,
  type ChartEventMap,
  type ChartEventName,
  type QueriedEvent,
} from "./event/chart-event.ts";
export { type LowLevelEvent, type LowLevelEvents, ZR_EVENT_NAMES } from "./event/low-level-event.ts";
export { isMouseEvent, MOUSE_EVENT_NAMES, type MouseEventName, type MouseEventParams } from "./event/mouse-event.ts";
export type { ChartQuery, ObjectQuery } from "./event/query.ts";
export { type Hatch, hatch } from "./hatch.ts";
export { type KeyboardOptions, observeKeyboard } from "./keyboard/observe-keyboard.ts";
export { type PointPlace, placeByKey } from "./keyboard/place-by-key.ts";
export { assignSeriesColors, dashOf, type SeriesColor, type SeriesPattern } from "./series-color.ts";
export { renderToSVG, type SvgOptions } from "./svg.ts";
export { type ChartGroup, type SyncOptions, syncCharts } from "./sync/sync-charts.ts";
export { CHART_THEMES, type ChartTheme, type ThemeName } from "./theme.ts";
export { samplesAt } from "./time-series/cursor.ts";
export { decimate } from "./time-series/decimate.ts";
export { whenChartsDrawn } from "./time-series/draw-queue.ts";
export { isTiny } from "./time-series/plot.ts";
export type {
  PointMark,
  Series,
  SeriesDraw,
  TickScale,
  TimeMark,
  TimeSeriesLook,
  ValueAxis,
} from "./time-series/series.ts";
export { widestText } from "./time-series/text-width.ts";
export { type Cursor, createTimeSeries, type TimeSeries, type TimeSeriesOptions } from "./time-series/time-series.ts";
export { renderTimeSeriesToSVG, type TimeSeriesPicture } from "./time-series/time-series-svg.ts";
export { type TimeTick, timeLabels, timeTicks } from "./time-series/time-ticks.ts";
export { type ValueTicks, valueTicks } from "./time-series/value-ticks.ts";
