import { useEffect, useRef } from "react";

const LOOK_MS = 5000;
/** Looks without a frame after which the page is loaded again: a minute. */
const MOST_LOOKS = 12;

/**
 * Loads the page again when the browser draws nothing any more. Looks are counted, since a clock goes on while a machine
 * sleeps. A page that nobody can see draws nothing either, and without its server a page would not come back.
 */
export function useFrameWatch(isServerThere: boolean): void {
  const mayReload = useRef(isServerThere);
  useEffect(() => {
    mayReload.current = isServerThere;
  }, [isServerThere]);
  useEffect(() => {
    let looks = 0;
    const look = (): void => {
      if (document.visibilityState === "hidden") looks = 0;
      if (looks >= MOST_LOOKS && mayReload.current) window.location.reload();
      looks += 1;
      requestAnimationFrame(() => {
        looks = 0;
      });
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
}
