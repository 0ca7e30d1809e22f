import { useMemo, useState } from "react";
import { isCritical } from "../model/field/critical.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";

/** `on` while something is critical, `new` while it has become so before one's eyes. */
type Alarm = "on" | "new";

interface Watched {
  /** Type of the panel. */
  readonly kind: string;
  readonly frames: readonly DisplayFrame[];
  readonly isAnswered: boolean;
}

/** Whether values are beyond their critical thresholds; `undefined` while none is. */
export function useAlarm({ kind, frames, isAnswered }: Watched): Alarm | undefined {
  const is = useMemo(() => (isAnswered ? isCritical(frames, kind) : undefined), [isAnswered, frames, kind]);
  const [seen, setSeen] = useState<{ readonly is: boolean; readonly isNew: boolean }>();
  if (is !== undefined && is !== seen?.is) setSeen({ is, isNew: is && seen?.is === false });
  if (is !== true) return undefined;
  return seen?.isNew === true ? "new" : "on";
}
