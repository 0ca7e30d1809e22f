import { type ReactNode, useRef } from "react";
import { useHeightAs } from "./use-height-as.ts";

interface StickingBarProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** What sticks to the bottom of the window above the content: what has the focus is scrolled above it (WCAG 2.4.11). */
export function StickingBar({ className, label, children }: StickingBarProps) {
  const bar = useRef<HTMLElement>(null);
  useHeightAs("--v-sticking", bar, GAP);
  return (
    <section ref={bar} className={className} aria-label={label}>
      {children}
    </section>
  );
}

/** Between the bar and what it sticks to. */
const GAP = 12;
