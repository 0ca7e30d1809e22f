/** A query that the language refuses. The message begins with `line:column: parse error: `, as clients expect. */
export class ParseError extends Error {
  constructor(query: string, offset: number, reason: string, options?: ErrorOptions) {
    super(`${position(query, offset)}: parse error: ${reason}`, options);
    this.name = "ParseError";
  }
}

/** `line:column` of an offset, both from 1; the column counts bytes, as the peer does. */
export function position(query: string, offset: number): string {
  const before = query.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  return `${line}:${Buffer.byteLength(before.slice(lineStart)) + 1}`;
}
