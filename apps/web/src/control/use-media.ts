import { useCallback, useSyncExternalStore } from "react";

/** Whether the screen is as narrow as a phone's: one column, no room beside titles. */
export function useIsPhone(): boolean {
  return useMedia("(width < 40rem)");
}

/** Whether a media query holds, now and after every change. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const list = listOf(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => listOf(query).matches);
}

// Asked for at each drawing; the browser keeps what it made for a while.
const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const known = lists.get(query) ?? matchMedia(query);
  lists.set(query, known);
  return known;
}
