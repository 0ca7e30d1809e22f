import { useEffect } from "react";
import { toggleFullScreen } from "./use-full-screen.ts";

interface WallActs {
  readonly isPaused: boolean;
  readonly go: (step: 1 | -1) => void;
  readonly pause: (isPaused: boolean) => void;
  readonly stop: () => void;
}

/** Space pause, arrows one on or back, R reload, F full screen and back, Escape leave. */
export function useWallKeys({ isPaused, go, pause, stop }: WallActs): void {
  useEffect(() => {
    const acts = new Map<string, () => void>([
      [" ", () => pause(!isPaused)],
      ["ArrowRight", () => go(1)],
      ["ArrowLeft", () => go(-1)],
      ["r", () => window.location.reload()],
      ["f", toggleFullScreen],
      ["Escape", stop],
    ]);
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest("button, input, textarea, select") !== null;
      const act = acts.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key === " "))
        return;
      if (walksInToolbar(event) || isInDialog(event)) return;
      event.preventDefault();
      act();
    };
    // Before the toolbar hears it: after a press with the pointer the arrows still turn the wall.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [isPaused, go, pause, stop]);
}

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("[role=dialog]") !== null;
}

/** Arrows move between the buttons of the toolbar for those who reached it by keyboard. */
function walksInToolbar({ key, target }: KeyboardEvent): boolean {
  if (!key.startsWith("Arrow") || !(target instanceof HTMLElement)) return false;
  return target.closest("[role=toolbar]") !== null && target.dataset["focusVisible"] !== undefined;
}
