/** Work that is done again and again, never twice at the same time. */
export interface InTurn {
  /** Starts the work; while it is under way, it is due once more after it. */
  readonly ask: () => void;
  /** Aborts what is under way, for good. */
  readonly stop: () => void;
}

/** @param work - does not reject */
export function inTurn(work: (signal: AbortSignal) => Promise<void>): InTurn {
  const controller = new AbortController();
  let isRunning = false;
  let isDue = false;
  const run = async () => {
    isRunning = true;
    do {
      isDue = false;
      await work(controller.signal);
    } while (isDue && !controller.signal.aborted);
    isRunning = false;
  };
  return {
    ask() {
      isDue = true;
      if (!isRunning) void run();
    },
    stop: () => controller.abort(),
  };
}
