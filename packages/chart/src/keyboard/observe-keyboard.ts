import type { Chart, Listening } from "../chart.ts";
import type { ItemEventName } from "../event/mouse-event.ts";
import { whenAborted } from "../event/when-aborted.ts";
import { type DrawnPoint, drawnPoint, pointCounts } from "./drawn-points.ts";
import { type PointPlace, placeByKey } from "./place-by-key.ts";

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
    if (pointed !== undefined && !raw.isDisposed()) raw.dispatchAction({ type: "hideTip" });
    ring?.remove();
    pointed = undefined;
  };
  const moveTo = (place: PointPlace, event: Event) => {
    leave(event);
    now = place;
    pointed = drawnPoint(raw, place.series, place.point);
    if (pointed === undefined) return;
    ring ??= makeRing();
    ring.style.translate = `${pointed.x}px ${pointed.y}px`;
    raw.getDom().append(ring);
    tell("mouseover", event);
    // The tooltip follows moves of a pointer, of which there are none.
    raw.dispatchAction({ type: "showTip", seriesIndex: place.series, dataIndexInside: place.point });
  };
  const press = (event: KeyboardEvent): boolean => {
    if (event.key === "Escape" && pointed !== undefined) leave(event);
    else if ((event.key === "Enter" || event.key === " ") && pointed !== undefined) tell("click", event);
    else if (event.key.toLowerCase() === "t" && onTable !== undefined) onTable();
    else {
      const place = placeByKey(event.key, now, pointCounts(raw));
      if (place === undefined) return false;
      moveTo(place, event);
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
  const stop = () => {
    end.abort();
    ring?.remove();
  };
  const watch = whenAborted(chart.signal, stop);
  const dispose = () => {
    watch[Symbol.dispose]();
    stop();
  };
  return { dispose, [Symbol.dispose]: dispose };
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
