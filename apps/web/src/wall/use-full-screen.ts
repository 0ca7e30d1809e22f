import { useEffect } from "react";

export function toggleFullScreen(): void {
  const change =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  // A browser may refuse full screen, e.g. inside a frame; the wall goes on without it.
  change.catch(() => undefined);
}

/** A press anywhere but on a control or a dialog fills the screen: browsers allow that only to people. */
export function useFullScreenByPress(): void {
  useEffect(() => {
    const fill = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest("button, a, [role=dialog]") !== null;
      if (isControl || document.fullscreenElement !== null) return;
      toggleFullScreen();
    };
    document.addEventListener("click", fill);
    return () => document.removeEventListener("click", fill);
  }, []);
}
