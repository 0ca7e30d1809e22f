/** As an error in a listener of the page: it is told, and what comes after it goes on. */
export function report(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  else
    queueMicrotask(() => {
      throw error;
    });
}
