import { type CSSProperties, useMemo, useRef } from "react";
import { letterScale, rem } from "../../../style/letter-scale.ts";
import { type DisplayValue, displayValue } from "../../model/field/display-value.ts";
import { reduceValues } from "../../model/field/reducer.ts";
import { type ValueText, valueLine } from "../../model/field/value-text.ts";
import { flagOf, numberOf, objectOf, oneOf, textOf } from "../../model/json.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { valueLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { useFocusToScroll } from "../use-focus-to-scroll.ts";
import { ValueLinks } from "../value-links.tsx";
import { isNamedAlone, type ReducedValue, reducedValues } from "./reduced-values.ts";
import { Sparkline } from "./sparkline.tsx";
import { cellSize, gridStyle, valueGrid } from "./value-grid.ts";
import "./stat.css";

/** Large numbers. */
export function StatPanel({ panel, title, frames, span, size, scope }: PanelBodyProps) {
  const { options } = panel;
  const { theme, timeZone, isWall } = useDashboard();
  const list = useRef<HTMLUListElement>(null);
  useFocusToScroll(list);
  const values = useMemo(() => reducedValues(frames, options), [frames, options]);
  if (values.length === 0) return <NoData />;
  const textMode = oneOf(options["textMode"], TEXT_MODES, "auto");
  const hasNames =
    textMode === "value_and_name" || (textMode === "auto" && (values.length > 1 || isNamedAlone(panel, title)));
  const scale = isWall ? 0 : letterScale();
  const least = (hasNames ? LEAST_NAMED : LEAST_VALUE) * scale;
  const grid = valueGrid(values.length, size, textOf(options["orientation"], "auto"), LEAST_WIDTH * scale);
  const context = { theme, timeZone, now: span.to };
  const all = values.map((value) => ({ value, shown: displayValue(value.value, value.field, context) }));
  const letters = Math.max(LEAST_LETTERS, ...all.map(({ value, shown }) => writtenOf(value, shown, textMode).length));
  const hasChange = flagOf(options["showPercentChange"], false);
  const change = hasChange ? Math.max(...values.map(lettersOfChange)) : 0;
  return (
    <ul className="v-values" style={gridStyle(grid, least)} data-scrolls={!isWall || undefined} ref={list}>
      {all.map(({ value, shown }) => (
        <li key={value.key}>
          <Stat
            value={value}
            shown={shown}
            title={title}
            textMode={textMode}
            hasName={hasNames}
            letters={letters}
            change={change}
            options={options}
            span={span}
            cell={cellSize(grid, size, least)}
            scope={scope}
          />
        </li>
      ))}
    </ul>
  );
}

/** CSS pixels in usual letters, below which a number, and one with its name, cannot be read: then the rest is scrolled to. */
const LEAST_VALUE = 14;
const LEAST_NAMED = 28;
const LEAST_WIDTH = 44;
const LEAST_WITH_COURSE = 64;
/** A single digit is no larger than a short number. */
const LEAST_LETTERS = 4;

interface StatProps extends Pick<PanelBodyProps, "title" | "span" | "scope"> {
  readonly value: ReducedValue;
  readonly shown: DisplayValue;
  readonly textMode: (typeof TEXT_MODES)[number];
  readonly hasName: boolean;
  /** Of the longest text in the panel: all are written in the size that fits it. */
  readonly letters: number;
  /** Of the longest change, in letters of the number that it stands beside. */
  readonly change: number;
  readonly options: PanelBodyProps["panel"]["options"];
  readonly cell: PanelBodyProps["size"];
}

const COLOR_MODES = ["value", "background", "background_solid", "none"] as const;
const TEXT_MODES = ["auto", "value", "value_and_name", "name", "none"] as const;

/** The times of the course behind a value, where there is room for one; a single value has none. */
function timesOfCourse(
  { field, time }: StatProps["value"],
  options: StatProps["options"],
  { height }: StatProps["cell"],
) {
  const isWanted = oneOf(options["graphMode"], ["area", "line", "none"], "area") !== "none";
  return isWanted && height >= LEAST_WITH_COURSE * letterScale() && field.values.length > 1 ? time : undefined;
}

