import { useEffect, useRef } from "react";

/** In the address that a trial's own window comes back to. */
const MARK = "trial-window";

/**
 * Opens the window in which a trial goes to the provider and back, so that nothing is lost of what was typed on the
 * page. To be called by the press itself: later, browsers take it for an advertisement.
 *
 * @returns undefined where the browser opens none
 */
export function openTrialWindow(): Window | undefined {
  const opened = window.open("about:blank", "_blank", "popup,width=560,height=720") ?? undefined;
  // The provider's pages could lead this one elsewhere; "noopener" would give no window to lead to the provider.
  if (opened !== undefined) opened.opener = null;
  return opened;
}

/** Where a trial comes back to: this page, in which window it may be. */
export function trialReturn(opened: Window | undefined): string {
  const page = location.origin + location.pathname;
  return opened === undefined ? page : `${page}?${MARK}=`;
}

/** Closes the window of a trial that is back; where the browser will not, it shows what came of it, like the page. */
export function useTrialWindowEnd(query: URLSearchParams): void {
  const isBack = query.has(MARK);
  const isClosed = useRef(false);
  useEffect(() => {
    if (!isBack || isClosed.current) return;
    isClosed.current = true;
    window.close();
  }, [isBack]);
}
