import { useCallback, useEffect, useRef } from "react";

/**
 * Which panel the keys mean: the one with the focus or the one below the pointer, whichever was reached last. A press
 * leaves the focus behind it when the pointer goes on to another panel.
 *
 * @returns asks for the panel's key
 */
export function usePanelInHand(): () => string | undefined {
  const isPointed = useRef(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener(
      "pointermove",
      // What moves below a pointer at rest is not pointed at.
      ({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) isPointed.current = true;
      },
      { signal, passive: true },
    );
    document.addEventListener(
      "focusin",
      () => {
        isPointed.current = false;
      },
      { signal },
    );
    return () => leaving.abort();
  }, []);
  return useCallback(() => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-panel-key]");
    const pointed = document.querySelector<HTMLElement>("[data-panel-key]:hover");
    return (isPointed.current ? (pointed ?? focused) : (focused ?? pointed))?.dataset["panelKey"];
  }, []);
}
