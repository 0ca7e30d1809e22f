interface MarkedTextProps {
  readonly text: string;
  /** What was searched. */
  readonly query: string;
}

/**
 * A text in which the words of a search are marked, as the server finds them: anywhere, in small letters and great ones,
 * and where a word is not there as it is, what is a letter off.
 */
export function MarkedText({ text, query }: MarkedTextProps) {
  return splitAt(text, query).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
  );
}

/** What is none of the words, what is one, and so on. */
export function splitAt(text: string, query: string): readonly string[] {
  const words = query.split(/\s+/).filter((word) => word !== "");
  // Of words that begin alike the longest is meant.
  const wanted = words
    .toSorted((one, other) => other.length - one.length)
    .flatMap((word) => (text.toLowerCase().includes(word.toLowerCase()) ? [literally(word)] : nearSpellings(word)))
    .join("|");
  return wanted === "" ? [text] : text.split(new RegExp(`(${wanted})`, "iu"));
}

/** With fewer letters nearly every word is a letter away, and the server looks for no longer ones. */
const [SHORTEST_NEAR, LONGEST_NEAR] = [4, 32];

/** Patterns of a word in which two letters changed places, or one is missing, another, or too many; the longest first. */
function nearSpellings(word: string): readonly string[] {
  const letters = [...word];
  if (letters.length < SHORTEST_NEAR || letters.length > LONGEST_NEAR) return [];
  const part = (from: number, to?: number) => literally(letters.slice(from, to).join(""));
  const places = [...letters.keys()];
  return [
    ...places.slice(1).map((at) => part(0, at - 1) + part(at, at + 1) + part(at - 1, at) + part(at + 1)),
    ...places.slice(1).map((at) => `${part(0, at)}\\S${part(at)}`),
    ...places.map((at) => `${part(0, at)}\\S${part(at + 1)}`),
    ...places.map((at) => part(0, at) + part(at + 1)),
  ];
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
