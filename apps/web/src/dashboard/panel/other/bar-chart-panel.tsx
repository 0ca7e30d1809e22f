import { useMemo } from "react";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import { textOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas, type ChartPoint } from "../chart-canvas.tsx";
import { dataLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { barColors, barOption, type Groups, groupsOf } from "./bar-option.ts";
import { histogramOf } from "./histogram.ts";

/** Numbers side by side, one group for each row of a table; of a histogram for each bucket. */
export function BarChartPanel({ panel: { type, options }, title, frames, span, size, scope }: PanelBodyProps) {
  const { theme, chartTheme, timeZone } = useDashboard();
  const groups = useMemo(() => {
    const [frame] = frames;
    if (type === "histogram") return histogramOf(frames, options);
    return frame === undefined ? undefined : groupsOf(frame, { xField: textOf(options["xField"]), timeZone });
  }, [type, frames, options, timeZone]);
  const isFlat = textOf(options["orientation"]) === "horizontal";
  const isStacked = textOf(options["stacking"], "none") !== "none";
  const option = useMemo(
    () =>
      groups === undefined ? undefined : barOption(groups, { theme, chartTheme, isFlat, isStacked, width: size.width }),
    [groups, theme, chartTheme, isFlat, isStacked, size.width],
  );
  if (groups === undefined || option === undefined || groups.names.length === 0) return <NoData />;
  const context = { theme, timeZone, now: span.to };
  const colors = barColors(groups.fields, { theme, chartTheme });
  return (
    <ChartCanvas
      kind="bar"
      label={title}
      summary={inWords(groups, context)}
      option={option}
      size={size}
      pointAt={(series, row) => pointOf(groups, { series, row, color: colors[series] }, { context, scope })}
    />
  );
}

function inWords({ names, fields }: Groups, context: DisplayContext): string {
  return names
    .slice(0, 12)
    .map((name, row) => {
      const values = fields.map(
        (field) => `${field.displayName} ${displayValue(field.values[row], field, context).line}`,
      );
      return `${name}: ${values.join(", ")}`;
    })
    .join(". ");
}

interface BarPlace {
  readonly series: number;
  readonly row: number;
  readonly color: string | undefined;
}

function pointOf(
  { names, fields }: Groups,
  { series, row, color = "currentcolor" }: BarPlace,
  { context, scope }: { readonly context: DisplayContext; readonly scope: Scope },
): ChartPoint | undefined {
  const column = fields[series];
  if (column === undefined) return undefined;
  const shown = displayValue(column.values[row], column, context);
  return {
    content: { title: names[row] ?? "", rows: [{ name: column.displayName, value: shown.line, color }] },
    links: dataLinks(column.settings.links ?? [], { column, row, columns: fields, shown, scope }),
  };
}
