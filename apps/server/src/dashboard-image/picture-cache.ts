import { CACHES, openCache, retainedBytes } from "@vedette/http";

/** An answer that several may get. */
export interface Picture {
  readonly type: "image/png" | "image/svg+xml";
  readonly body: Buffer;
}

export interface KeptPicture extends Picture {
  /** Milliseconds since 1970. */
  readonly drawnAt: number;
}

interface Drawing {
  readonly promise: Promise<KeptPicture>;
  readonly controller: AbortController;
  waiting: number;
}

const MAX_AGE_MS = CACHES.dashboard_images.lifetimeSeconds * 1000;

/** Recently rendered images; concurrent requests for the same image share one rendering. */
export interface PictureCache {
  /**
   * @param key - everything that the picture depends on, and who asks
   * @param signal - who waits leaves; the drawing ends with the last of them
   */
  get(key: string, signal: AbortSignal, draw: (signal: AbortSignal) => Promise<Picture>): Promise<KeptPicture>;
  /** Forgets a picture, so that the next one is drawn. */
  forget(key: string): void;
}

/** @param limits - replace the bound of the table, for tests */
export function createPictureCache(limits: { readonly maxBytes?: number } = {}): PictureCache {
  const kept = openCache<string, KeptPicture>("dashboard_images", {
    sizeOf: ({ body }) => retainedBytes(body),
    ...limits,
  });
  const drawings = new Map<string, Drawing>();
  const begin = (key: string, draw: (signal: AbortSignal) => Promise<Picture>): Drawing => {
    const controller = new AbortController();
    const run = async (): Promise<KeptPicture> => {
      const picture = { ...(await draw(controller.signal)), drawnAt: Date.now() };
      kept.set(key, picture);
      return picture;
    };
    const drawing: Drawing = { controller, waiting: 0, promise: run().finally(() => end(key, drawing)) };
    drawings.set(key, drawing);
    return drawing;
  };
  const end = (key: string, drawing: Drawing): void => {
    if (drawings.get(key) === drawing) drawings.delete(key);
  };

  return {
    async get(key, signal, draw) {
      const known = kept.get(key);
      if (known !== undefined && Date.now() - known.drawnAt < MAX_AGE_MS) return known;
      const running = drawings.get(key);
      const drawing = running === undefined || running.controller.signal.aborted ? begin(key, draw) : running;
      return joined(drawing, signal);
    },
    forget: (key) => kept.delete(key),
  };
}

/** Waits for a drawing together with others, until somebody has enough of it. */
function joined(drawing: Drawing, signal: AbortSignal): Promise<KeptPicture> {
  drawing.waiting += 1;
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = (): void => {
    drawing.waiting -= 1;
    if (drawing.waiting === 0) drawing.controller.abort(signal.reason);
    reject(signal.reason);
  };
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  return Promise.race([drawing.promise, left]).finally(() => signal.removeEventListener("abort", leave));
}
