/**
 * Does the same with each thing, one after the other, also when one of them fails.
 *
 * @throws the first failure, after all were tried
 */
export async function oneByOne<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const thing of things) {
    try {
      await act(thing);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
