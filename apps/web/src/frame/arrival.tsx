import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/** The address of the page that is shown; the first one is told by the browser itself. */
let place: string | undefined;
let isFirst = true;
let said = "";
const listeners = new Set<() => void>();

/** What a browser does for a new document, and nobody for a page that takes the place of another: its title is read out. */
export function useArrival(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (place !== undefined && place !== pathname) isFirst = false;
    place = pathname;
    if (!isFirst) say(title);
  }, [pathname, title]);
}

/** Where the titles are read out (WCAG 4.1.3). */
export function Arrival() {
  return (
    <p className="v-hidden" role="status">
      {useSyncExternalStore(listen, () => said)}
    </p>
  );
}

function say(title: string): void {
  said = title;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
