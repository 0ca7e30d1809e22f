const LOOK_MS = 5000;
/** Looks without a frame after which the page is loaded again: a minute. */
const MOST_LOOKS = 12;
/** How often the page was loaded again without a frame since. */
const RELOADS = "vedette-wall-reloads";

/**
 * Loads the page again when the browser draws nothing any more, each time after twice as long: where no frame ever comes,
 * loading it again is no help. Looks are counted, since a clock goes on while a machine sleeps. A page that nobody can
 * see draws nothing either.
 *
 * @returns ends it
 */
export function watchFrames(mayReload: () => boolean): () => void {
  let looks = 0;
  let frame = 0;
  const look = (): void => {
    if (document.visibilityState === "hidden") looks = 0;
    const reloads = Number(sessionStorage.getItem(RELOADS));
    if (looks >= MOST_LOOKS * 2 ** reloads && mayReload()) {
      sessionStorage.setItem(RELOADS, String(reloads + 1));
      window.location.reload();
    }
    looks += 1;
    // A page that is hidden for days would gather them.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      looks = 0;
      sessionStorage.removeItem(RELOADS);
    });
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    cancelAnimationFrame(frame);
  };
}
