import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { GRID_ROW } from "../../dashboard/model/grid-size.ts";
import { GRID_COLUMNS } from "../../dashboard/model/read-panel.ts";
import { type Held, onGrid } from "./arrange.ts";

type Way = "move" | "resize";

interface HeldPanel extends Held {
  /** Where it was taken from. */
  readonly from: GridPos;
  /** The pointer that holds it; `undefined` for the keyboard. */
  readonly pointer: { readonly way: Way; readonly x: number; readonly y: number } | undefined;
}

interface HeldOptions {
  readonly grid: RefObject<HTMLElement | null>;
  readonly places: readonly GridPos[];
  readonly onDrop: (held: Held, way: Way) => void;
  /** What just happened, for those who do not see it. */
  readonly onSay: (what: "held" | "dropped" | "cancelled" | GridPos) => void;
}

export interface Holding {
  readonly held: Held | undefined;
  /** For the handle of a panel: Enter takes and drops it, arrows move it, Shift with arrows resizes it. */
  readonly onKeyDown: (index: number, event: KeyboardEvent) => void;
  readonly onPointerDown: (index: number, way: Way, event: PointerEvent) => void;
  readonly letGo: () => void;
}

/** Takes panels by pointer or by keyboard, moves and resizes them in steps of the grid, and drops them. */
export function useHeld({ grid, places, onDrop, onSay }: HeldOptions): Holding {
  const [held, setHeld] = useState<HeldPanel>();

  const drop = (panel: HeldPanel) => {
    setHeld(undefined);
    if (isSamePlace(panel.pos, panel.from)) return;
    onDrop(panel, panel.pos.w === panel.from.w && panel.pos.h === panel.from.h ? "move" : "resize");
  };
  const letGo = () => {
    if (held === undefined) return;
    setHeld(undefined);
    onSay("cancelled");
  };
  const takeOrDrop = (index: number, from: GridPos) => {
    const isHeld = held?.index === index;
    if (isHeld) drop(held);
    else setHeld({ index, pos: from, from, pointer: undefined });
    onSay(isHeld ? "dropped" : "held");
  };
  const onKeyDown = (index: number, event: KeyboardEvent) => {
    const from = places[index];
    if (from === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      takeOrDrop(index, from);
    } else if (held?.index === index) steer(held, event);
  };
  const steer = (panel: HeldPanel, event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      letGo();
    }
    const by = ARROWS.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    const pos = onGrid(movedBy(panel.pos, by, event.shiftKey ? "resize" : "move"));
    setHeld({ ...panel, pos });
    onSay(pos);
  };
  const onPointerDown = (index: number, way: Way, event: PointerEvent) => {
    const from = places[index];
    if (from === undefined || event.button !== 0) return;
    event.preventDefault();
    setHeld({ index, pos: from, from, pointer: { way, x: event.clientX, y: event.clientY + scrolled() } });
  };

  const isPointed = held?.pointer !== undefined;
  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    if (held?.pointer === undefined || grid.current === null) return;
    const { way, x, y } = held.pointer;
    const cell = cellOf(grid.current);
    const by = {
      x: Math.round((event.clientX - x) / cell.width),
      y: Math.round((event.clientY + scrolled() - y) / cell.height),
    };
    setHeld({ ...held, pos: onGrid(movedBy(held.from, by, way)) });
  });
  const onUp = useEffectEvent(() => held !== undefined && drop(held));
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    letGo();
  });
  useEffect(() => {
    if (!isPointed) return undefined;
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener("pointermove", (event) => onMove(event), { signal });
    document.addEventListener("pointerup", () => onUp(), { signal });
    document.addEventListener("pointercancel", () => onUp(), { signal });
    // Before those who would leave the page for it.
    document.addEventListener("keydown", (event) => onKey(event), { signal, capture: true });
    return () => end.abort();
  }, [isPointed]);

  return { held, onKeyDown, onPointerDown, letGo };
}

const ARROWS: ReadonlyMap<string, { readonly x: number; readonly y: number }> = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

function movedBy(pos: GridPos, { x, y }: { readonly x: number; readonly y: number }, way: Way): GridPos {
  if (way === "move") return { ...pos, x: pos.x + x, y: pos.y + y };
  return { ...pos, w: Math.min(pos.w + x, GRID_COLUMNS - pos.x), h: pos.h + y };
}

function isSamePlace(a: GridPos, b: GridPos): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

/** Pixels of one step of the grid, its gap included. */
function cellOf(grid: HTMLElement): { width: number; height: number } {
  const style = getComputedStyle(grid);
  const gap = Number.parseFloat(style.columnGap) || 0;
  return {
    width: (grid.clientWidth + gap) / GRID_COLUMNS,
    height: (Number.parseFloat(style.gridAutoRows) || GRID_ROW) + gap,
  };
}

function scrolled(): number {
  return document.scrollingElement?.scrollTop ?? 0;
}
