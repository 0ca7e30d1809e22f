import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * How many of the elements of a line stand in it, told before they are seen and whenever that changes. The others are
 * there as well, wrapped and cut off: their widths tell when there is room for them again.
 *
 * @param keys - the elements, in order
 */
export function useFitting(keys: readonly string[]): [line: RefObject<HTMLDivElement | null>, fitting: number] {
  const line = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(keys.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are others to watch
  useLayoutEffect(() => {
    const { current } = line;
    if (current === null) return undefined;
    const measure = () => setFitting(countInFirstLine(current));
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [keys.join(" ")]);
  return [line, fitting];
}

/** Elements that stand in the first line, as high as one. */
function countInFirstLine({ children, clientHeight }: Element): number {
  const boxes = [...children].map((child) => child.getBoundingClientRect());
  const top = boxes[0]?.top ?? 0;
  const next = boxes.findIndex((box) => box.bottom > top + clientHeight + 1);
  return next < 0 ? boxes.length : next;
}
