import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useDashboard } from "../view/dashboard-context.ts";
import type { Size } from "../view/use-size.ts";

interface WholeEntries<Box> {
  /** Of the list or table; what is higher than its parent is cut off there. */
  readonly box: RefObject<Box | null>;
  /** So many entries stand there; of the others one more says how many they are. */
  readonly shown: number;
}

/**
 * On a wall, where nobody can scroll, a list ends with the last entry that is seen whole. Elsewhere all stand there.
 *
 * @param count - of all entries
 * @param room - what they share, in CSS pixels; in another one all are tried anew
 */
export function useWholeEntries<Box extends HTMLElement>(count: number, { width, height }: Size): WholeEntries<Box> {
  const { isWall, chartTheme } = useDashboard();
  const box = useRef<Box>(null);
  // The type is told a moment after the size, where the screen gets another one.
  const key = [count, width, height, chartTheme.fontSize].join();
  const [fit, setFit] = useState({ key, shown: count });
  const shown = fit.key === key ? fit.shown : count;
  // After each drawing, for entries are as large as what stands in them. It only ever takes some away.
  useLayoutEffect(() => {
    const list = isWall ? box.current : null;
    if (list?.parentElement == null) return;
    const end = list.parentElement.getBoundingClientRect().bottom + 1;
    const entries = [...list.querySelectorAll(":scope > li, :scope > tbody > tr")];
    const cut = entries.findIndex((entry) => entry.getBoundingClientRect().bottom > end);
    // The one that is cut may be that which counts the others.
    if (cut >= 0 && shown > 0) setFit({ key, shown: Math.min(cut, shown - 1) });
  });
  return { box, shown };
}
