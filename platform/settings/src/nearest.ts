/**
 * Finds the known name that a misspelt one most likely means.
 *
 * @returns the nearest of `known`, or `undefined` when nothing is within a third of the length
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/**
 * As {@link nearestName}, but first the shortest of `known` that has every word of the name: whoever leaves one out,
 * as in `VEDETTE_PORT`, means that rather than what is spelt alike.
 */
export function meantName(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const words = wordsOf(name);
  const longer = names.filter((candidate) => {
    const its = wordsOf(candidate);
    return words.every((word) => its.includes(word));
  });
  return longer.toSorted((one, other) => one.length - other.length)[0] ?? nearestName(name, names);
}

function wordsOf(name: string): readonly string[] {
  return name.split(/[._]/);
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