function writtenOf({ name }: ReducedValue, { before, text, unit }: DisplayValue, textMode: StatProps["textMode"]) {
  return textMode === "name" ? name : `${before}${text}${unit}`;
}

function Stat({ value, shown, title, textMode, hasName, letters, change, options, span, cell, scope }: StatProps) {
  const sizes = useTextSizes(options);
  const colorMode = oneOf(options["colorMode"], COLOR_MODES, "value");
  const time = timesOfCourse(value, options, cell);
  const color = shown.color === undefined || shown.color === "transparent" ? undefined : shown.color;
  return (
    <div
      className="v-stat"
      data-color={color === undefined ? "none" : colorMode}
      data-align={oneOf(options["justifyMode"], ["auto", "center"], "auto")}
      data-graph={time !== undefined || undefined}
      style={styleOf(color, { letters, change })}
    >
      {time !== undefined && (
        <Sparkline field={value.field} time={time} color={color} span={span} size={cell} label={title} />
      )}
      {hasName && (
        <span className="v-stat-name" style={sizeOf(sizes["titleSize"])}>
          {value.name}
        </span>
      )}
      {textMode !== "none" && (
        <span className="v-stat-value" style={sizeOf(sizes["valueSize"])}>
          {textMode === "name" ? value.name : <ValueParts shown={shown} />}
          {flagOf(options["showPercentChange"], false) && <Change value={value} colors={changeColors(options)} />}
        </span>
      )}
      <ValueLinks name={value.name || title} links={valueLinks(value, shown, scope)} />
    </div>
  );
}

interface ValuePartsProps {
  readonly shown: ValueText;
}

/** The number large, what stands around it small. */
export function ValueParts({ shown: { before, text, unit } }: ValuePartsProps) {
  return (
    <>
      {before !== "" && <span className="v-stat-unit">{before}</span>}
      {text}
      {unit !== "" && <span className="v-stat-unit">&thinsp;{unit}</span>}
    </>
  );
}

const CHANGE_COLORS = ["standard", "inverted", "same_as_value"] as const;

function changeColors(options: StatProps["options"]) {
  return oneOf(options["percentChangeColorMode"], CHANGE_COLORS, "standard");
}

interface ChangeProps extends Pick<StatProps, "value"> {
  /** Whether more is good, bad, or neither. */
  readonly colors: ReturnType<typeof changeColors>;
}

function Change({ value, colors }: ChangeProps) {
  const change = changeOf(value);
  if (change === undefined) return null;
  return (
    <span className="v-stat-change" data-colors={colors} data-direction={change.direction}>
      {change.text}
    </span>
  );
}

/** From the first value to the last; `undefined` where there is none. */
function changeOf({ field }: ReducedValue) {
  const share = reduceValues("diffperc", Array.from(field.values));
  if (typeof share !== "number" || !Number.isFinite(share)) return undefined;
  const direction = share > 0 ? "up" : share < 0 ? "down" : "none";
  return {
    direction,
    text: `${CHANGE_MARKS[direction]} ${valueLine(Math.abs(share), { unit: "percentunit" })}`,
  } as const;
}

const CHANGE_MARKS = { up: "▲", down: "▼", none: "=" } as const;

/** What a change takes beside a number, in letters of that: those of `stat.css`, and the gap before them. */
function lettersOfChange(value: ReducedValue): number {
  const change = changeOf(value);
  return change === undefined ? 0 : 0.85 + 0.36 * change.text.length;
}

/** Pixels for a desk; a wall knows better what is seen from afar. */
function useTextSizes(options: StatProps["options"]) {
  const { isWall } = useDashboard();
  return isWall ? {} : objectOf(options["text"]);
}

function sizeOf(pixels: unknown): CSSProperties {
  const fontSize = numberOf(pixels);
  return fontSize === undefined || fontSize <= 0 ? {} : { fontSize: rem(fontSize) };
}

function styleOf(color: string | undefined, { letters, change }: Pick<StatProps, "letters" | "change">): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, string | number> = { "--v-chars": letters, "--v-change": change };
  if (color !== undefined) style["--v-value"] = color;
  return style;
}
