interface MarkedTextProps {
  readonly text: string;
  /** What was searched. */
  readonly query: string;
}

/** A text in which what was searched is marked, as the server finds it: anywhere, in small letters and great ones. */
export function MarkedText({ text, query }: MarkedTextProps) {
  return splitAt(text, query).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
  );
}

/** What is not the query, what is, and so on. */
export function splitAt(text: string, query: string): readonly string[] {
  const wanted = query.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return wanted === "" ? [text] : text.split(new RegExp(`(${wanted})`, "iu"));
}
