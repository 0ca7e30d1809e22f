import { whenAborted } from "./when-aborted.ts";

interface IterateOptions {
  readonly ends: AbortSignal;
  /** Events that wait; the oldest goes first. */
  readonly buffer: number;
}

/** Turns events into values to wait for, from now on. Nothing is heard any more once `ends` aborts or the loop is left. */
export function iterateEvents(
  listen: (handler: (params: unknown) => void) => Disposable,
  { ends, buffer }: IterateOptions,
): AsyncIterableIterator<unknown> {
  const waiting: unknown[] = [];
  let asked: ((result: IteratorResult<unknown>) => void)[] = [];
  let isOver = ends.aborted;

  const listening = isOver
    ? undefined
    : listen((params) => {
        const ask = asked.shift();
        if (ask !== undefined) ask({ value: params, done: false });
        else waiting.push(params);
        if (waiting.length > buffer) waiting.shift();
      });
  const finish = () => {
    isOver = true;
    listening?.[Symbol.dispose]();
    watch?.[Symbol.dispose]();
    for (const ask of asked) ask(OVER);
    asked = [];
  };
  const watch = isOver ? undefined : whenAborted(ends, finish);

  return {
    next() {
      if (waiting.length > 0) return Promise.resolve({ value: waiting.shift(), done: false });
      if (isOver) return Promise.resolve(OVER);
      const { promise, resolve } = Promise.withResolvers<IteratorResult<unknown>>();
      asked.push(resolve);
      return promise;
    },
    return() {
      waiting.length = 0;
      finish();
      return Promise.resolve(OVER);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const OVER: IteratorReturnResult<undefined> = { value: undefined, done: true };
