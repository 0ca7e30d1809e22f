import { renderToSVG } from "@vedette/chart/core";
import { textOf } from "../dashboard/model/json.ts";
import { barOption, groupsOf } from "../dashboard/panel/other/bar-option.ts";
import { heatmapLook } from "../dashboard/panel/other/heatmap-look.ts";
import { cellsOf, heatmapOption, placeExemplars } from "../dashboard/panel/other/heatmap-option.ts";
import { histogramOf } from "../dashboard/panel/other/histogram.ts";
import { exemplarsOfFrames } from "../dashboard/panel/time-series/panel-exemplars.ts";
import type { PanelPicture } from "./picture-context.ts";

/** Numbers side by side, one group for each row of a table or each bucket of a histogram. */
export function barChartPicture({ panel, frames, width, height, ...look }: PanelPicture): string {
  const { type, options } = panel;
  const [frame] = frames;
  const rows = () =>
    frame === undefined ? undefined : groupsOf(frame, { xField: textOf(options["xField"]), timeZone: look.timeZone });
  const groups = type === "histogram" ? histogramOf(frames, options) : rows();
  if (groups === undefined || groups.names.length === 0) return "";
  const isFlat = textOf(options["orientation"]) === "horizontal";
  const isStacked = textOf(options["stacking"], "none") !== "none";
  return renderToSVG(barOption(groups, { ...look, isFlat, isStacked, width }), { width, height });
}

/** Counts by time and bucket: the brighter, the more. */
export function heatmapPicture({
  panel,
  frames,
  span,
  width,
  height,
  theme,
  chartTheme,
  timeZone,
}: PanelPicture): string {
  const cells = cellsOf(frames, { options: panel.options, span });
  if (cells === undefined) return "";
  const exemplars = placeExemplars(cells, exemplarsOfFrames(frames));
  const look = heatmapLook(panel.options, { theme, chartTheme });
  const size = { width, height };
  return renderToSVG(heatmapOption(cells, { look, chartTheme, timeZone, span, size, exemplars }), size);
}
