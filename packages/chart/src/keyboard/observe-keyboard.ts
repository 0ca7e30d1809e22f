import type { ECharts } from "echarts/core";
import type { Chart, Listening } from "../chart.ts";
import type { ItemEventName } from "../event/mouse-event.ts";
import { whenAborted } from "../event/when-aborted.ts";
import { type DrawnPoint, drawnPoint, pointCounts, rawIndexOf, undrawnPoint } from "./drawn-points.ts";
import { type PointPlace, placeByKey, placesFrom } from "./place-by-key.ts";

export interface KeyboardOptions {
  /** What has the focus; the chart's own element unless given. */
  readonly element?: HTMLElement;
  /** The key T: whoever asks wants the data as a table. */
  readonly onTable?: () => void;
}

/**
 * Lets keys walk through the points of a chart: each is pointed at as the pointer would, with the same events, the
 * tooltip and a ring around it. Enter and the space bar press it, Escape leaves.
 *
 * @see chart-events 11
 */
export function observeKeyboard(chart: Chart, { element = chart.getDom(), onTable }: KeyboardOptions = {}): Listening {
  const { raw } = chart;
  const end = new AbortController();
  let now: PointPlace | undefined;
  let pointed: DrawnPoint | undefined;
  let ring: HTMLElement | undefined;

  const tell = (type: ItemEventName, event: Event) => {
    if (pointed !== undefined && !raw.isDisposed()) raw.getZr().trigger(type, asPointer(type, event, pointed));
  };
  const leave = (event: Event) => {
    tell("mouseout", event);
    if (pointed !== undefined && now !== undefined && !raw.isDisposed()) hideHints(raw, now);
    ring?.remove();
    pointed = undefined;
  };
  const moveTo = (place: PointPlace, event: Event) => {
    const found = pointAt(raw, place);
    if (found === undefined) return false;
    leave(event);
    now = place;
    // Leaving takes back what the library draws for the point that stands out.
    pointed = pointAt(raw, place) ?? found;
    ring ??= makeRing();
    moveRing(ring, pointed);
    surfaceOf(raw)?.append(ring);
    tell("mouseover", event);
    // The tooltip follows moves of a pointer, of which there are none.
    raw.dispatchAction({ type: "showTip", seriesIndex: place.series, dataIndex: rawIndexOf(raw, place) });
    return true;
  };
  const press = (event: KeyboardEvent): boolean => {
    if (event.key === "Escape" && pointed !== undefined) leave(event);
    else if ((event.key === "Enter" || event.key === " ") && pointed !== undefined) tell("click", event);
    else if (event.key.toLowerCase() === "t" && onTable !== undefined) onTable();
    else {
      const counts = pointCounts(raw);
      const place = placeByKey(event.key, now, counts);
      if (place === undefined) return false;
      placesFrom(place, event.key, counts).some((one) => moveTo(one, event));
    }
    return true;
  };

  const listening = { signal: end.signal };
  element.addEventListener(
    "keydown",
    (event) => {
      const isOurs = !(event.ctrlKey || event.altKey || event.metaKey) && !raw.isDisposed();
      if (!isOurs || !press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    listening,
  );
  element.addEventListener("blur", leave, listening);
  // New data move the points below the ring.
  const following = chart.listen("updated", () => {
    if (now === undefined || pointed === undefined || ring === undefined) return;
    pointed = drawnPoint(raw, now) ?? undrawnPoint(raw, now) ?? pointed;
    moveRing(ring, pointed);
  });
  const stop = () => {
    end.abort();
    following.dispose();
    ring?.remove();
  };
  const watch = whenAborted(chart.signal, stop);
  const dispose = () => {
    watch[Symbol.dispose]();
    stop();
  };
  return { dispose, [Symbol.dispose]: dispose };
}

/** A point as it is drawn, or as it would be: a line without symbols has one for a point that stands out. */
function pointAt(raw: ECharts, place: PointPlace): DrawnPoint | undefined {
  const drawn = drawnPoint(raw, place);
  if (drawn !== undefined) return drawn;
  const undrawn = undrawnPoint(raw, place);
  if (undrawn !== undefined) highlightSilently(raw, "highlight", place);
  return undrawn && (drawnPoint(raw, place) ?? undrawn);
}

function hideHints(raw: ECharts, place: PointPlace): void {
  highlightSilently(raw, "downplay", place);
  raw.dispatchAction({ type: "hideTip" });
  raw.dispatchAction({ type: "updateAxisPointer", currTrigger: "leave" });
}

function highlightSilently(raw: ECharts, type: "highlight" | "downplay", { series, point }: PointPlace): void {
  raw.dispatchAction({ type, seriesIndex: series, dataIndexInside: point }, { silent: true });
}

/** Pixels of a chart count from the corner of what it is drawn in; its element may have a padding. */
function surfaceOf(raw: ECharts): HTMLElement | null | undefined {
  return raw.getZr().painter.getViewportRoot();
}

/** An event as the drawing surface makes them of the pointer's, so that all that follows is the library's own. */
function asPointer(type: ItemEventName, event: Event, { element, x, y }: DrawnPoint) {
  return {
    type,
    event,
    target: element,
    topTarget: element,
    cancelBubble: false,
    offsetX: x,
    offsetY: y,
    viaKeyboard: true,
    stop: () => event.stopPropagation(),
  };
}

function moveRing(ring: HTMLElement, { x, y }: DrawnPoint): void {
  ring.style.translate = `${x}px ${y}px`;
}

function makeRing(): HTMLElement {
  const ring = document.createElement("div");
  ring.setAttribute("aria-hidden", "true");
  Object.assign(ring.style, {
    position: "absolute",
    left: "-8px",
    top: "-8px",
    width: "16px",
    height: "16px",
    boxSizing: "border-box",
    border: "2px solid currentcolor",
    borderRadius: "50%",
    boxShadow: "0 0 0 1px canvas",
    pointerEvents: "none",
  });
  return ring;
}
