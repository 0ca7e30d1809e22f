interface MarkedTextProps {
  readonly text: string;
  /** What was searched. */
  readonly query: string;
}

/** A text in which the words of a search are marked, as the server finds them: anywhere, in small letters and great ones. */
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
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  return wanted === "" ? [text] : text.split(new RegExp(`(${wanted})`, "iu"));
}
