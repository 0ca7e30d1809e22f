import { useCallback, useEffect, useRef } from "react";

interface GapFocus {
  /** Takes the element of the current page. */
  readonly keep: (element: HTMLElement | null) => void;
  readonly chosen: () => void;
}

/** Moves the focus to the current page when the gap in which it was chosen is gone: it would be lost. */
export function useGapFocus(page: number): GapFocus {
  const current = useRef<HTMLElement | null>(null);
  const isChosen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is why the gaps changed
  useEffect(() => {
    const wasChosen = isChosen.current;
    isChosen.current = false;
    if (wasChosen && document.activeElement === document.body) current.current?.focus();
  }, [page]);
  const keep = useCallback((element: HTMLElement | null) => {
    // The element of the page before lets go after that of the new one has come.
    if (element !== null) current.current = element;
  }, []);
  return {
    keep,
    chosen: () => {
      isChosen.current = true;
    },
  };
}
