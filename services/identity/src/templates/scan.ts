import { type Position, positionAt, TemplateError } from "./template-error.ts";

/** A piece of a template: text as it is, or what stands between `{{` and `}}`. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "action"; readonly source: string; readonly at: Position };

/** Quoted text may contain `}}`; a dash beside a space takes the white space on its side away. */
const ACTION = /\{\{(-\s)?((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|(?!\}\})[^"`])*?)(\s-)?\}\}/y;
const COMMENT = /\{\{(?:-\s)?\s*\/\*[\s\S]*?\*\/\s*(?:\s-)?\}\}/y;

/**
 * Cuts a template into pieces.
 *
 * @throws TemplateError for `{{` without its end
 */
export function scan(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let trimsNext = false;
  for (;;) {
    const start = template.indexOf("{{", from);
    const end = start === -1 ? template.length : start;
    const found = start === -1 ? undefined : readAction(template, start);
    let text = template.slice(from, end);
    if (trimsNext) text = text.trimStart();
    if (found?.trimsBefore) text = text.trimEnd();
    if (text !== "") pieces.push({ kind: "text", text });
    if (found === undefined) return pieces;
    if (found.source !== undefined) {
      pieces.push({ kind: "action", source: found.source, at: positionAt(template, start) });
    }
    trimsNext = found.trimsAfter;
    from = found.end;
  }
}

interface FoundAction {
  /** Absent for a comment. */
  readonly source: string | undefined;
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
  readonly end: number;
}

function readAction(template: string, start: number): FoundAction {
  COMMENT.lastIndex = start;
  const comment = COMMENT.exec(template)?.[0];
  if (comment !== undefined) {
    const end = start + comment.length;
    return { source: undefined, trimsBefore: comment[2] === "-", trimsAfter: comment.at(-3) === "-", end };
  }
  ACTION.lastIndex = start;
  const [whole, before, source = "", after] = ACTION.exec(template) ?? [];
  if (whole === undefined) throw new TemplateError("{{ has no }}", positionAt(template, start));
  return {
    source: source.trim(),
    trimsBefore: before !== undefined,
    trimsAfter: after !== undefined,
    end: start + whole.length,
  };
}
