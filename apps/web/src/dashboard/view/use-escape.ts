import { useEffect, useEffectEvent } from "react";

/** Escape, when no layer above the page wanted it. */
export function useEscape(leave: () => void): void {
  const onEscape = useEffectEvent(leave);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInLayer =
        event.target instanceof HTMLElement &&
        event.target.closest("[role=dialog], [role=menu], input, textarea") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isInLayer) onEscape();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
