import { isTiny } from "@vedette/chart/core";
import { useMemo } from "react";
import { letterScale } from "../../../style/letter-scale.ts";
import type { DataLink } from "../../model/dashboard-document.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import { flagOf, numberOf, objectOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { dataLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { StateChart } from "./state-chart.tsx";
import { layoutStates } from "./state-layout.ts";
import { legendOf, type StateRow, type StateSpan, stateRows } from "./state-rows.ts";
import "../time-series/legend.css";
import "../other/other.css";
import "./states.css";

/** Of a line of the legend, in sizes of the axis' type. */
const LEGEND_LINE = 2;
/** CSS pixels in usual letters. */
const LEGEND_GAP = 4;

/** States over time: one row for each field, one bar for each state or, in a history, for each sample. */
export function StatePanel({ panel: { type, options }, title, frames, span, size, scope }: PanelBodyProps) {
  const { theme, chartTheme, timeZone } = useDashboard();
  const scale = letterScale();
  const isHistory = type === "status-history";
  const isMerged = !isHistory && flagOf(options["mergeValues"], true);
  const rows = useMemo(
    () => stateRows(frames, { theme, chartTheme, timeZone, now: span.to, span, isMerged }),
    [frames, theme, chartTheme, timeZone, span, isMerged],
  );
  if (rows.every(({ spans }) => spans.length === 0)) return <NoData />;
  const hasLegend = flagOf(objectOf(options["legend"])["showLegend"], true) && !isTiny(size, chartTheme);
  const legend = hasLegend ? legendOf(rows) : [];
  const legendHeight = Math.round(chartTheme.fontSize * LEGEND_LINE);
  const height = size.height - (legend.length > 0 ? legendHeight + LEGEND_GAP * scale : 0);
  const share = numberOf(options["rowHeight"]) ?? 0.9;
  const layout = layoutStates(rows, {
    span,
    size: { width: size.width, height },
    theme: chartTheme,
    timeZone,
    share,
    scale,
  });
  const context = { theme, timeZone, now: span.to };
  return (
    <div className="v-states">
      <StateChart
        label={title}
        rows={rows}
        layout={layout}
        size={{ width: size.width, height }}
        gap={isHistory ? 1 : 0}
        hasTexts={options["showValue"] !== "never"}
        linksOf={(row, one) => linksOf(row, one, { context, scope })}
      />
      {legend.length > 0 && (
        <ul className="v-states-legend" style={{ height: legendHeight }}>
          {legend.map(({ text, color }) => (
            <li key={text}>
              <span className="v-pie-dot" style={{ background: color }} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function linksOf(
  { field, fields }: StateRow,
  { index: row }: StateSpan,
  { context, scope }: { readonly context: DisplayContext; readonly scope: Scope },
): readonly DataLink[] {
  const shown = displayValue(field.values[row], field, context);
  return dataLinks(field.settings.links ?? [], { column: field, row, columns: fields, shown, scope });
}
