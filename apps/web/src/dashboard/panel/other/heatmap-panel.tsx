import { useMemo } from "react";
import { dashboardMessages } from "../../messages.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import { valueLine } from "../../model/field/value-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas, type ChartPoint } from "../chart-canvas.tsx";
import { dataLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { exemplarContent, exemplarsOfFrames, linksOfExemplar } from "../time-series/panel-exemplars.ts";
import { heatmapLook } from "./heatmap-look.ts";
import { type Cells, cellsOf, heatmapOption, placeExemplars } from "./heatmap-option.ts";

/** Counts by time and bucket: the brighter, the more. */
export function HeatmapPanel({ panel: { options }, title, frames, span, size, scope }: PanelBodyProps) {
  const { chartTheme, theme, timeZone } = useDashboard();
  const cells = useMemo(() => cellsOf(frames, { options, span }), [frames, options, span]);
  const look = useMemo(() => heatmapLook(options, { theme, chartTheme }), [options, theme, chartTheme]);
  const exemplars = useMemo(
    () => (cells === undefined ? [] : placeExemplars(cells, exemplarsOfFrames(frames))),
    [cells, frames],
  );
  const option = useMemo(() => {
    if (cells === undefined) return undefined;
    return heatmapOption(cells, { look, chartTheme, timeZone, span, size, exemplars });
  }, [cells, look, chartTheme, timeZone, span, size, exemplars]);
  const context = { theme, timeZone, now: span.to };
  const pointOfExemplar = (item: number): ChartPoint | undefined => {
    const exemplar = exemplars[item]?.exemplar;
    if (exemplar === undefined) return undefined;
    const links = linksOfExemplar(exemplar, { context, scope });
    return { content: exemplarContent(exemplar, context, links), links };
  };
  if (cells === undefined || option === undefined) return <NoData />;
  const { rows, most } = cells;
  const counted = dashboardMessages.chart.buckets(rows.length, [rows[0] ?? "", rows.at(-1) ?? ""], valueLine(most));
  const single = exemplars.length === 0 ? "" : ` ${dashboardMessages.exemplar.count(exemplars.length)}`;
  return (
    <ChartCanvas
      kind="heatmap"
      label={title}
      summary={counted + single}
      option={option}
      size={size}
      pointAt={(row, item) =>
        row === rows.length ? pointOfExemplar(item) : pointOfCell(cells, { row, item }, { frames, context, scope })
      }
    />
  );
}

interface CellScope {
  readonly frames: readonly DisplayFrame[];
  readonly context: DisplayContext;
  readonly scope: Scope;
}

function pointOfCell(
  { times, rows, byRow }: Cells,
  { row, item }: { readonly row: number; readonly item: number },
  { frames, context, scope }: CellScope,
): ChartPoint | undefined {
  const [place = 0, , count] = byRow[row]?.[item] ?? [];
  if (count === undefined) return undefined;
  const time = times[place] ?? 0;
  const name = rows[row] ?? "";
  const content = { title: dateTimeText(time, context.timeZone), rows: [{ name, value: valueLine(count) }] };
  const field = fieldOfRow(frames, name);
  if (field === undefined) return { content };
  const column = { ...field, values: [count] };
  const moment = { name: "Time", displayName: "Time", type: "time" as const, values: [time], labels: {}, settings: {} };
  const shown = displayValue(count, column, context);
  const links = dataLinks(field.settings.links ?? [], { column, row: 0, columns: [moment, column], shown, scope });
  return { content, links };
}

/** The bucket of a row; of values that were counted here, their first field. */
function fieldOfRow(frames: readonly DisplayFrame[], name: string): DisplayField | undefined {
  const fields = frames.flatMap((frame) => frame.fields.filter(({ type }) => type === "number"));
  return fields.find(({ displayName }) => displayName === name) ?? fields[0];
}
