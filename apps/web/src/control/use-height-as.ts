import { type RefObject, useEffect } from "react";

/** Says the height of what sticks to an edge of the window to the style sheets, as long as it is there. */
export function useHeightAs(property: `--${string}`, element: RefObject<HTMLElement | null>, gap = 0): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${current.offsetHeight + gap}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [property, element, gap]);
}
