/** A piece of a plain text: what it says, or an address that can be opened. */
export interface TextPart {
  readonly kind: "text" | "link";
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly at: number;
}

/** Cuts a plain text into what it says and its http and https addresses; the pieces together are the text. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index), at: end });
    parts.push({ kind: "link", text: match[0], at: match.index });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end), at: end });
  return parts;
}
