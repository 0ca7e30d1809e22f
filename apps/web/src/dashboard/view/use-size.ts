import { type RefObject, useEffect, useState } from "react";

export interface Size {
  /** CSS pixels of the content box, whole. */
  readonly width: number;
  readonly height: number;
}

interface Room {
  /** `undefined` until it is known, and where there never was any. */
  readonly size: Size | undefined;
  /** It is laid out, and nothing is left of its height. */
  readonly isNone: boolean;
}

const UNKNOWN: Room = { size: undefined, isNone: false };

/** The size of an element as it changes; the last one while it has none. */
export function useRoom(ref: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState(UNKNOWN);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const width = Math.floor(entry.contentRect.width);
      const height = Math.floor(entry.contentRect.height);
      const isNone = width > 0 && height === 0;
      setRoom((known) => {
        const isKnown = width === 0 || height === 0 || (known.size?.width === width && known.size.height === height);
        if (isKnown) return known.isNone === isNone ? known : { size: known.size, isNone };
        return { size: { width, height }, isNone };
      });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return room;
}

/** The size of an element as it changes; `undefined` until it is known, or while it has none. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  return useRoom(ref).size;
}
