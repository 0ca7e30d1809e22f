import { renderTimeSeriesToSVG } from "@vedette/chart/core";
import { flagOf, numberOf, objectOf, oneOf, textsOf } from "../dashboard/model/json.ts";
import { inLegendOrder, legendSort } from "../dashboard/panel/time-series/legend-order.ts";
import { legendRoom } from "../dashboard/panel/time-series/legend-room.ts";
import { lookOfPanel } from "../dashboard/panel/time-series/look-of-panel.ts";
import { eventsOfPanel } from "../dashboard/panel/time-series/panel-events.ts";
import { exemplarsOfFrames } from "../dashboard/panel/time-series/panel-exemplars.ts";
import { seriesOfFrames } from "../dashboard/panel/time-series/series-of-frames.ts";
import { LEGEND_SIZE, legendList, legendTable } from "./legend-picture.ts";
import type { PanelPicture } from "./picture-context.ts";
import { moved } from "./svg-text.ts";

/** Values over time, with the legend below or beside them. */
export function timeSeriesPicture(picture: PanelPicture): string {
  const { panel, frames, events, span, width, height, theme, chartTheme, timeZone } = picture;
  const series = seriesOfFrames(frames, { theme, chartTheme });
  const legend = objectOf(panel.options["legend"]);
  const calcs = textsOf(legend["calcs"]);
  const listed = series.filter(({ isInLegend }) => isInLegend);
  const entries = inLegendOrder(listed, legendSort(legend));
  const room = legendRoom(
    {
      isShown: flagOf(legend["showLegend"], true) && legend["displayMode"] !== "hidden",
      placement: oneOf(legend["placement"], ["bottom", "right"], "bottom"),
      as: oneOf(legend["displayMode"], ["list", "table"], "list"),
      calcs: calcs.length,
      lines: entries.length,
      names: entries.map(({ name }) => name),
      scrolls: true,
      fontSize: LEGEND_SIZE,
      width: numberOf(legend["width"]),
    },
    { width, height },
  );
  const look = {
    ...lookOfPanel(series, { theme, timeZone }),
    marks: eventsOfPanel(events, panel.id, theme),
    points: exemplarsOfFrames(frames).map((one) => ({ ...one, color: chartTheme.text })),
  };
  const chart = renderTimeSeriesToSVG({ series, range: span, look, theme: chartTheme, ...room.chart });
  if (room.legend === 0) return chart;
  const [x, y] = room.placement === "right" ? [room.chart.width + 12, 0] : [0, room.chart.height + 4];
  const box = room.placement === "right" ? { width: room.legend, height } : { width, height: room.legend };
  const drawn = room.isTable ? legendTable(entries, { calcs, ...box }, picture) : legendList(entries, box, picture);
  return chart + moved(x, y, drawn);
}
