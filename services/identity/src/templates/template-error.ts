/** Why a template cannot be used, and where. Lines and columns count from 1. */
export class TemplateError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: Position) {
    super(`line ${line}, column ${column}: ${message}`);
    this.name = "TemplateError";
    this.line = line;
    this.column = column;
  }
}

/** A place in the text of a template. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds the place of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf("\n");
  return { line: before.split("\n").length, column: offset - lastBreak };
}
