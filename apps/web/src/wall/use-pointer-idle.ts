import { useEffect, useState } from "react";

/** How still the pointer is: it moves, it rests (the cursor goes after 2 s), or it is idle (the toolbar goes after 3 s). */
export type PointerState = "moving" | "resting" | "idle";

const RESTING_MS = 2000;
const IDLE_MS = 3000;

/** Watches pointer and keyboard of the whole page. */
export function usePointerIdle(): PointerState {
  const [state, setState] = useState<PointerState>("idle");
  useEffect(() => {
    let timers: number[] = [];
    const onMove = () => {
      for (const timer of timers) clearTimeout(timer);
      setState("moving");
      timers = [window.setTimeout(setState, RESTING_MS, "resting"), window.setTimeout(setState, IDLE_MS, "idle")];
    };
    const events = ["pointermove", "pointerdown", "keydown"] as const;
    for (const event of events) window.addEventListener(event, onMove);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, onMove);
    };
  }, []);
  return state;
}
