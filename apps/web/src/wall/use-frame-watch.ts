import { useEffect, useRef } from "react";
import { watchFrames } from "./watch-frames.ts";

/**
 * Loads the page again when the browser draws nothing any more.
 *
 * @param mayReload - without its server a page would not come back, and signed out it would come back as a sign-in page
 */
export function useFrameWatch(mayReload: boolean): void {
  const mayNow = useRef(mayReload);
  useEffect(() => {
    mayNow.current = mayReload;
  }, [mayReload]);
  useEffect(() => watchFrames(() => mayNow.current), []);
}
