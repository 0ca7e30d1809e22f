import { useMemo } from "react";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas, type ChartPoint } from "../chart-canvas.tsx";
import { dataLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { BesideLegend } from "../time-series/beside-legend.tsx";
import { isHiddenFrom } from "../time-series/series-of-frames.ts";
import { useHiddenSeries } from "../time-series/use-hidden-series.ts";
import { tooltipWish } from "../tooltip-wish.ts";
import { type Bars, barsOf, type Groups, groupsOf } from "./bar-groups.ts";
import { barLook, barOption } from "./bar-option.ts";
import { histogramOf } from "./histogram.ts";

/** Numbers side by side, one group for each row of a table; of a histogram for each bucket. */
export function BarChartPanel({ panel: { type, options }, title, frames, span, size, scope }: PanelBodyProps) {
  const { theme, chartTheme, timeZone } = useDashboard();
  const groups = useMemo(
    () => (type === "histogram" ? histogramOf(frames, options) : groupsOf(frames, options, timeZone)),
    [type, frames, options, timeZone],
  );
  const all = useMemo(
    () => (groups === undefined ? [] : barsOf(groups, { theme, chartTheme })),
    [groups, theme, chartTheme],
  );
  const { hidden, choose } = useHiddenSeries(all);
  const bars = useMemo(() => all.filter(({ name }) => !hidden.has(name)), [all, hidden]);
  const context = useMemo(() => ({ theme, timeZone, now: span.to }), [theme, timeZone, span.to]);
  if (groups === undefined || !hasValues(all)) return <NoData />;
  return (
    <BesideLegend
      options={options}
      entries={all.filter(({ isInLegend }) => isInLegend)}
      size={size}
      hidden={hidden}
      context={context}
      onChoose={choose}
    >
      {({ width, height }) => (
        <BarChart
          label={title}
          groups={groups}
          bars={bars}
          options={options}
          width={width}
          height={height}
          context={context}
          scope={scope}
        />
      )}
    </BesideLegend>
  );
}

function hasValues(bars: readonly Bars[]): boolean {
  return bars.some(({ field }) =>
    Array.from(field.values).some((value) => typeof value === "number" && !Number.isNaN(value)),
  );
}

interface BarChartProps {
  readonly label: string;
  readonly groups: Groups;
  readonly bars: readonly Bars[];
  readonly options: JsonObject;
  readonly width: number;
  readonly height: number;
  readonly context: DisplayContext;
  readonly scope: Scope;
}

function BarChart({ label, groups, bars, options, width, height, context, scope }: BarChartProps) {
  const { chartTheme } = useDashboard();
  const size = useMemo(() => ({ width, height }), [width, height]);
  const option = useMemo(
    () =>
      barOption(groups, bars, { look: barLook(options, size, { groups, ...chartTheme }), chartTheme, context, size }),
    [groups, bars, options, chartTheme, context, size],
  );
  const { mode: told } = tooltipWish(options);
  return (
    <ChartCanvas
      kind="bar"
      label={label}
      summary={inWords(groups, bars, context)}
      option={option}
      size={size}
      pointAt={(at, row) =>
        told === "none" ? undefined : pointOf(groups, { bars, at, row, told }, { context, scope })
      }
    />
  );
}

function inWords({ names }: Groups, bars: readonly Bars[], context: DisplayContext): string {
  return names
    .slice(0, 12)
    .map((name, row) => {
      const values = bars.map((one) => `${one.name} ${displayValue(one.field.values[row], one.field, context).line}`);
      return `${name}: ${values.join(", ")}`;
    })
    .join(". ");
}

interface BarPlace {
  readonly bars: readonly Bars[];
  readonly at: number;
  readonly row: number;
  /** The bar alone, or all of its group. */
  readonly told: "single" | "multi";
}

function pointOf(
  { names, fields }: Groups,
  { bars, at, row, told }: BarPlace,
  { context, scope }: { readonly context: DisplayContext; readonly scope: Scope },
): ChartPoint | undefined {
  const here = bars[at];
  if (here === undefined) return undefined;
  const shown = displayValue(here.field.values[row], here.field, context);
  const rows = (told === "multi" ? bars : [here]).filter(({ field }) => !isHiddenFrom(field, "tooltip"));
  return {
    content: {
      title: names[row] ?? "",
      rows: rows.map((one) => ({
        name: one.name,
        value: displayValue(one.field.values[row], one.field, context).line,
        color: one.color,
        isStrong: told === "multi" && one === here,
      })),
    },
    links: dataLinks(here.field.settings.links ?? [], { column: here.field, row, columns: fields, shown, scope }),
  };
}
