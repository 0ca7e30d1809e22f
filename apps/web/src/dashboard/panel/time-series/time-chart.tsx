import {
  type Cursor,
  createTimeSeries,
  type Series,
  samplesAt,
  type TimeSeries,
  type TimeSeriesLook,
} from "@vedette/chart/core";
import { useCalmText } from "@vedette/chart/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { DataLink } from "../../model/dashboard-document.ts";
import { fixedRange, type Span, zoomOutSpan } from "../../model/time/time-range.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { actOfKey } from "../chart-keys.ts";
import { usePanelActs } from "../panel-acts.ts";
import { useWaitIn } from "../panel-wait.ts";
import { asksForTab, MIDDLE, useDataLinks } from "../use-data-links.tsx";
import { type KeyPlace, placeOfKey } from "./key-cursor.ts";
import { useNeighbours } from "./neighbours.ts";
import { hideTooltip, isTooltipOf, lineOf, showTooltip, type TooltipContent } from "./tooltip.ts";

interface TimeChartProps {
  /** What the chart is called. */
  readonly label: string;
  /** The same in words. */
  readonly summary: string;
  readonly series: readonly Series[];
  readonly look: TimeSeriesLook;
  readonly span: Span;
  readonly size: Size;
  /** The series that stands out. */
  readonly focus?: string | undefined;
  readonly tooltip: (cursor: Cursor) => TooltipContent | undefined;
  /** Where a sample of a series leads. */
  readonly linksAt: (series: number, sample: number) => readonly DataLink[];
  /** Where a single observation leads. */
  readonly linksOfMark: (mark: number) => readonly DataLink[];
  /** Somebody says what happened at a moment, or in a range; nothing where nobody may. */
  readonly onAnnotate: ((from: number, to: number) => void) | undefined;
}

