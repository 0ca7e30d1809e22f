import { type RefObject, useEffect, useState } from "react";

export interface Size {
  /** CSS pixels of the content box, whole. */
  readonly width: number;
  readonly height: number;
}

/** The size of an element as it changes; `undefined` until it is known, or while it has none. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const width = Math.floor(entry.contentRect.width);
      const height = Math.floor(entry.contentRect.height);
      setSize((known) => {
        if (width === 0 || height === 0) return known;
        return known?.width === width && known.height === height ? known : { width, height };
      });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
