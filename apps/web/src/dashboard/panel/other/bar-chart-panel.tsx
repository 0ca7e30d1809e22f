import { useMemo } from "react";
import { displayValue } from "../../model/field/display-value.ts";
import { textOf } from "../../model/json.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas } from "../chart-canvas.tsx";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { barOption, groupsOf } from "./bar-option.ts";

/** Numbers side by side, one group for each row of a table. */
export function BarChartPanel({ panel: { options }, title, frames, span, size }: PanelBodyProps) {
  const { theme, chartTheme, timeZone } = useDashboard();
  const [frame] = frames;
  const xField = textOf(options["xField"]);
  const groups = useMemo(
    () => (frame === undefined ? undefined : groupsOf(frame, { xField, timeZone })),
    [frame, xField, timeZone],
  );
  const isFlat = textOf(options["orientation"]) === "horizontal";
  const isStacked = textOf(options["stacking"], "none") !== "none";
  const option = useMemo(
    () =>
      groups === undefined ? undefined : barOption(groups, { theme, chartTheme, isFlat, isStacked, width: size.width }),
    [groups, theme, chartTheme, isFlat, isStacked, size.width],
  );
  if (groups === undefined || option === undefined || groups.names.length === 0) return <NoData />;
  const context = { theme, timeZone, now: span.to };
  const summary = groups.names
    .slice(0, 12)
    .map(
      (name, row) =>
        `${name}: ${groups.fields.map((field) => `${field.displayName} ${displayValue(field.values[row], field, context).line}`).join(", ")}`,
    )
    .join(". ");
  return <ChartCanvas kind="bar" label={title} summary={summary} option={option} size={size} />;
}
