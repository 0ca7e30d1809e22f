import { useEffect, useRef } from "react";
import type { Connection } from "./use-connection.ts";
import type { Rotation } from "./use-rotation.ts";

/** A timer for longer would go off at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Loads the new version of the page between two dashboards, when nobody is reading; where one dashboard stays, after as
 * long as it would have stayed. Never while the server is away.
 */
export function useNewVersion(
  { isOutdated, lostSince }: Connection,
  { turn, isStill, intervalMs }: Pick<Rotation, "turn" | "isStill" | "intervalMs">,
): void {
  const isDue = isOutdated && lostSince === undefined;
  const noticedIn = useRef<number>(undefined);
  useEffect(() => {
    if (!isDue) return undefined;
    noticedIn.current ??= turn.number;
    if (turn.number !== noticedIn.current) {
      window.location.reload();
      return undefined;
    }
    if (!isStill) return undefined;
    const timer = setTimeout(() => window.location.reload(), Math.min(intervalMs, LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [isDue, turn.number, isStill, intervalMs]);
}
