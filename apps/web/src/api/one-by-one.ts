/** One of several things with which something did not work. */
export interface Failure<Thing> {
  readonly thing: Thing;
  readonly error: Error;
}

/**
 * Does the same with each thing, one after the other, also when one of them fails.
 *
 * @returns those with which it failed
 */
export async function oneByOne<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<readonly Failure<Thing>[]> {
  const failures: Failure<Thing>[] = [];
  for (const thing of things) {
    try {
      await act(thing);
    } catch (error) {
      failures.push({ thing, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  return failures;
}
