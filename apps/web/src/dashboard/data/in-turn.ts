/** Work that is done again and again, never twice at the same time. */
export interface InTurn {
  /** Starts the work; while it is under way, it is due once more after it. */
  readonly ask: () => void;
  /** Aborts what is under way and forgets what is due; it can be asked for again. */
  readonly cancel: () => void;
  /** The same for good. */
  readonly stop: () => void;
}

/** @param work - does not reject */
export function inTurn(work: (signal: AbortSignal) => Promise<void>): InTurn {
  const ended = new AbortController();
  let turn = new AbortController();
  let isRunning = false;
  let isDue = false;
  const run = async () => {
    isRunning = true;
    do {
      isDue = false;
      turn = new AbortController();
      await work(AbortSignal.any([ended.signal, turn.signal]));
    } while (isDue && !ended.signal.aborted);
    isRunning = false;
  };
  return {
    ask() {
      isDue = true;
      if (!isRunning) void run();
    },
    cancel() {
      isDue = false;
      turn.abort();
    },
    stop: () => ended.abort(),
  };
}
