import { type CSSProperties, useMemo } from "react";
import { letterScale, rem } from "../../../style/letter-scale.ts";
import { displayValue } from "../../model/field/display-value.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { valueLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { legendFontSize } from "../time-series/legend-room.ts";
import { useBelow } from "../use-below.ts";
import { useWholeEntries } from "../use-whole-entries.ts";
import { ValueLinks } from "../value-links.tsx";
import { type BarGaugeLook, barGaugeLook } from "./bar-gauge-look.ts";
import { nameColors } from "./name-colors.ts";
import { isNamedAlone, rangeOf, reducedValues } from "./reduced-values.ts";
import "./stat.css";
import "./gauge.css";

/** Values as bars of a range, each with its name and number. */
export function BarGaugePanel({ panel, title, frames, span, size, scope }: PanelBodyProps) {
  const { options } = panel;
  const { theme, timeZone, chartTheme, isWall } = useDashboard();
  const values = useMemo(() => reducedValues(frames, options), [frames, options]);
  const { box, shown: whole } = useWholeEntries<HTMLUListElement>(values.length, size);
  const below = useBelow(box);
  if (values.length === 0) return <NoData />;
  const wallFont = isWall ? legendFontSize(isWall, chartTheme.fontSize) : undefined;
  const room = isWall ? size : inUsualLetters(size);
  const context = { theme, timeZone, now: span.to };
  const letters = longestOf(values.map(({ value, field }) => displayValue(value, field, context).line));
  const look = barGaugeLook(options, { ...room, count: values.length, letters, wallFont });
  const plainColor = nameColors(values, chartTheme);
  const isNamed = values.length > 1 || isNamedAlone(panel, title) || look.names !== "auto";
  return (
    <div className="v-bars-room">
      <ul
        className="v-bars"
        ref={box}
        data-direction={look.direction}
        data-names={look.names}
        data-columns={look.columns > 1 ? look.columns : undefined}
        data-compact={look.isCompact || undefined}
        data-tight={look.isTight || undefined}
        style={gridStyle(look, letters)}
      >
        {values.slice(0, whole).map((value) => {
          const shown = displayValue(value.value, value.field, context);
          const { min, max } = rangeOf(value.field, values);
          const share = typeof value.value === "number" ? (value.value - min) / (max - min) : 0;
          return (
            <li key={value.key} style={barStyle(shown.color ?? plainColor(value), share)}>
              {isNamed && look.names !== "hidden" && (
                <span className="v-bar-name" title={value.name}>
                  {value.name}
                </span>
              )}
              <span className="v-bar-track" data-unfilled={options["showUnfilled"] !== false || undefined} aria-hidden>
                <span className="v-bar-fill" data-mode={look.mode} />
              </span>
              {look.hasValue && (
                <span
                  className="v-bar-value"
                  data-plain={shown.color === undefined || undefined}
                  title={look.isTight ? shown.line : undefined}
                >
                  {shown.line}
                </span>
              )}
              <ValueLinks name={value.name || title} links={valueLinks(value, shown, scope)} />
            </li>
          );
        })}
        {whole < values.length && <li className="v-legend-left">+{values.length - whole}</li>}
      </ul>
      {below > 0 && (
        <span className="v-bars-below" aria-hidden>
          +{below}
        </span>
      )}
    </div>
  );
}

/** Every length of the bars grows with the letters: what is left of a panel in those of the usual size. */
function inUsualLetters({ width, height }: Size): Size {
  const scale = letterScale();
  return { width: width / scale, height: height / scale };
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 1);
}

/** Names above the bars want a line of their own. */
function gridStyle({ thickness, direction, names, columns }: BarGaugeLook, letters: number): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, number> = {
    "--v-chars": letters,
    ...(columns > 1 && { "--v-columns": columns }),
  };
  if (thickness === undefined) return style;
  const above = names === "top" ? 18 : 0;
  const [least, most] = thickness;
  const widest = most === Number.POSITIVE_INFINITY ? "1fr" : rem(most + above);
  const room = `minmax(${rem(least + above)}, ${widest})`;
  return { ...style, ...(direction === "vertical" ? { gridAutoColumns: room } : { gridAutoRows: room }) };
}

function barStyle(color: string, share: number): CSSProperties {
  const percent = `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`;
  const style: CSSProperties & Record<`--${string}`, string> = { "--v-value": color, "--v-share": percent };
  return style;
}
