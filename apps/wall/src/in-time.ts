/** @throws Error with the message given when the work takes longer */
export async function inTime<Result>(work: Promise<Result>, timeoutMs: number, message: string): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
