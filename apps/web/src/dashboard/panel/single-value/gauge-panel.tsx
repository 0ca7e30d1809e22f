import { type CSSProperties, useMemo, useRef } from "react";
import { letterScale } from "../../../style/letter-scale.ts";
import { cssColor } from "../../model/field/color-name.ts";
import { type DisplayContext, type DisplayValue, displayValue } from "../../model/field/display-value.ts";
import { absoluteSteps } from "../../model/field/thresholds.ts";
import { flagOf, textOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { ChartCanvas } from "../chart-canvas.tsx";
import { valueLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { useFocusToScroll } from "../use-focus-to-scroll.ts";
import { ValueLinks } from "../value-links.tsx";
import { gaugeHole, gaugeOption } from "./gauge-option.ts";
import { type GaugeText, gaugeText } from "./gauge-text.ts";
import { nameColors } from "./name-colors.ts";
import { isNamedAlone, type ReducedValue, rangeOf, reducedValues } from "./reduced-values.ts";
import { ValueParts } from "./stat-panel.tsx";
import { cellSize, gridStyle, valueGrid } from "./value-grid.ts";
import "./stat.css";
import "./gauge.css";

/** Values as arcs of a range. */
export function GaugePanel({ panel, title, frames, span, size, scope }: PanelBodyProps) {
  const { options } = panel;
  const { theme, timeZone, chartTheme, isWall } = useDashboard();
  const list = useRef<HTMLUListElement>(null);
  useFocusToScroll(list);
  const values = useMemo(() => reducedValues(frames, options), [frames, options]);
  if (values.length === 0) return <NoData />;
  // A single one has what there is, however low.
  const least = isWall || values.length === 1 ? 0 : LEAST_GAUGE * letterScale();
  const grid = valueGrid(values.length, { width: size.width * 1.6, height: size.height }, "auto", least * 1.6);
  const cell = cellSize(grid, size, least);
  const context = { theme, timeZone, now: span.to };
  const plainColor = nameColors(values, chartTheme);
  return (
    <ul
      className="v-values"
      data-orientation={textOf(options["orientation"])}
      style={gridStyle(grid, least)}
      data-scrolls={!isWall || undefined}
      ref={list}
    >
      {values.map((value) => (
        <li key={value.key}>
          <Gauge
            value={value}
            all={values}
            plainColor={plainColor(value)}
            title={title}
            context={context}
            cell={cell}
            hasName={values.length > 1 || isNamedAlone(panel, title)}
            hasMarkers={flagOf(options["showThresholdMarkers"], true)}
            scope={scope}
          />
        </li>
      ))}
    </ul>
  );
}

/** CSS pixels in usual letters, below which the number within an arc cannot be read: then the rest is scrolled to. */
const LEAST_GAUGE = 44;

interface GaugeProps {
  readonly value: ReducedValue;
  readonly all: readonly ReducedValue[];
  /** Of a value that has none of its own. */
  readonly plainColor: string;
  readonly title: string;
  readonly context: DisplayContext;
  readonly cell: PanelBodyProps["size"];
  readonly hasName: boolean;
  readonly hasMarkers: boolean;
  readonly scope: Scope;
}

function Gauge({ value, all, plainColor, title, context, cell, hasName, hasMarkers, scope }: GaugeProps) {
  const { chartTheme } = useDashboard();
  const { field } = value;
  const shown = displayValue(value.value, field, context);
  const { min, max } = rangeOf(field, all);
  const { width } = cell;
  const line = Math.round(chartTheme.fontSize * 1.6);
  // A name takes no more than a quarter of the room of its value.
  const name = hasName && cell.height > line * 4 ? value.name : "";
  const height = cell.height - (name === "" ? 0 : line);
  const size = useMemo(() => ({ width, height }), [width, height]);
  const option = useMemo(() => {
    const steps = field.settings.thresholds === undefined ? [] : absoluteSteps(field.settings.thresholds, { min, max });
    return gaugeOption({
      value: typeof value.value === "number" ? value.value : Number.NaN,
      min,
      max,
      color: shown.color ?? plainColor,
      track: chartTheme.grid,
      steps: hasMarkers ? steps.map(({ from, color }) => ({ from, color: cssColor(color, context.theme) })) : [],
      size,
    });
  }, [value.value, field, min, max, shown.color, plainColor, chartTheme, hasMarkers, context.theme, size]);
  const format = { ...context, unit: field.settings.unit, decimals: field.settings.decimals };
  const written = gaugeText(value.value, shown, format, { hole: gaugeHole(size), least: chartTheme.fontSize });
  return (
    <div className="v-gauge">
      <ChartCanvas
        kind="gauge"
        label={hasName ? value.name : title}
        summary={`${shown.line}, ${String(min)} – ${String(max)}`}
        option={option}
        size={size}
        pointAt={() => ({ content: { title: "", rows: [{ name: name || title, value: shown.line }] } })}
      />
      <div className="v-gauge-text" style={textStyle(shown, size, written)}>
        <span className="v-gauge-value" data-stacked={written.isStacked || undefined}>
          <ValueParts shown={written} />
        </span>
      </div>
      {name !== "" && <span className="v-stat-name">{name}</span>}
      <ValueLinks name={value.name || title} links={valueLinks(value, shown, scope)} />
    </div>
  );
}

function textStyle({ color }: DisplayValue, size: Size, { fontSize, unitSize }: GaugeText): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    ...(color !== undefined && { "--v-value": color }),
    height: size.height,
    "--v-hole": `${gaugeHole(size)}px`,
    "--v-gauge-size": `${fontSize.toFixed(1)}px`,
    "--v-gauge-unit": `${unitSize.toFixed(1)}px`,
  };
  return style;
}
