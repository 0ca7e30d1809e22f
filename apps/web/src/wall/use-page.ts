import { useLayoutEffect, useState } from "react";
import { pageAt } from "./turn.ts";
import { LONGEST_WAIT_MS, type Rotation } from "./use-rotation.ts";

/**
 * Turns the pages of a dashboard that is too tall for the screen. Each stays as long as a dashboard does, by the clock of
 * the turn; the last one leads back to the first where no other dashboard follows.
 *
 * @returns from 0
 */
export function usePage(
  { turn, isStill, isHeld, intervalMs }: Pick<Rotation, "turn" | "isStill" | "isHeld" | "intervalMs">,
  pages: number,
): number {
  const { dueAt } = turn;
  const [now, setNow] = useState(dueAt);
  // Before anything is painted: a pause that ends has moved the turn on.
  useLayoutEffect(() => {
    if (isHeld || pages === 1) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const at = performance.now();
      setNow(at);
      timer = setTimeout(look, Math.min(intervalMs - ((at - dueAt) % intervalMs), LONGEST_WAIT_MS));
    };
    look();
    return () => clearTimeout(timer);
  }, [dueAt, pages, isHeld, intervalMs]);
  return pageAt(now - dueAt, { intervalMs, pages, isStill });
}
