import {
  type Chart,
  type ChartKind,
  type ChartOption,
  init,
  loadChartKind,
  observeKeyboard,
} from "@vedette/chart/core";
import { useCalmText } from "@vedette/chart/react";
import { type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { DataLink } from "../model/dashboard-document.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import type { Size } from "../view/use-size.ts";
import { withLinks } from "./link-note.ts";
import { usePanelActs } from "./panel-acts.ts";
import { useWaitIn } from "./panel-wait.ts";
import { hideTooltip, lineOf, showTooltip, type TooltipContent } from "./time-series/tooltip.ts";
import { asksForTab, MIDDLE, useDataLinks } from "./use-data-links.tsx";
import { useFirstTap } from "./use-first-tap.ts";
import "./chart-canvas.css";

/** What one point of a chart says, and where it leads. */
export interface ChartPoint {
  readonly content: TooltipContent;
  readonly links?: readonly DataLink[];
}

interface ChartCanvasProps {
  readonly label: string;
  /** The same in words. */
  readonly summary: string;
  readonly kind: ChartKind;
  readonly option: ChartOption;
  readonly size: Size;
  /** By the place of a series in the option, and that of its item. */
  readonly pointAt: (series: number, item: number) => ChartPoint | undefined;
}

/** A chart without a time axis. One canvas for its whole life; arrows walk through its points, T shows them as a table. */
export function ChartCanvas({ label, summary, kind, option, size, pointAt }: ChartCanvasProps) {
  const { isWall } = useDashboard();
  const acts = usePanelActs();
  const figure = useRef<HTMLElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(undefined);
  const [isReady, setReady] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  useWaitIn(!isDrawn);
  const [said, setSaid] = useState("");
  const { follow, menu } = useDataLinks();
  const taps = useFirstTap(figure);
  const linksHere = useRef<readonly DataLink[]>([]);
  const id = useId();
  const calmSummary = useCalmText(summary);
  const { width, height } = size;

  const point = useEffectEvent((params: PointParams, isOver: boolean) => {
    const found = isOver ? pointAt(params.seriesIndex ?? 0, params.dataIndex) : undefined;
    const isByKey = params.viaKeyboard === true;
    if (isByKey) setSaid(found === undefined ? "" : lineOf(found.content));
    if (!isOver) taps.forget();
    linksHere.current = found?.links ?? [];
    if (found === undefined) hideTooltip(figure);
    else showTooltip(figure, withLinks(found.content, found.links ?? []), placeOf(params, element.current));
  });
  const press = useEffectEvent((params: PointParams) => {
    const links = pointAt(params.seriesIndex ?? 0, params.dataIndex)?.links ?? [];
    const isByKey = params.viaKeyboard === true;
    if (!isByKey && taps.isFirst(`${params.seriesIndex} ${params.dataIndex}`)) return;
    follow(links, placeOf(params, element.current), asksForTab(params.event.event));
  });
  const pressMiddle = (event: MouseEvent) => {
    if (event.button !== MIDDLE || linksHere.current.length === 0) return;
    // Otherwise some browsers begin to scroll.
    event.preventDefault();
    if (event.type === "auxclick") follow(linksHere.current, { x: event.clientX, y: event.clientY }, true);
  };
  const openData = useEffectEvent(() => acts?.openData());

  useEffect(() => {
    const fail = (error: unknown) =>
      // Thrown while React draws, it reaches the boundary around.
      setReady(() => {
        throw error;
      });
    loadChartKind(kind).then(() => setReady(true), fail);
  }, [kind]);

  useEffect(() => {
    // A chart knows only the kinds that were there when it was made.
    if (!isReady || element.current === null || figure.current === null) return undefined;
    const made = init(element.current);
    chart.current = made;
    if (!isWall) {
      observeKeyboard(made, { element: figure.current, onTable: () => openData() });
      made.listen(["mouseover", "mousemove"], (params) => point(params, true));
      made.listen("mouseout", (params) => point(params, false));
      made.listen("globalout", () => hideTooltip(figure));
      made.listen("click", (params) => press(params));
    }
    return () => {
      hideTooltip(figure);
      made.dispose();
      chart.current = undefined;
    };
  }, [isReady, isWall]);
  useEffect(() => {
    const made = chart.current;
    if (made === undefined || !isReady) return;
    if (made.getWidth() !== width || made.getHeight() !== height) made.resize({ width, height });
    made.setOption(option, true);
    setDrawn(true);
  }, [option, width, height, isReady]);

  return (
    <figure
      ref={figure}
      className="v-chart"
      aria-label={label}
      aria-describedby={id}
      tabIndex={isWall ? -1 : 0}
      onMouseDown={pressMiddle}
      onAuxClick={pressMiddle}
    >
      <div ref={element} style={{ width, height }} />
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

interface PointParams {
  readonly seriesIndex?: number;
  readonly dataIndex: number;
  readonly viaKeyboard?: true;
  readonly event: { readonly event: Event; readonly offsetX: number; readonly offsetY: number };
}

/** Where the pointer is; for keys the point itself. */
function placeOf({ event: { event, offsetX, offsetY } }: PointParams, element: HTMLElement | null) {
  if (event instanceof globalThis.MouseEvent) return { x: event.clientX, y: event.clientY };
  const box = element?.getBoundingClientRect();
  return { x: (box?.left ?? 0) + offsetX, y: (box?.top ?? 0) + offsetY };
}
