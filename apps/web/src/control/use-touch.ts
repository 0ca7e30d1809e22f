import { useEffect, useEffectEvent } from "react";

interface TouchActs {
  /** 1 for what comes next, from right to left as in a book; -1 for what came before. */
  readonly onSwipe: (step: 1 | -1) => void;
  /** A finger that rests. */
  readonly onHold?: () => void;
}

/** A swipe goes at least so many pixels, mostly sideways, and takes no longer than this. */
const FAR = 48;
const MOST_MS = 800;
const HOLD_MS = 2000;
/** A finger is never quite still. */
const STILL = 12;

/** What lies above the page or moves sideways itself. */
const OWN_TOUCH = "[role=dialog], [role=menu], [role=listbox], input, textarea, select, [role=slider]";

/** Swipes and holds of one finger anywhere on the page, which must leave them to us: `touch-action`. */
export function useTouch({ onSwipe, onHold }: TouchActs): void {
  const swipe = useEffectEvent(onSwipe);
  const hold = useEffectEvent(() => onHold?.());
  useEffect(() => {
    let began: { readonly x: number; readonly y: number; readonly at: number } | undefined;
    let timer = 0;
    const end = new AbortController();
    const listen = <Name extends keyof WindowEventMap>(name: Name, run: (event: WindowEventMap[Name]) => void) =>
      window.addEventListener(name, run, { signal: end.signal });
    const stop = () => {
      clearTimeout(timer);
      began = undefined;
    };

    listen("pointerdown", ({ pointerType, isPrimary, target, clientX: x, clientY: y, timeStamp: at }) => {
      stop();
      const isOurs = target instanceof Element && target.closest(OWN_TOUCH) === null;
      if (pointerType !== "touch" || !isPrimary || !isOurs) return;
      began = { x, y, at };
      timer = window.setTimeout(hold, HOLD_MS);
    });
    listen("pointermove", ({ clientX, clientY }) => {
      if (began !== undefined && Math.hypot(clientX - began.x, clientY - began.y) > STILL) clearTimeout(timer);
    });
    listen("pointerup", ({ clientX, clientY, timeStamp }) => {
      const from = began;
      stop();
      if (from === undefined || timeStamp - from.at > MOST_MS) return;
      const [across, along] = [clientX - from.x, clientY - from.y];
      if (Math.abs(across) >= FAR && Math.abs(across) > 2 * Math.abs(along)) swipe(across < 0 ? 1 : -1);
    });
    listen("pointercancel", stop);
    return () => {
      stop();
      end.abort();
    };
  }, []);
}
