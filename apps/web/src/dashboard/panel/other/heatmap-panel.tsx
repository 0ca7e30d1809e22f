import { useMemo } from "react";
import { dashboardMessages } from "../../messages.ts";
import { valueLine } from "../../model/field/value-text.ts";
import { objectOf, textOf } from "../../model/json.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas, type ChartPoint } from "../chart-canvas.tsx";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { type Cells, cellsOf, heatmapOption } from "./heatmap-option.ts";

/** Counts by time and bucket: the brighter, the more. */
export function HeatmapPanel({ panel: { options }, title, frames, span, size }: PanelBodyProps) {
  const { chartTheme, timeZone } = useDashboard();
  const cells = useMemo(
    () => cellsOf(frames, { unit: textOf(objectOf(options["yAxis"])["unit"]), span }),
    [frames, options, span],
  );
  const option = useMemo(
    () => (cells === undefined ? undefined : heatmapOption(cells, { chartTheme, timeZone, span, size })),
    [cells, chartTheme, timeZone, span, size],
  );
  if (cells === undefined || option === undefined) return <NoData />;
  const { rows, most } = cells;
  const summary = dashboardMessages.chart.buckets(rows.length, [rows[0] ?? "", rows.at(-1) ?? ""], valueLine(most));
  return (
    <ChartCanvas
      kind="heatmap"
      label={title}
      summary={summary}
      option={option}
      size={size}
      pointAt={(row, item) => pointOfCell(cells, { row, item }, timeZone)}
    />
  );
}

function pointOfCell(
  { times, rows, byRow }: Cells,
  { row, item }: { readonly row: number; readonly item: number },
  timeZone: string,
): ChartPoint | undefined {
  const [column = 0, , count] = byRow[row]?.[item] ?? [];
  if (count === undefined) return undefined;
  const title = dateTimeText(times[column] ?? 0, timeZone);
  return { content: { title, rows: [{ name: rows[row] ?? "", value: valueLine(count) }] } };
}
