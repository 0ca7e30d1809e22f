import type { ReactNode } from "react";
import { useMedia } from "../../control/use-media.ts";

/** Whether the bar has no room for the pickers of time: they stand below it. */
export function useIsNarrow(): boolean {
  return useMedia("(width < 56.25rem)");
}

interface ToolbarProps {
  readonly place: "bar" | "below";
  readonly label: string;
  readonly children: ReactNode;
}

export function Toolbar({ place, label, children }: ToolbarProps) {
  return (
    <div className="v-dashboard-tools" data-place={place} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
