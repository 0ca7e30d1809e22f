import { useEffect, useState } from "react";
import { LONGEST_WAIT_MS, type Rotation } from "./use-rotation.ts";

/**
 * Turns the pages of a dashboard that is too tall for the screen. Each stays as long as a dashboard does; the last one
 * leads back to the first where no other dashboard follows.
 *
 * @returns from 0
 */
export function usePage(
  { turn, isStill, isHeld, intervalMs }: Pick<Rotation, "turn" | "isStill" | "isHeld" | "intervalMs">,
  pages: number,
): number {
  const [at, setAt] = useState({ turn: turn.number, page: 0 });
  const page = at.turn === turn.number ? Math.min(at.page, pages - 1) : 0;
  const isLast = page === pages - 1;
  useEffect(() => {
    if (isHeld || pages === 1 || (isLast && !isStill)) return undefined;
    const next = { turn: turn.number, page: (page + 1) % pages };
    const timer = setTimeout(setAt, Math.min(intervalMs, LONGEST_WAIT_MS), next);
    return () => clearTimeout(timer);
  }, [turn.number, page, pages, isLast, isStill, isHeld, intervalMs]);
  return page;
}
