import { useEffect, useRef, useState } from "react";

/** Milliseconds for which a summary stays as it is: whoever listens to it hears it to its end. */
const CALM_MS = 10_000;

/** A text that changes at most every ten seconds, however often it is given anew; the first change shows at once. */
export function useCalmText(text: string): string {
  const [shown, setShown] = useState(text);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === shown) return undefined;
    const wait = Math.max(0, changedAt.current + CALM_MS - performance.now());
    const timer = setTimeout(() => {
      changedAt.current = performance.now();
      setShown(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, shown]);
  return shown;
}
