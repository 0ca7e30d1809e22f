import { type Cursor, describeSeries } from "@vedette/chart/core";
import { useCallback, useMemo, useState } from "react";
import { dashboardMessages } from "../../messages.ts";
import type { DataLink } from "../../model/dashboard-document.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { dataLinks } from "../data-link.ts";
import { withLinks } from "../link-note.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { BesideLegend } from "./beside-legend.tsx";
import { cursorContent } from "./cursor-content.ts";
import { lookOfPanel } from "./look-of-panel.ts";
import { eventsInWords, eventsOfPanel, storedNear, withEvents } from "./panel-events.ts";
import { exemplarContent, exemplarsOfFrames, linksOfExemplar } from "./panel-exemplars.ts";
import { type PanelSeries, seriesOfFrames } from "./series-of-frames.ts";
import { TimeChart } from "./time-chart.tsx";
import { useHiddenSeries } from "./use-hidden-series.ts";

/** Values over time. */
export function TimeSeriesPanel({ panel, title, frames, span, size, scope }: PanelBodyProps) {
  const { theme, chartTheme, timeZone, events: happened, onAnnotate } = useDashboard();
  const all = useMemo(() => seriesOfFrames(frames, { theme, chartTheme }), [frames, theme, chartTheme]);
  const { hidden, choose } = useHiddenSeries(all);
  const [focus, setFocus] = useState<string>();
  const series = useMemo(() => all.filter(({ name }) => !hidden.has(name)), [all, hidden]);
  const events = useMemo(() => eventsOfPanel(happened, panel.id, theme), [happened, panel.id, theme]);
  const exemplars = useMemo(() => exemplarsOfFrames(frames), [frames]);
  const look = useMemo(
    () => ({ ...lookOfPanel(series, { theme, timeZone }), marks: events, points: exemplars }),
    [series, theme, timeZone, events, exemplars],
  );
  const context = useMemo(() => ({ theme, timeZone, now: span.to }), [theme, timeZone, span.to]);
  const linksOfMark = useCallback(
    (mark: number) => {
      const pointed = exemplars[mark];
      return pointed === undefined ? [] : linksOfExemplar(pointed, { context, scope });
    },
    [exemplars, context, scope],
  );
  const linksAt = useCallback(
    (at: number, sample: number) => linksOfSample(series[at], sample, { context, scope }),
    [series, context, scope],
  );

  const tooltip = useCallback(
    (cursor: Cursor) => {
      const { time, mark = -1, nearest, indices } = cursor;
      const pointed = exemplars[mark];
      if (pointed !== undefined) return exemplarContent(pointed, context, linksOfMark(mark));
      const links = nearest < 0 ? [] : linksAt(nearest, indices[nearest] ?? -1);
      const said = cursorContent(cursor, series, { options: panel.options, context });
      const content = said && withLinks(said, links);
      return withEvents(content, { events, time, span });
    },
    [series, panel.options, context, events, span, exemplars, linksOfMark, linksAt],
  );
  const summary = useMemo(() => {
    const time = (at: number) => dateTimeText(at, timeZone);
    const format = (value: number, at: number) => {
      const field = series[at]?.field;
      return field === undefined ? String(value) : displayValue(value, field, context).line;
    };
    const words = describeSeries(series, { format, time, words: dashboardMessages.chart.words });
    const single = exemplars.length === 0 ? "" : ` ${dashboardMessages.exemplar.count(exemplars.length)}`;
    return words + eventsInWords(events, time) + single;
  }, [series, context, events, timeZone, exemplars.length]);

  const annotate = (from: number, to: number) => {
    const stored = from === to ? storedNear(events, from, span) : undefined;
    onAnnotate?.({ panelId: panel.id, from: stored?.time ?? from, to: stored?.timeEnd ?? to, stored });
  };

  return (
    <BesideLegend
      options={panel.options}
      entries={all.filter(({ isInLegend }) => isInLegend)}
      size={size}
      hidden={hidden}
      context={context}
      onChoose={choose}
      onFocus={setFocus}
    >
      {(room) => (
        <TimeChart
          label={title}
          summary={summary}
          series={series}
          look={look}
          span={span}
          size={room}
          focus={focus}
          tooltip={tooltip}
          linksAt={linksAt}
          linksOfMark={linksOfMark}
          onAnnotate={onAnnotate === undefined ? undefined : annotate}
        />
      )}
    </BesideLegend>
  );
}

/** The field's links with what is known of one of its samples. */
function linksOfSample(
  series: PanelSeries | undefined,
  row: number,
  { context, scope }: { readonly context: DisplayContext; readonly scope: Scope },
): readonly DataLink[] {
  const links = series?.field.settings.links ?? [];
  if (series === undefined || links.length === 0) return [];
  const { field, t } = series;
  const time: DisplayField = { name: "Time", displayName: "Time", type: "time", values: t, labels: {}, settings: {} };
  const shown = displayValue(field.values[row], field, context);
  return dataLinks(links, { column: field, row, columns: [time, field], shown, scope });
}
