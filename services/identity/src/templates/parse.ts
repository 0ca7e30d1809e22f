import { type Expression, ExpressionReader } from "./expression.ts";
import { type Piece, scan } from "./scan.ts";
import { type Position, TemplateError } from "./template-error.ts";

/** One part of a template. */
export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: Expression; readonly at: Position }
  | { readonly kind: "assign"; readonly name: string; readonly value: Expression; readonly at: Position }
  | ({ readonly kind: "if" | "with"; readonly value: Expression; readonly at: Position } & Branches)
  | ({
      readonly kind: "range";
      readonly value: Expression;
      readonly at: Position;
      /** Variables for key and item; either may be absent. */
      readonly keyName: string | undefined;
      readonly itemName: string | undefined;
    } & Branches);

interface Branches {
  readonly whenTrue: readonly Node[];
  readonly otherwise: readonly Node[];
}

const MAX_DEPTH = 20;

/**
 * Reads a template in the syntax of Go's text/template: values, `if`, `with`, `range`, variables and functions.
 *
 * @throws TemplateError with the place of the first fault
 * @see https://pkg.go.dev/text/template
 */
export function parse(template: string): readonly Node[] {
  const reader = new BlockReader(scan(template));
  const { nodes, stop } = reader.block(0);
  if (stop !== undefined) throw new TemplateError(`{{ ${stop.word} }} belongs to nothing`, stop.at);
  return nodes;
}

/** What ended a block. */
interface Stop {
  readonly word: "end" | "else";
  readonly at: Position;
  /** What follows `else`. */
  readonly rest: ExpressionReader;
}

const NOT_TAKEN: ReadonlySet<string> = new Set(["define", "template", "block", "break", "continue"]);

class BlockReader {
  readonly #pieces: readonly Piece[];
  #next = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Reads up to the `end` or `else` that does not belong to the block, or to the end of the template. */
  block(depth: number): { nodes: readonly Node[]; stop: Stop | undefined } {
    const nodes: Node[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next];
      if (piece === undefined) return { nodes, stop: undefined };
      this.#next += 1;
      if (piece.kind === "text") {
        nodes.push(piece);
        continue;
      }
      const read = this.#action(piece, depth);
      if ("word" in read) return { nodes, stop: read };
      nodes.push(read);
    }
  }

  #action({ source, at }: Piece & { kind: "action" }, depth: number): Node | Stop {
    const word = /^[a-z]+/.exec(source)?.[0] ?? "";
    if (NOT_TAKEN.has(word)) throw new TemplateError(`{{ ${word} }} cannot be used here`, at);
    const reader = new ExpressionReader(source, at);
    if (reader.takes("end")) {
      reader.end();
      return { word: "end", at, rest: reader };
    }
    if (reader.takes("else")) return { word: "else", at, rest: reader };
    if (reader.takes("if")) return this.#conditional("if", reader, { at, depth });
    if (reader.takes("with")) return this.#conditional("with", reader, { at, depth });
    if (reader.takes("range")) return this.#range(reader, { at, depth });
    return readValue(reader, at);
  }

  #conditional(kind: "if" | "with", reader: ExpressionReader, place: { at: Position; depth: number }): Node {
    const value = reader.pipeline();
    reader.end();
    return { kind, value, at: place.at, ...this.#branches(kind, place) };
  }

  #range(reader: ExpressionReader, place: { at: Position; depth: number }): Node {
    const names: string[] = [];
    if (reader.isFollowedBy(":=", ",")) {
      names.push(reader.takeVariable() ?? "");
      if (reader.takes(",")) names.push(reader.takeVariable() ?? "");
      if (!reader.takes(":=") || names.includes("")) throw reader.fault("range takes $key, $item := and a value");
    }
    const value = reader.pipeline();
    reader.end();
    const [keyName, itemName] = names.length === 2 ? names : [undefined, names[0]];
    return { kind: "range", value, at: place.at, keyName, itemName, ...this.#branches("range", place) };
  }

  #branches(word: string, { at, depth }: { at: Position; depth: number }): Branches {
    if (depth >= MAX_DEPTH) throw new TemplateError("this is nested too deeply", at);
    const { nodes, stop } = this.block(depth + 1);
    if (stop === undefined) throw new TemplateError(`{{ ${word} }} has no {{ end }}`, at);
    if (stop.word === "end") return { whenTrue: nodes, otherwise: [] };
    return { whenTrue: nodes, otherwise: this.#otherwise(word, stop, { at, depth }) };
  }

  #otherwise(
    word: string,
    { rest, at: elseAt }: Stop,
    { at, depth }: { at: Position; depth: number },
  ): readonly Node[] {
    for (const kind of ["if", "with"] as const) {
      // The chain shares its one `end`.
      if (rest.takes(kind)) return [this.#conditional(kind, rest, { at: elseAt, depth: depth + 1 })];
    }
    rest.end();
    const { nodes, stop } = this.block(depth + 1);
    if (stop === undefined) throw new TemplateError(`{{ ${word} }} has no {{ end }}`, at);
    if (stop.word === "else") throw new TemplateError("there is an {{ else }} already", stop.at);
    return nodes;
  }
}

function readValue(reader: ExpressionReader, at: Position): Node {
  if (reader.isFollowedBy(":=", "=")) {
    const name = reader.takeVariable();
    if (name === undefined || name === "$") throw reader.fault("only a $variable can be set");
    if (!reader.takes(":=")) reader.takes("=");
    const value = reader.pipeline();
    reader.end();
    return { kind: "assign", name, value, at };
  }
  const value = reader.pipeline();
  reader.end();
  return { kind: "value", value, at };
}
