/** A search looks for no more words; what follows is not looked at. */
const MAX_WORDS = 10;
/** With fewer letters nearly every word is a letter away; longer ones make a pattern that takes long to read. */
const [SHORTEST_NEAR, LONGEST_NEAR] = [4, 32];

/** The words of a search, in small letters, each once. */
export function wordsOf(query: string): string[] {
  const words = query
    .toWellFormed()
    .toLowerCase()
    .split(/[\s\0]+/u)
    .filter((word) => word !== "");
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** How texts are found that hold a word with one letter that is another one, is missing, too many or in the next one's place. */
interface NearWord {
  /** For `~`. */
  readonly pattern: string;
  /** Each text that fits has one of these: a letter that is off leaves one half as it is. Looked for in no time. */
  readonly parts: readonly string[];
}

/** @returns `undefined` for a word that has to be there as it is */
export function nearWord(word: string): NearWord | undefined {
  const letters = [...word];
  if (letters.length < SHORTEST_NEAR || letters.length > LONGEST_NEAR) return undefined;
  const text = (from: number, to?: number) => letters.slice(from, to).join("");
  const swapped = (at: number) => text(0, at - 1) + text(at, at + 1) + text(at - 1, at) + text(at + 1);
  const places = [...letters.keys()];
  const near = [
    // Another letter here or none, or one more before it.
    ...places.map((at) => `${literally(text(0, at))}[^\\n]?${literally(text(at + 1))}`),
    ...places.map((at) => `${literally(text(0, at))}[^\\n]${literally(text(at))}`),
    ...places.slice(1).map((at) => literally(swapped(at))),
  ];
  const middle = Math.floor(letters.length / 2);
  return { pattern: near.join("|"), parts: [text(0, middle), text(middle), swapped(middle)] };
}

function literally(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&");
}
