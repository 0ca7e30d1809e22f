import { renderToSVG } from "@vedette/chart/core";
import { barsOf, groupsOf } from "../dashboard/panel/other/bar-groups.ts";
import { barLook, barOption } from "../dashboard/panel/other/bar-option.ts";
import { heatmapLook } from "../dashboard/panel/other/heatmap-look.ts";
import { cellsOf, heatmapOption, placeExemplars } from "../dashboard/panel/other/heatmap-option.ts";
import { histogramOf } from "../dashboard/panel/other/histogram.ts";
import { exemplarsOfFrames } from "../dashboard/panel/time-series/panel-exemplars.ts";
import type { PanelPicture } from "./picture-context.ts";

/** Numbers side by side, one group for each row of a table or each bucket of a histogram. */
export function barChartPicture(picture: PanelPicture): string {
  const { panel, frames, span, theme, chartTheme, timeZone, width, height } = picture;
  const { type, options } = panel;
  const groups = type === "histogram" ? histogramOf(frames, options) : groupsOf(frames, options, timeZone);
  if (groups === undefined || groups.names.length === 0) return "";
  const size = { width, height };
  const context = { theme, timeZone, now: span.to };
  const bars = barsOf(groups, { theme, chartTheme });
  return renderToSVG(
    barOption(groups, bars, { look: barLook(options, size, { groups, ...chartTheme }), chartTheme, context, size }),
    size,
  );
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
