import { isFunctionName } from "./functions.ts";
import { type Position, TemplateError } from "./template-error.ts";

/** What a value is made of. `dot` is where the template stands, `$` the data as a whole. */
export type Expression =
  | { readonly kind: "literal"; readonly value: unknown }
  | { readonly kind: "path"; readonly root: "dot" | Expression; readonly keys: readonly string[] }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly inputs: readonly Expression[] };

type Token =
  | { readonly kind: "string" | "number" | "word" | "sign"; readonly text: string }
  | { readonly kind: "path" | "variable"; readonly text: string };

const TOKEN =
  /\s*(?:(?<string>"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|(?<variable>\$\w*)|(?<path>(?:\.[A-Za-z_]\w*)+|\.(?!\w))|(?<word>[A-Za-z_]\w*)|(?<sign>:=|[=|(),]))/y;

/** So deep may parentheses and pipes be nested. */
const MAX_DEPTH = 20;

/** Reads the tokens of one action from left to right. */
export class ExpressionReader {
  readonly #tokens: readonly Token[];
  readonly #at: Position;
  #next = 0;
  #depth = 0;

  /** @throws TemplateError for a sign that means nothing */
  constructor(source: string, at: Position) {
    this.#at = at;
    this.#tokens = tokensOf(source, at);
  }

  /** The next token if it is this word or sign, which is then read. */
  takes(text: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.text !== text || token.kind === "string") return false;
    this.#next += 1;
    return true;
  }

  /** A variable's name with its dollar sign, which is then read. */
  takeVariable(): string | undefined {
    const token = this.#tokens[this.#next];
    if (token?.kind !== "variable") return undefined;
    this.#next += 1;
    return token.text;
  }

  /** Whether the token after the next is this sign. */
  isFollowedBy(...signs: readonly string[]): boolean {
    const token = this.#tokens[this.#next + 1];
    return token?.kind === "sign" && signs.includes(token.text);
  }

  /** @throws TemplateError when something is left */
  end(): void {
    const token = this.#tokens[this.#next];
    if (token !== undefined) throw this.fault(`${token.text} has no place here`);
  }

  /** @throws TemplateError */
  pipeline(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.fault("this is nested too deeply");
    let value = this.#command(undefined);
    while (this.takes("|")) value = this.#command(value);
    this.#depth -= 1;
    return value;
  }

  fault(message: string): TemplateError {
    return new TemplateError(message, this.#at);
  }

  #command(piped: Expression | undefined): Expression {
    const token = this.#tokens[this.#next];
    if (token?.kind === "word" && !LITERALS.has(token.text)) {
      this.#next += 1;
      if (!isFunctionName(token.text)) throw this.fault(`there is no function ${token.text}`);
      const inputs = [...this.#operands(), ...(piped === undefined ? [] : [piped])];
      return { kind: "call", name: token.text, inputs };
    }
    if (piped !== undefined) throw this.fault("after | comes a function");
    const value = this.#operand();
    if (value === undefined) throw this.fault(token === undefined ? "a value is missing" : `${token.text} is no value`);
    return value;
  }

  #operands(): readonly Expression[] {
    const operands: Expression[] = [];
    for (let operand = this.#operand(); operand !== undefined; operand = this.#operand()) operands.push(operand);
    return operands;
  }

  #operand(): Expression | undefined {
    const token = this.#tokens[this.#next];
    if (token === undefined) return undefined;
    if (token.kind === "sign") return token.text === "(" ? this.#parenthesis() : undefined;
    if (token.kind === "word" && !LITERALS.has(token.text)) return this.#bareFunction(token.text);
    this.#next += 1;
    if (token.kind === "word") return { kind: "literal", value: LITERALS.get(token.text) };
    if (token.kind === "string") return { kind: "literal", value: this.#unquote(token.text) };
    if (token.kind === "number") return { kind: "literal", value: Number(token.text) };
    if (token.kind === "path") return { kind: "path", root: "dot", keys: keysOf(token.text) };
    return this.#withKeys({ kind: "variable", name: token.text });
  }

  /** A function may stand among operands only where it needs none, and none of ours is like that. */
  #bareFunction(name: string): never {
    throw this.fault(isFunctionName(name) ? `put (${name} …) in parentheses` : `there is no function ${name}`);
  }

  #parenthesis(): Expression {
    this.#next += 1;
    const value = this.pipeline();
    if (!this.takes(")")) throw this.fault("( has no )");
    return this.#withKeys(value);
  }

  /** `$.Data.name`, `(index .Data.list 0).name` */
  #withKeys(root: Expression): Expression {
    const token = this.#tokens[this.#next];
    if (token?.kind !== "path" || token.text === ".") return root;
    this.#next += 1;
    return { kind: "path", root, keys: keysOf(token.text) };
  }

  #unquote(text: string): string {
    if (text.startsWith("`")) return text.slice(1, -1);
    try {
      return String(JSON.parse(text));
    } catch {
      throw this.fault(`${text} has an escape that is not known`);
    }
  }
}

const LITERALS: ReadonlyMap<string, unknown> = new Map([
  ["true", true],
  ["false", false],
  ["nil", undefined],
]);

function keysOf(path: string): readonly string[] {
  return path === "." ? [] : path.slice(1).split(".");
}

function tokensOf(source: string, at: Position): readonly Token[] {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    const found = Object.entries(groups ?? {}).find(([, value]) => value !== undefined);
    if (found === undefined) throw new TemplateError(`${text.slice(from).trim()} cannot be read`, at);
    // Proven by the pattern: its groups are named after the kinds.
    tokens.push({ kind: found[0] as Token["kind"], text: found[1] ?? "" });
  }
  return tokens;
}
