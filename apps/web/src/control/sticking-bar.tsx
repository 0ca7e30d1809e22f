import { type ReactNode, useEffect, useRef } from "react";

interface StickingBarProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** What sticks to the bottom of the window above the content: what has the focus is scrolled above it (WCAG 2.4.11). */
export function StickingBar({ className, label, children }: StickingBarProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--v-sticking", `${current.offsetHeight + GAP}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty("--v-sticking");
    };
  }, []);
  return (
    <section ref={bar} className={className} aria-label={label}>
      {children}
    </section>
  );
}

/** Between the bar and what it sticks to. */
const GAP = 12;
