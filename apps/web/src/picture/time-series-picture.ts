import { renderTimeSeriesToSVG } from "@vedette/chart";
import { flagOf, objectOf, oneOf, textsOf } from "../dashboard/model/json.ts";
import { legendRoom } from "../dashboard/panel/time-series/legend-room.ts";
import { lookOfPanel } from "../dashboard/panel/time-series/look-of-panel.ts";
import { type PanelSeries, seriesOfFrames } from "../dashboard/panel/time-series/series-of-frames.ts";
import type { PanelPicture } from "./picture-context.ts";
import { moved, svgText } from "./svg-text.ts";

const LEGEND_SIZE = 12;
const LINE = 20;

/** Values over time, with the legend below or beside them. */
export function timeSeriesPicture(picture: PanelPicture): string {
  const { panel, frames, span, width, height, theme, chartTheme, timeZone } = picture;
  const series = seriesOfFrames(frames, { theme, chartTheme });
  const legend = objectOf(panel.options["legend"]);
  const placement = oneOf(legend["placement"], ["bottom", "right"], "bottom");
  const entries = series.filter(({ isInLegend }) => isInLegend);
  const room = legendRoom(
    {
      isShown: flagOf(legend["showLegend"], true) && legend["displayMode"] !== "hidden",
      placement,
      as: oneOf(legend["displayMode"], ["list", "table"], "list"),
      calcs: textsOf(legend["calcs"]).length,
      lines: entries.length,
      names: entries.map(({ name }) => name),
      fontSize: LEGEND_SIZE,
    },
    { width, height },
  );
  const look = lookOfPanel(series, { theme, timeZone });
  const chart = renderTimeSeriesToSVG({ series, range: span, look, theme: chartTheme, ...room.chart });
  if (room.legend === 0) return chart;
  const [x, y] = placement === "right" ? [room.chart.width + 12, 0] : [0, room.chart.height + 4];
  const box = placement === "right" ? { width: room.legend, height } : { width, height: room.legend };
  return chart + moved(x, y, legendPicture(entries, box, picture));
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Names side by side; what has no room stays out. */
function legendPicture(series: readonly PanelSeries[], { width, height }: Box, { chartTheme }: PanelPicture): string {
  let [x, y] = [0, 0];
  let drawn = "";
  for (const { name, color } of series) {
    const wide = Math.min(width, 30 + name.length * LEGEND_SIZE * 0.56);
    if (x + wide > width && x > 0) [x, y] = [0, y + LINE];
    if (y + LINE > height + 2) break;
    const mark = `<rect x="${x}" y="${y + 8}" width="12" height="4" rx="2" fill="${color}"/>`;
    const style = { size: LEGEND_SIZE, color: chartTheme.label, width: width - 18 };
    drawn += mark + svgText(name, x + 18, y + 14, style, chartTheme);
    x += wide;
  }
  return drawn;
}
