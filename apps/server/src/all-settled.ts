/**
 * As `Promise.all`, but a failure is only told once everything has ended: whatever was opened beside it is known by
 * then and can be closed.
 *
 * @throws the first failure in the order of the list
 */
export async function allSettled<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
