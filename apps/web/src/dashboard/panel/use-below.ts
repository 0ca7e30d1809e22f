import { type RefObject, useLayoutEffect, useState } from "react";

/** How many entries of a list that scrolls are below what is seen: at a desk they are scrolled to, once somebody knows of them. */
export function useBelow(list: RefObject<HTMLElement | null>): number {
  const [below, setBelow] = useState(0);
  // After each drawing, for entries are as high as what stands in them.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const count = () => {
      const end = element.getBoundingClientRect().bottom + 1;
      const isBelow = (entry: Element) => entry.getBoundingClientRect().bottom > end;
      const scrolls = element.scrollHeight > element.clientHeight + 1;
      setBelow(scrolls ? [...element.children].filter(isBelow).length : 0);
    };
    count();
    element.addEventListener("scroll", count, { passive: true });
    return () => element.removeEventListener("scroll", count);
  });
  return below;
}
