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

export interface PictureCacheLimits {
  readonly entries: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** Pictures that were drawn a moment ago, the oldest giving way; those who ask for the same at once share one drawing. */
export interface PictureCache {
  /**
   * @param key - everything that the picture depends on, and who asks
   * @param signal - who waits leaves; the drawing ends with the last of them
   */
  get(key: string, signal: AbortSignal, draw: (signal: AbortSignal) => Promise<Picture>): Promise<KeptPicture>;
  /** Forgets a picture, so that the next one is drawn. */
  forget(key: string): void;
}

export function createPictureCache(limits: PictureCacheLimits): PictureCache {
  const kept = new Map<string, KeptPicture>();
  const drawings = new Map<string, Drawing>();
  let bytes = 0;

  const forget = (key: string): void => {
    bytes -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, picture: KeptPicture): void => {
    forget(key);
    if (picture.body.length > limits.bytes) return;
    kept.set(key, picture);
    bytes += picture.body.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= limits.entries && bytes <= limits.bytes) break;
      forget(oldest);
    }
  };
  const begin = (key: string, draw: (signal: AbortSignal) => Promise<Picture>): Drawing => {
    const controller = new AbortController();
    const run = async (): Promise<KeptPicture> => {
      const picture = { ...(await draw(controller.signal)), drawnAt: Date.now() };
      keep(key, picture);
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
      if (known !== undefined && Date.now() - known.drawnAt < limits.ageMs) return known;
      const running = drawings.get(key);
      const drawing = running === undefined || running.controller.signal.aborted ? begin(key, draw) : running;
      return joined(drawing, signal);
    },
    forget,
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
