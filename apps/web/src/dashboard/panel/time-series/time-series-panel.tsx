import { type Cursor, describeSeries } from "@vedette/chart/core";
import { useCallback, useMemo, useState } from "react";
import { displayValue } from "../../model/field/display-value.ts";
import { flagOf, objectOf, oneOf, textsOf } from "../../model/json.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { cursorContent } from "./cursor-content.ts";
import { Legend } from "./legend.tsx";
import { legendRoom } from "./legend-room.ts";
import { lookOfPanel } from "./look-of-panel.ts";
import { eventsInWords, eventsOfPanel, withEvents } from "./panel-events.ts";
import { seriesOfFrames } from "./series-of-frames.ts";
import { TimeChart } from "./time-chart.tsx";
import { useHiddenSeries } from "./use-hidden-series.ts";
import "./time-series.css";

/** Values over time. */
export function TimeSeriesPanel({ panel, title, frames, span, size }: PanelBodyProps) {
  const { theme, chartTheme, timeZone, isWall, events: happened } = useDashboard();
  const all = useMemo(() => seriesOfFrames(frames, { theme, chartTheme }), [frames, theme, chartTheme]);
  const { hidden, choose } = useHiddenSeries(all);
  const [focus, setFocus] = useState<string>();
  const series = useMemo(() => all.filter(({ name }) => !hidden.has(name)), [all, hidden]);
  const events = useMemo(() => eventsOfPanel(happened, panel.id, theme), [happened, panel.id, theme]);
  const look = useMemo(
    () => ({ ...lookOfPanel(series, { theme, timeZone }), marks: events }),
    [series, theme, timeZone, events],
  );
  const context = useMemo(() => ({ theme, timeZone, now: span.to }), [theme, timeZone, span.to]);
  const tooltip = useCallback(
    (cursor: Cursor) =>
      withEvents(cursorContent(cursor, series, { options: panel.options, context }), {
        events,
        time: cursor.time,
        span,
      }),
    [series, panel.options, context, events, span],
  );
  const summary = useMemo(() => {
    const [first] = series;
    const words = describeSeries(series, (value) =>
      first === undefined ? String(value) : displayValue(value, first.field, context).line,
    );
    return words + eventsInWords(events, (time) => dateTimeText(time, timeZone));
  }, [series, context, events, timeZone]);

  const legend = objectOf(panel.options["legend"]);
  const isShown =
    flagOf(legend["showLegend"], true) &&
    legend["displayMode"] !== "hidden" &&
    all.some(({ isInLegend }) => isInLegend);
  const placement = oneOf(legend["placement"], ["bottom", "right"], "bottom");
  const as = oneOf(legend["displayMode"], ["list", "table"], "list");
  const calcs = textsOf(legend["calcs"]);
  const entries = all.filter(({ isInLegend }) => isInLegend);
  const room = legendRoom(
    {
      isShown,
      placement,
      as,
      calcs: calcs.length,
      lines: entries.length,
      names: entries.map(({ name }) => name),
      fontSize: isWall ? chartTheme.fontSize : 12,
    },
    size,
  );

  return (
    <div className="v-time-series" data-legend={isShown && room.legend > 0 ? placement : "none"}>
      <TimeChart
        label={title}
        summary={summary}
        series={series}
        look={look}
        span={span}
        size={room.chart}
        focus={focus}
        tooltip={tooltip}
      />
      {room.legend > 0 && (
        <div
          className="v-time-series-legend"
          style={placement === "bottom" ? { height: room.legend } : { width: room.legend }}
        >
          <Legend
            series={entries}
            as={as}
            calcs={calcs}
            hidden={hidden}
            context={context}
            onChoose={choose}
            onFocus={setFocus}
          />
        </div>
      )}
    </div>
  );
}
