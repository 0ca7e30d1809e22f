import { useMemo, useState } from "react";
import { isCritical } from "../model/field/critical.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import { useDashboard } from "../view/dashboard-context.ts";

/** `on` while something is critical, `new` while it has become so before one's eyes. */
type Alarm = "on" | "new";

interface Watched {
  /** Type of the panel. */
  readonly kind: string;
  readonly frames: readonly DisplayFrame[];
  readonly isAnswered: boolean;
}

/** What a panel of a wall shows of values beyond their critical thresholds; `undefined` anywhere else. */
export function useAlarm({ kind, frames, isAnswered }: Watched): Alarm | undefined {
  const { isWall } = useDashboard();
  const is = useMemo(
    () => (isWall && isAnswered ? isCritical(frames, kind) : undefined),
    [isWall, isAnswered, frames, kind],
  );
  const [seen, setSeen] = useState<{ readonly is: boolean; readonly isNew: boolean }>();
  if (is !== undefined && is !== seen?.is) setSeen({ is, isNew: is && seen?.is === false });
  if (is !== true) return undefined;
  return seen?.isNew === true ? "new" : "on";
}
