interface PointerAt {
  /** Pixels of the element. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the viewport. */
  readonly clientX: number;
  readonly clientY: number;
}

interface PointerWatcher {
  readonly canSelect: boolean;
  readonly onMove: (at: PointerAt | undefined) => void;
  /** While a range is dragged; `undefined` when the drag ended. */
  readonly onDrag: (from: number | undefined, to: number) => void;
  readonly onSelect: (from: number, to: number) => void;
  /** The same with Ctrl or Cmd held, also of a press that does not move. Without it the keys mean nothing. */
  readonly onMark: ((from: number, to: number) => void) | undefined;
  readonly onDoublePress: () => void;
}

/** Pixels from which on a drag is one and not a shaky press. */
const DRAG = 6;

/** Follows the pointer over an element, at most once in a frame; returns how to stop. */
export function watchPointer(element: HTMLElement, watcher: PointerWatcher): () => void {
  const end = new AbortController();
  let frame = 0;
  let dragFrom: number | undefined;

  const place = (event: PointerEvent): PointerAt => {
    const box = element.getBoundingClientRect();
    // An ancestor may be scaled, as on a wall.
    const scale = box.width === 0 ? 1 : element.offsetWidth / box.width;
    const x = (event.clientX - box.left) * scale;
    return { x, y: (event.clientY - box.top) * scale, clientX: event.clientX, clientY: event.clientY };
  };
  const move = (at: PointerAt) => {
    watcher.onMove(at);
    if (dragFrom !== undefined && Math.abs(at.x - dragFrom) >= DRAG) watcher.onDrag(dragFrom, at.x);
  };
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    run: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, run, { signal: end.signal });

  listen("pointermove", (event) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => move(place(event)));
  });
  listen("pointerdown", (event) => {
    if (!watcher.canSelect || event.button !== 0 || event.pointerType === "touch") return;
    dragFrom = place(event).x;
    element.setPointerCapture(event.pointerId);
  });
  listen("pointerup", (event) => {
    // A finger points at nothing before it presses: what it has pressed stays pointed at.
    if (event.pointerType === "touch") move(place(event));
    const from = dragFrom;
    dragFrom = undefined;
    watcher.onDrag(undefined, 0);
    const { x } = place(event);
    if (from === undefined) return;
    const isDrag = Math.abs(x - from) >= DRAG;
    if (watcher.onMark !== undefined && (event.ctrlKey || event.metaKey)) watcher.onMark(from, isDrag ? x : from);
    else if (isDrag) watcher.onSelect(from, x);
  });
  const leave = () => {
    cancelAnimationFrame(frame);
    watcher.onMove(undefined);
  };
  listen("pointercancel", () => {
    dragFrom = undefined;
    watcher.onDrag(undefined, 0);
    leave();
  });
  listen("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") leave();
  });
  const leaveForAnother = ({ target }: Event) => {
    if (!(target instanceof Node && element.contains(target))) leave();
  };
  document.addEventListener("pointerdown", leaveForAnother, { signal: end.signal });
  listen("dblclick", () => watcher.onDoublePress());

  return () => {
    cancelAnimationFrame(frame);
    end.abort();
  };
}
