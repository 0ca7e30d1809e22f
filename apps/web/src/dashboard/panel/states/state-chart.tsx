import { type ChartTheme, type PointPlace, placeByKey, widestText } from "@vedette/chart/core";
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from "react";
import { dashboardMessages } from "../../messages.ts";
import type { DataLink } from "../../model/dashboard-document.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { actOfKey } from "../chart-keys.ts";
import { withLinks } from "../link-note.ts";
import { usePanelActs } from "../panel-acts.ts";
import { hideTooltip, lineOf, showTooltip, type TooltipContent } from "../time-series/tooltip.ts";
import { asksForTab, MIDDLE, useDataLinks } from "../use-data-links.tsx";
import { useFirstTap } from "../use-first-tap.ts";
import { BESIDE_TEXT, placeSpans, type StateLayout, textOn, wallFill } from "./state-layout.ts";
import type { StateRow, StateSpan } from "./state-rows.ts";
import "../chart-canvas.css";

interface StateChartProps {
  readonly label: string;
  readonly rows: readonly StateRow[];
  readonly layout: StateLayout;
  readonly size: Size;
  /** Pixels between two bars. */
  readonly gap: number;
  readonly hasTexts: boolean;
  readonly linksOf: (row: StateRow, span: StateSpan) => readonly DataLink[];
}