/** A time chart that keeps its canvas for its whole life; only what changed is given to it. */
export function TimeChart(props: TimeChartProps) {
  const { label, summary, series, look, span, size, focus, tooltip, linksAt, linksOfMark, onAnnotate } = props;
  const { chartTheme, cursors, onRange, isWall } = useDashboard();
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<TimeSeries>(undefined);
  const pointed = useRef<Cursor>(undefined);
  /** Where a finger was told what it points at. */
  const tapped = useRef<Pressed>(undefined);
  const keyPlace = useRef<KeyPlace>(undefined);
  const pressed = useRef<Pressed>(undefined);
  const acts = usePanelActs();
  const { follow, menu } = useDataLinks();
  const [said, setSaid] = useState("");
  const [isDrawn, setDrawn] = useState(false);
  useWaitIn(!isDrawn);
  const id = useId();
  const calmSummary = useCalmText(summary);

  const contentAt = (time: number, nearest: number) =>
    tooltip({ ...samplesAt(series, time), nearest, pointer: undefined });
  const askNeighbours = useNeighbours({ element, label, contentAt: (time) => contentAt(time, -1) });
  const show = useEffectEvent((cursor: Cursor | undefined) => {
    pointed.current = cursor;
    if (cursor === undefined) tapped.current = undefined;
    const content = cursor === undefined || isWall ? undefined : tooltip(cursor);
    if (cursor?.pointer === undefined || content === undefined || isSilent(content)) hideTooltip(element);
    else showTooltip(element, { ...content, sections: askNeighbours(cursor.time) }, cursor.pointer);
  });
  const select = useEffectEvent((from: number, to: number) => onRange?.(fixedRange({ from, to })));
  const linksHere = () => {
    const { nearest = -1, indices = [], mark = -1 } = pointed.current ?? {};
    if (nearest < 0) return [];
    return mark >= 0 ? linksOfMark(mark) : linksAt(nearest, indices[nearest] ?? -1);
  };
  const mark = useEffectEvent((from: number, to: number) => {
    // What leads somewhere opens there in a tab of its own, as any link does.
    if (from !== to || linksHere().length === 0) onAnnotate?.(from, to);
  });
  const zoomOut = useEffectEvent(() => {
    // The first of both presses has led elsewhere already.
    if (linksHere().length === 0) onRange?.(fixedRange(zoomOutSpan(span)));
  });
  const create = useEffectEvent((dom: HTMLElement) =>
    createTimeSeries(dom, {
      // Asking the element would lay out the page once for each panel.
      ...size,
      series,
      range: span,
      look,
      theme: chartTheme,
      onCursor: (cursor) => show(cursor),
      onZoomOut: () => zoomOut(),
      onDraw: () => setDrawn(true),
      ...(onAnnotate === undefined ? {} : { onMark: (from: number, to: number) => mark(from, to) }),
      ...(onRange === undefined ? {} : { onSelect: (from: number, to: number) => select(from, to) }),
    }),
  );

  useEffect(() => {
    if (element.current === null) return undefined;
    const made = create(element.current);
    chart.current = made;
    cursors?.add(made);
    return () => {
      cursors?.remove(made);
      hideTooltip(element);
      made.dispose();
      chart.current = undefined;
    };
  }, [cursors]);
  useEffect(() => chart.current?.setData(series), [series]);
  useEffect(() => chart.current?.setLook(look), [look]);
  useEffect(() => chart.current?.setRange(span.from, span.to), [span]);
  useEffect(() => chart.current?.setTheme(chartTheme), [chartTheme]);
  useEffect(() => chart.current?.focus(focus), [focus]);
  useEffect(() => chart.current?.resize(size.width, size.height), [size]);

  const showAt = (place: KeyPlace, box: DOMRect) => {
    keyPlace.current = place;
    chart.current?.showCursor(place.time);
    const content = contentAt(place.time, place.series);
    setSaid(content === undefined ? "" : lineOf(onlyStrong(content)));
    if (content === undefined || isSilent(content)) hideTooltip(element);
    else showTooltip(element, content, { x: box.left + shareOf(place.time, span) * box.width, y: box.top });
  };
  /** @returns whether the key meant something here */
  const walk = (key: string, box: DOMRect): boolean => {
    const place = placeOfKey(key, series, keyPlace.current);
    if (place !== undefined) showAt(place, box);
    return place !== undefined;
  };
  const press = (event: KeyboardEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const now = keyPlace.current;
    const act = actOfKey(event.key, now !== undefined);
    if (event.key === "a" && now !== undefined && onAnnotate !== undefined) onAnnotate(now.time, now.time);
    else if (act === "table") acts?.openData();
    else if (act === "leave") leave();
    else if (act === "follow" && now !== undefined) {
      const at = { x: box.left + shareOf(now.time, span) * box.width, y: box.top };
      follow(linksAt(now.series, now.sample), at, asksForTab(event.nativeEvent));
    } else if (!walk(event.key, box)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = () => {
    keyPlace.current = undefined;
    setSaid("");
    chart.current?.showCursor(undefined);
    hideTooltip(element);
  };
  /** A finger sees what it points at, and where that leads, before it goes there. */
  const isFirstTap = (x: number, y: number): boolean => {
    const before = tapped.current;
    if (pressed.current?.isTouch !== true || !isTooltipOf(element)) return false;
    tapped.current = { x, y, isTouch: true };
    return before === undefined || Math.hypot(before.x - x, before.y - y) > FINGER;
  };
  const pointAndPress = ({ clientX: x, clientY: y, nativeEvent }: MouseEvent) => {
    // The end of a drag is a press, too, but of another place.
    const isDrag = Math.abs(x - (pressed.current?.x ?? x)) >= DRAG;
    const isMark = onAnnotate !== undefined && asksForTab(nativeEvent) && linksHere().length === 0;
    if (isDrag || isMark || isFirstTap(x, y)) return;
    follow(linksHere(), { x, y }, asksForTab(nativeEvent));
  };

  const pressMiddle = (event: MouseEvent) => {
    const links = event.button === MIDDLE ? linksHere() : [];
    if (links.length === 0) return;
    // Otherwise some browsers begin to scroll.
    event.preventDefault();
    if (event.type === "auxclick") follow(links, { x: event.clientX, y: event.clientY }, true);
  };

  return (
    <figure
      className="v-chart"
      aria-label={label}
      aria-describedby={id}
      tabIndex={isWall ? -1 : 0}
      onKeyDown={press}
      onBlur={leave}
      onPointerDown={({ clientX: x, clientY: y, pointerType }) => {
        pressed.current = { x, y, isTouch: pointerType === "touch" };
      }}
      onClick={pointAndPress}
      onMouseDown={pressMiddle}
      onAuxClick={pressMiddle}
    >
      <div className="v-chart-canvas" ref={element} style={{ width: size.width, height: size.height }} />
      <p id={id} className="v-hidden">
        {calmSummary}
      </p>
      <p className="v-hidden" role="status">
        {said}
      </p>
      {menu}
    </figure>
  );
}

/** A press of a pointer, viewport pixels. */
interface Pressed {
  readonly x: number;
  readonly y: number;
  readonly isTouch: boolean;
}

/** Pixels from which on a press has been a drag. */
const DRAG = 6;
/** Pixels within which a finger means the same place again. */
const FINGER = 24;

function shareOf(time: number, { from, to }: Span): number {
  return Math.min(1, Math.max(0, (time - from) / (to - from || 1)));
}

/** Of several series the one that the keys stand at. */
function onlyStrong(content: TooltipContent): TooltipContent {
  const strong = content.rows.filter(({ isStrong }) => isStrong === true);
  return strong.length === 0 ? content : { ...content, rows: strong };
}

function isSilent({ rows, events = [] }: TooltipContent): boolean {
  return rows.length === 0 && events.length === 0;
}
