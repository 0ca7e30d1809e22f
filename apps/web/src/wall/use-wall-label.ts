import { useCallback, useEffect, useState } from "react";

const SHOWN_MS = 10_000;

/** A text that stands over the wall for ten seconds. */
export function useWallLabel(): [label: string, show: (label: string) => void] {
  const [label, setLabel] = useState({ text: "", number: 0 });
  useEffect(() => {
    if (label.text === "") return undefined;
    const timer = setTimeout(setLabel, SHOWN_MS, { text: "", number: 0 });
    return () => clearTimeout(timer);
  }, [label]);
  const show = useCallback((text: string) => setLabel(({ number }) => ({ text, number: number + 1 })), []);
  return [label.text, show];
}