/** The bars themselves; arrows walk from state to state. */
export function StateChart({ label, rows, layout, size, gap, hasTexts, linksOf }: StateChartProps) {
  const { chartTheme, timeZone, isWall } = useDashboard();
  const acts = usePanelActs();
  const figure = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<PointPlace>();
  const { follow, menu } = useDataLinks();
  const taps = useFirstTap(figure);
  const id = useId();
  const { fontSize, font, label: labelColor, text: textColor } = chartTheme;
  const placed = rows.map((row, at) => placeSpans(row, at, layout, { gap, fontSize }));
  const pointed = place === undefined ? undefined : placed[place.series]?.[place.point];
  const row = rows[place?.series ?? -1];
  const contentOf = (row: StateRow, { from, to, text, color }: StateSpan): TooltipContent => ({
    title: `${dateTimeText(from, timeZone)} – ${dateTimeText(to, timeZone)}`,
    rows: [{ name: row.name, value: text, color }],
  });
  const show = (of: StateRow, span: StateSpan, at: { readonly x: number; readonly y: number }) =>
    showTooltip(figure, withLinks(contentOf(of, span), linksOf(of, span)), at);
  /** @returns whether the key meant something here */
  const walk = (key: string, box: DOMRect): boolean => {
    const counts = rows.map(({ spans }) => spans.length);
    const next = placeByKey(key, place, counts);
    const [to, at] = [rows[next?.series ?? -1], placed[next?.series ?? -1]?.[next?.point ?? -1]];
    if (to === undefined || at === undefined) return false;
    setPlace(next);
    show(to, at.span, { x: box.left + at.x, y: box.top + at.y });
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const act = actOfKey(event.key, pointed !== undefined);
    if (act === "table") acts?.openData();
    else if (act === "leave") leave();
    else if (act === "follow" && row !== undefined && pointed !== undefined) {
      const at = { x: box.left + pointed.x, y: box.top + pointed.y };
      follow(linksOf(row, pointed.span), at, asksForTab(event.nativeEvent));
    } else if (!walk(event.key, box)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const tap = (of: StateRow | undefined, span: StateSpan, { clientX, clientY, nativeEvent }: MouseEvent) => {
    if (of === undefined) return;
    const at = { x: clientX, y: clientY };
    if (!isWall && taps.isFirst(`${of.key} ${span.from}`)) show(of, span, at);
    else follow(linksOf(of, span), at, asksForTab(nativeEvent));
  };
  const pressMiddle = (of: StateRow | undefined, span: StateSpan, event: MouseEvent) => {
    const links = of === undefined || event.button !== MIDDLE ? [] : linksOf(of, span);
    if (links.length === 0) return;
    // Otherwise some browsers begin to scroll.
    event.preventDefault();
    if (event.type === "auxclick") follow(links, { x: event.clientX, y: event.clientY }, true);
  };
  const leave = () => {
    setPlace(undefined);
    hideTooltip(figure);
  };

  return (
    <figure
      ref={figure}
      className="v-chart v-states-chart"
      style={{ height: size.height }}
      aria-label={label}
      aria-describedby={id}
      tabIndex={isWall ? -1 : 0}
      onKeyDown={press}
      onBlur={leave}
    >
      <svg width={size.width} height={layout.height} aria-hidden fontFamily={font} fontSize={fontSize}>
        {layout.ticks.map(({ value, x }) => (
          <line key={value} x1={x} x2={x} y1={0} y2={layout.rowHeight * rows.length} stroke={chartTheme.grid} />
        ))}
        {rows.map(({ key, name }, at) => (
          <text
            key={key}
            x={layout.nameEnd}
            y={layout.rowHeight * (at + 0.5)}
            fill={labelColor}
            textAnchor="end"
            dominantBaseline="central"
          >
            {shortened(name, layout.nameEnd, chartTheme)}
          </text>
        ))}
        {placed.flatMap((spans, at) =>
          spans.map(({ x, y, width, span, hasRoom }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: arrows and Enter on the figure do the same
            <g
              key={`${rows[at]?.key} ${span.from}`}
              onPointerMove={({ clientX, clientY }) => {
                const of = rows[at];
                if (of !== undefined && !isWall) show(of, span, { x: clientX, y: clientY });
              }}
              onPointerLeave={({ pointerType }) => {
                if (pointerType !== "touch") hideTooltip(figure);
              }}
              onClick={(event) => tap(rows[at], span, event)}
              onMouseDown={(event) => pressMiddle(rows[at], span, event)}
              onAuxClick={(event) => pressMiddle(rows[at], span, event)}
            >
              <rect
                x={x}
                y={y}
                width={width}
                height={layout.barHeight}
                rx={Math.min(2, width / 4)}
                fill={isWall ? wallFill(span.color) : span.color}
              />
              {hasTexts && hasRoom && (
                <text
                  x={x + BESIDE_TEXT * fontSize}
                  y={y + layout.barHeight / 2}
                  fill={textOn(span.color)}
                  dominantBaseline="central"
                  fontWeight={600}
                >
                  {span.text}
                </text>
              )}
            </g>
          )),
        )}
        {pointed !== undefined && (
          <rect
            x={pointed.x}
            y={pointed.y}
            width={pointed.width}
            height={layout.barHeight}
            fill="none"
            stroke={textColor}
            strokeWidth={2}
          />
        )}
        {layout.ticks.map(({ value, label: text, x }) => (
          <text key={value} x={x} y={layout.height - fontSize * 0.4} fill={labelColor} textAnchor="middle">
            {text}
          </text>
        ))}
      </svg>
      <p id={id} className="v-hidden">
        {rows.map(({ name, spans }) => dashboardMessages.chart.lastState(name, spans.at(-1)?.text ?? "–")).join(" ")}
      </p>
      <p className="v-hidden" role="status">
        {row !== undefined && pointed !== undefined && lineOf(contentOf(row, pointed.span))}
      </p>
      {menu}
    </figure>
  );
}

/** As much of a name as fits, letters of any script. */
function shortened(name: string, room: number, { font, fontSize }: ChartTheme): string {
  const wide = widestText([name], font, fontSize);
  if (wide <= room) return name;
  const letters = [...name].slice(0, Math.ceil((name.length * room) / wide));
  while (letters.length > 1 && widestText([`${letters.join("")}…`], font, fontSize) > room) letters.pop();
  return `${letters.join("")}…`;
}
