/** Calls back when a signal aborts, once; disposing takes that back, so that a signal that lives long keeps nothing. */
export function whenAborted(signal: AbortSignal, end: () => void): Disposable {
  signal.addEventListener("abort", end, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", end) };
}
