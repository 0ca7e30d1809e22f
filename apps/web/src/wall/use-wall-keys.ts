import { useEffect } from "react";

interface WallActs {
  readonly isPaused: boolean;
  readonly go: (step: 1 | -1) => void;
  readonly pause: (isPaused: boolean) => void;
  readonly stop: () => void;
}

/** Space pause, arrows one on or back, R reload, F full screen, Escape leave. */
export function useWallKeys({ isPaused, go, pause, stop }: WallActs): void {
  useEffect(() => {
    const acts = new Map<string, () => void>([
      [" ", () => pause(!isPaused)],
      ["ArrowRight", () => go(1)],
      ["ArrowLeft", () => go(-1)],
      ["r", () => window.location.reload()],
      ["f", () => void document.documentElement.requestFullscreen().catch(() => undefined)],
      ["Escape", stop],
    ]);
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest("button, input, textarea, select") !== null;
      const act = acts.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key === " "))
        return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isPaused, go, pause, stop]);
}
