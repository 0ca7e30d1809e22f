import { type RefObject, useEffect, useRef } from "react";
import { hideTooltip } from "./time-series/tooltip.ts";

interface Taps {
  /** Whether a finger presses this point for the first time: it sees what that says and where it leads, and stays. */
  readonly isFirst: (point: string) => boolean;
  /** The finger points at something else, or nothing. */
  readonly forget: () => void;
}

/**
 * A finger points at nothing before it presses: its first tap is its pointing. What it pressed is told until it presses
 * elsewhere.
 */
export function useFirstTap(figure: RefObject<HTMLElement | null>): Taps {
  const tapped = useRef<string>(undefined);
  const isFinger = useRef(false);

  useEffect(() => {
    const end = new AbortController();
    const press = ({ pointerType, target }: PointerEvent) => {
      isFinger.current = pointerType === "touch";
      if (!isFinger.current || (target instanceof Node && figure.current?.contains(target))) return;
      tapped.current = undefined;
      hideTooltip(figure);
    };
    document.addEventListener("pointerdown", press, { capture: true, signal: end.signal });
    return () => end.abort();
  }, [figure]);

  return {
    isFirst: (point) => {
      const isFirst = isFinger.current && tapped.current !== point;
      tapped.current = isFinger.current ? point : undefined;
      return isFirst;
    },
    forget: () => {
      tapped.current = undefined;
    },
  };
}
