import { useMemo } from "react";
import { dashboardMessages } from "../../messages.ts";
import { flagOf, objectOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas, type ChartPoint } from "../chart-canvas.tsx";
import { valueLinks } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { legendFontSize } from "../time-series/legend-room.ts";
import { MOST_TOOLTIP_ROWS, type TooltipWish, tooltipWish } from "../tooltip-wish.ts";
import { useFocusToScroll } from "../use-focus-to-scroll.ts";
import { useWholeEntries } from "../use-whole-entries.ts";
import {
  fittingColumns,
  pieColumns,
  pieLabels,
  pieLegend,
  pieOption,
  pieRoom,
  type Slice,
  slicesOf,
} from "./pie-slices.ts";
import "../time-series/legend.css";
import "./other.css";

/** Shares of a whole. */
export function PiePanel({ panel: { options }, title, frames, span, size, scope }: PanelBodyProps) {
  const { theme, chartTheme, timeZone, isWall } = useDashboard();
  const slices = useMemo(
    () => slicesOf(frames, options, { theme, chartTheme, timeZone, now: span.to }),
    [frames, options, theme, chartTheme, timeZone, span.to],
  );
  const legend = objectOf(options["legend"]);
  const isListed = flagOf(legend["showLegend"], true) && legend["displayMode"] !== "hidden";
  const hasLegend = isListed && slices.length > 0;
  const fontSize = legendFontSize(isWall, chartTheme.fontSize);
  const room = hasLegend ? { ...pieLegend(slices, legend, fontSize), scrolls: !isWall } : undefined;
  const { isBeside, chart } = pieRoom(size, room);
  const isDonut = options["pieType"] === "donut";
  const { width, height } = chart;
  const fitting = room === undefined ? 0 : fittingColumns(room, isBeside ? size.width - width : size.width);
  const option = useMemo(
    () => pieOption(slices, { isDonut, labels: pieLabels(options), chartTheme, size: { width, height } }),
    [slices, isDonut, options, chartTheme, width, height],
  );
  if (slices.length === 0) return <NoData />;
  return (
    <div className="v-pie" data-legend={isBeside ? "right" : "bottom"}>
      <ChartCanvas
        kind="pie"
        label={title}
        summary={slices.map(({ name, text, share }) => `${name}: ${text}, ${share}`).join(". ")}
        option={option}
        size={chart}
        pointAt={(_, item) => pointOfSlice(slices, item, { title, told: tooltipWish(options), scope })}
      />
      {hasLegend && <PieLegend slices={slices} columns={pieColumns(legend).slice(0, fitting)} size={size} />}
    </div>
  );
}

interface PieLegendProps {
  readonly slices: readonly Slice[];
  readonly columns: ReturnType<typeof pieColumns>;
  /** Of the panel. */
  readonly size: PanelBodyProps["size"];
}

function PieLegend({ slices, columns, size }: PieLegendProps) {
  const { box, shown } = useWholeEntries<HTMLUListElement>(slices.length, size);
  useFocusToScroll(box);
  return (
    <ul className="v-pie-legend" ref={box} data-columns={columns.length}>
      {slices.slice(0, shown).map(({ key, name, color, hatch, ...texts }) => (
        <li key={key}>
          <span className="v-pie-dot" data-hatch={hatch || undefined} style={{ color }} />
          <span className="v-legend-text" title={name}>
            {name}
          </span>
          {columns.map((column) => (
            <span key={column} className="v-pie-value">
              {texts[column]}
            </span>
          ))}
        </li>
      ))}
      {shown < slices.length && <li className="v-legend-left">+{slices.length - shown}</li>}
    </ul>
  );
}

/** What a part says of itself, or of all, as the panel's options ask; nothing for `none`. */
function pointOfSlice(
  slices: readonly Slice[],
  at: number,
  { title, told, scope }: PieTelling,
): ChartPoint | undefined {
  const here = slices[at];
  if (here === undefined || told.mode === "none") return undefined;
  const chosen = told.mode === "single" ? [here] : inOrder(slices, told.order);
  const rows = chosen.slice(0, MOST_TOOLTIP_ROWS).map((slice) => ({
    name: slice.name,
    value: `${slice.text} · ${slice.share}`,
    color: slice.color,
    isStrong: told.mode === "multi" && slice === here,
  }));
  const left = chosen.length - rows.length;
  const note = left > 0 ? { note: dashboardMessages.chart.more(left) } : {};
  return { content: { title, rows, ...note }, links: valueLinks(here.of, here.shown, scope) };
}

interface PieTelling {
  readonly title: string;
  readonly told: TooltipWish;
  readonly scope: Scope;
}

/** Parts come from the largest to the smallest. */
function inOrder(slices: readonly Slice[], order: TooltipWish["order"]): readonly Slice[] {
  return order === "asc" ? slices.toReversed() : slices;
}
