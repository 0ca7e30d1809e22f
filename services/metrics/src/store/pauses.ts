/** Milliseconds of work between two turns for others. */
const SLICE_MS = 5;

/** Gives others a turn whenever the caller has worked for a while: for long work that nobody waits for. */
export function createPauses(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  };
}
