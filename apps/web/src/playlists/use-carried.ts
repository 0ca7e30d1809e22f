import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";

/** An item that somebody holds, and the place where it would lie; both from 0. */
export interface Carried {
  readonly from: number;
  readonly to: number;
}

interface CarryOptions {
  /** Its children are the items. */
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly onDrop: (carried: Carried) => void;
  /** What just happened, for those who do not see it. */
  readonly onSay: (what: "held" | "moved" | "dropped" | "cancelled", carried: Carried) => void;
}

/** Carries items of a list to other places: by pointer, or with Enter, arrows and Enter; Escape lets go. */
export function useCarried({ list, count, onDrop, onSay }: CarryOptions) {
  const [carried, setCarried] = useState<Carried & { readonly isByPointer: boolean }>();

  const move = (to: number) => {
    if (carried === undefined || to < 0 || to >= count || to === carried.to) return;
    setCarried({ ...carried, to });
    // By keyboard nothing else brings the place into sight; by pointer the next one comes up at an edge.
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
    onSay("moved", { from: carried.from, to });
  };
  const drop = () => {
    if (carried === undefined) return;
    setCarried(undefined);
    onSay("dropped", carried);
    if (carried.from !== carried.to) onDrop(carried);
  };
  const letGo = () => {
    if (carried === undefined) return;
    setCarried(undefined);
    onSay("cancelled", carried);
  };
  const take = (from: number, isByPointer: boolean) => {
    setCarried({ from, to: from, isByPointer });
    onSay("held", { from, to: from });
  };
  /** @returns whether the key meant something */
  const steer = (held: Carried, key: string): boolean => {
    const to = placeByKey(key, held.to, count);
    if (key === "Escape") letGo();
    else if (to !== undefined) move(to);
    return key === "Escape" || to !== undefined;
  };
  const onKeyDown = (at: number, event: KeyboardEvent) => {
    const held = carried?.from === at ? carried : undefined;
    if (event.key === "Enter" || event.key === " ") held === undefined ? take(at, false) : drop();
    else if (held === undefined || !steer(held, event.key)) return;
    event.preventDefault();
  };
  const onPointerDown = (at: number, event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    take(at, true);
  };

  const isByPointer = carried?.isByPointer === true;
  const follow = useEffectEvent((y: number) => move(placeAt(list.current, y)));
  const end = useEffectEvent(drop);
  const cancel = useEffectEvent(letGo);
  useEffect(() => {
    if (!isByPointer) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    let y: number | undefined;
    const goOn = () => y !== undefined && follow(y);
    // At an edge the list goes by below a hand that rests.
    const timer = setInterval(goOn, STEP_AT_EDGE_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
    const onMove = ({ clientY }: { readonly clientY: number }) => {
      y = clientY;
      follow(y);
    };
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", () => end(), { signal });
    window.addEventListener("pointercancel", () => cancel(), { signal });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && cancel(), { signal });
    return () => stop.abort();
  }, [isByPointer]);

  return { carried, onKeyDown, onPointerDown, letGo };
}

/** How long one item takes to go by. */
const STEP_AT_EDGE_MS = 100;

function placeByKey(key: string, from: number, count: number): number | undefined {
  if (key === "ArrowUp") return from - 1;
  if (key === "ArrowDown") return from + 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** The item at a height of the window; the first above the list, the last below it. */
function placeAt(list: HTMLElement | null, y: number): number {
  const bottoms = [...(list?.children ?? [])].map((item) => item.getBoundingClientRect().bottom);
  const at = bottoms.findIndex((bottom) => y < bottom);
  return at < 0 ? bottoms.length - 1 : at;
}
