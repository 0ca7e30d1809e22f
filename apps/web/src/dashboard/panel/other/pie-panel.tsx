import { assignSeriesColors, type ChartOption } from "@vedette/chart";
import { useMemo } from "react";
import { cssColor } from "../../model/field/color-name.ts";
import { displayValue } from "../../model/field/display-value.ts";
import { valueLine } from "../../model/field/value-text.ts";
import { flagOf, objectOf, oneOf, textsOf } from "../../model/json.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas } from "../chart-canvas.tsx";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { type ReducedValue, reducedValues } from "../single-value/reduced-values.ts";
import "../time-series/legend.css";
import "./other.css";

interface Slice {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  readonly color: string;
  readonly text: string;
  readonly share: string;
}

/** Shares of a whole. */
export function PiePanel({ panel: { options }, title, frames, span, size }: PanelBodyProps) {
  const { theme, chartTheme, timeZone } = useDashboard();
  const slices = useMemo(() => {
    const values = reducedValues(frames, options).filter(({ value }) => typeof value === "number" && value > 0);
    const colors = assignSeriesColors(
      values.map(({ name }) => name),
      chartTheme.series.length,
    );
    const total = values.reduce((sum, { value }) => sum + Number(value), 0);
    return values
      .map((value): Slice => {
        const index = colors.get(value.name)?.index;
        return {
          key: value.key,
          name: value.name,
          value: Number(value.value),
          color:
            fixedColor(value, theme) ??
            (index === undefined ? chartTheme.rest : (chartTheme.series[index] ?? chartTheme.rest)),
          text: displayValue(value.value, value.field, { theme, timeZone, now: span.to }).line,
          share: valueLine(Number(value.value) / total, { unit: "percentunit" }),
        };
      })
      .toSorted((a, b) => b.value - a.value);
  }, [frames, options, theme, chartTheme, timeZone, span.to]);
  const legend = objectOf(options["legend"]);
  const hasLegend = flagOf(legend["showLegend"], true) && slices.length > 0;
  const isBeside =
    hasLegend &&
    (oneOf(legend["placement"], ["bottom", "right"], "bottom") === "right" || size.width > size.height * 1.6);
  const chart = isBeside
    ? { width: Math.max(80, Math.min(Math.floor(size.width * 0.55), size.height)), height: size.height }
    : { width: size.width, height: Math.floor(size.height * (hasLegend ? 0.66 : 1)) };
  const isDonut = options["pieType"] === "donut";
  const option = useMemo(
    () => pieOption(slices, { isDonut, gap: chartTheme.background }),
    [slices, isDonut, chartTheme.background],
  );
  if (slices.length === 0) return <NoData />;
  const columns = textsOf(legend["values"]);
  return (
    <div className="v-pie" data-legend={isBeside ? "right" : "bottom"}>
      <ChartCanvas
        kind="pie"
        label={title}
        summary={slices.map(({ name, text, share }) => `${name}: ${text}, ${share}`).join(". ")}
        option={option}
        size={chart}
      />
      {hasLegend && (
        <ul className="v-pie-legend">
          {slices.map(({ key, name, color, text, share }) => (
            <li key={key}>
              <span className="v-pie-dot" style={{ background: color }} />
              <span className="v-legend-text" title={name}>
                {name}
              </span>
              {(columns.includes("value") || columns.length === 0) && <span className="v-pie-value">{text}</span>}
              {(columns.includes("percent") || columns.length === 0) && <span className="v-pie-value">{share}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function fixedColor({ field: { settings } }: ReducedValue, theme: "dark" | "light"): string | undefined {
  const { mode, fixedColor: color } = settings.color ?? {};
  return mode === "fixed" ? cssColor(color ?? "text", theme) : undefined;
}

function pieOption(slices: readonly Slice[], { isDonut, gap }: { isDonut: boolean; gap: string }): ChartOption {
  return {
    animation: false,
    series: [
      {
        type: "pie",
        radius: isDonut ? ["56%", "92%"] : [0, "92%"],
        center: ["50%", "50%"],
        silent: true,
        label: { show: false },
        labelLine: { show: false },
        itemStyle: { borderColor: gap, borderWidth: slices.length > 1 ? 1.5 : 0 },
        data: slices.map(({ name, value, color }) => ({ name, value, itemStyle: { color } })),
      },
    ],
  };
}
