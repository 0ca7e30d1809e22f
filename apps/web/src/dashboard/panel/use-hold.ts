import { type RefObject, useEffect, useEffectEvent } from "react";

const HOLD_MS = 500;
/** A finger is never quite still. */
const STILL = 12;

/** What has a hold of its own, or text that is marked by one. */
const OWN_HOLD = "a, button, input, textarea, select, table, .v-text";

/** A finger that rests on an element. What it let go of is no press any more. */
export function useHold(element: RefObject<HTMLElement | null>, onHold: () => void): void {
  const hold = useEffectEvent(onHold);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    let began: { readonly x: number; readonly y: number } | undefined;
    let isHeld = false;
    let timer = 0;
    const end = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      began = undefined;
    };
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      run: (event: HTMLElementEventMap[Name]) => void,
      capture = false,
    ) => target.addEventListener(name, run, { signal: end.signal, capture });

    listen("pointerdown", ({ pointerType, isPrimary, target: on, clientX: x, clientY: y }) => {
      stop();
      isHeld = false;
      if (pointerType !== "touch" || !isPrimary || !(on instanceof Element) || on.closest(OWN_HOLD) !== null) return;
      began = { x, y };
      timer = window.setTimeout(() => {
        isHeld = true;
        hold();
      }, HOLD_MS);
    });
    listen("pointermove", ({ clientX, clientY }) => {
      if (began !== undefined && Math.hypot(clientX - began.x, clientY - began.y) > STILL) stop();
    });
    listen("pointerup", stop);
    listen("pointercancel", stop);
    // The browser's own menu of a finger that rests would lie over ours.
    listen("contextmenu", (event) => {
      if (began !== undefined || isHeld) event.preventDefault();
    });
    listen(
      "click",
      (event) => {
        if (!isHeld) return;
        isHeld = false;
        event.stopPropagation();
        event.preventDefault();
      },
      true,
    );
    return () => {
      stop();
      end.abort();
    };
  }, [element]);
}
