import { useCallback, useEffect, useState } from "react";

export interface Refresh {
  /** Rises with each refresh. */
  readonly count: number;
  /** When the latest one was: milliseconds since 1970. */
  readonly at: number;
  readonly every: number | undefined;
  readonly now: () => void;
}

interface RefreshOptions {
  /** Milliseconds; `undefined` for never by itself. */
  readonly every: number | undefined;
  /** Goes on while nobody sees the page, as a wall does. */
  readonly isAlwaysOn: boolean;
}

/** Beats as often as a dashboard refreshes; rests while the tab is hidden, and makes up for it when it is seen. */
export function useRefresh({ every, isAlwaysOn }: RefreshOptions): Refresh {
  const [beat, setBeat] = useState(() => ({ count: 0, at: Date.now() }));
  const now = useCallback(() => setBeat(({ count }) => ({ count: count + 1, at: Date.now() })), []);

  useEffect(() => {
    if (every === undefined) return undefined;
    let timer = 0;
    const wait = () => {
      window.clearTimeout(timer);
      if (document.hidden && !isAlwaysOn) return;
      timer = window.setTimeout(now, Math.max(0, beat.at + every - Date.now()));
    };
    wait();
    document.addEventListener("visibilitychange", wait);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [every, isAlwaysOn, beat, now]);

  return { ...beat, every, now };
}
