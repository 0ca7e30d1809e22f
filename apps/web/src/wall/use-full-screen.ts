import { useEffect } from "react";

/** A press anywhere but on a control or a dialog fills the screen: browsers allow that only to people. */
export function useFullScreenByPress(): void {
  useEffect(() => {
    const fill = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest("button, a, [role=dialog]") !== null;
      if (isControl || document.fullscreenElement !== null) return;
      // A browser may refuse, e.g. inside a frame; the wall goes on without it.
      document.documentElement.requestFullscreen().catch(() => undefined);
    };
    document.addEventListener("click", fill);
    return () => document.removeEventListener("click", fill);
  }, []);
}
