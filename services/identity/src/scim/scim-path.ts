import { ScimError } from "./scim-error.ts";

/** An attribute as filters and paths name it; names are in lower case, because they are case-insensitive. */
export interface AttributePath {
  /** URN of the schema; absent for a bare name. */
  readonly schema?: string;
  readonly name: string;
  readonly sub?: string;
}

export type CompareOperator = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";
export type CompareValue = string | number | boolean | null;

/** A filter of RFC 7644, 3.4.2.2. */
export type ScimFilter =
  | {
      readonly kind: "compare";
      readonly path: AttributePath;
      readonly operator: CompareOperator;
      readonly value: CompareValue;
    }
  | { readonly kind: "present"; readonly path: AttributePath }
  | { readonly kind: "and"; readonly filters: readonly ScimFilter[] }
  | { readonly kind: "or"; readonly filters: readonly ScimFilter[] }
  | { readonly kind: "not"; readonly filter: ScimFilter }
  /** `emails[type eq "work"]`: one value that matches all of the inner filter. */
  | { readonly kind: "value"; readonly path: AttributePath; readonly filter: ScimFilter };

/** The target of a PATCH operation. */
export interface PatchPath extends AttributePath {
  readonly filter?: ScimFilter;
}

type Token =
  | { readonly kind: "word" | "punctuation" | "end"; readonly text: string }
  | { readonly kind: "literal"; readonly text: string; readonly value: CompareValue };

const TOKENS =
  /\s+|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w$.:-])|([A-Za-z$][\w$.:-]*)|([[\]().])/suy;
const KEYWORDS: ReadonlyMap<string, CompareValue> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const OPERATORS: ReadonlySet<string> = new Set(["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"]);
const ATTRIBUTE = /^(?:(urn:[\w.:-]+):)?([A-Za-z$][\w-]*)(?:\.([A-Za-z$][\w-]*))?$/i;
const MAX_DEPTH = 16;

/**
 * Parses a filter.
 *
 * @throws ScimError `invalidFilter`
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2
 */
export function parseFilter(text: string): ScimFilter {
  const parser = new Parser(text, "invalidFilter");
  const filter = parser.disjunction(0);
  parser.end();
  return filter;
}

/**
 * Parses the path of a PATCH operation: `name.familyName`, `emails[type eq "work"].value`.
 *
 * @throws ScimError `invalidPath`; `invalidFilter` for the filter in it
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 */
export function parsePath(text: string): PatchPath {
  const parser = new Parser(text, "invalidPath");
  const path = parser.patchPath();
  parser.end();
  return path;
}

/** Recursive descent over the grammar of RFC 7644; the methods are named after what they read. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #fault: "invalidFilter" | "invalidPath";
  #at = 0;

  constructor(text: string, fault: "invalidFilter" | "invalidPath") {
    this.#fault = fault;
    this.#tokens = this.#tokenize(text);
  }

  patchPath(): PatchPath {
    const path = this.attribute();
    if (!this.#accept("[")) return path;
    if (path.sub !== undefined) throw this.#error("a filter follows an attribute, not a sub-attribute");
    const filter = this.disjunction(1);
    this.#expect("]");
    if (!this.#accept(".")) return { ...path, filter };
    const { name, sub, schema } = this.attribute();
    if (sub !== undefined || schema !== undefined) throw this.#error("one sub-attribute can follow a filter");
    return { ...path, sub: name, filter };
  }

  disjunction(depth: number): ScimFilter {
    return this.#joined("or", () => this.#joined("and", () => this.#term(depth)));
  }

  attribute(): AttributePath {
    const { kind, text } = this.#next();
    const [, schema, name, sub] = (kind === "word" ? ATTRIBUTE.exec(text) : undefined) ?? [];
    if (name === undefined) throw this.#error(`"${text}" is not an attribute`);
    return {
      ...(schema === undefined ? {} : { schema: schema.toLowerCase() }),
      name: name.toLowerCase(),
      ...(sub === undefined ? {} : { sub: sub.toLowerCase() }),
    };
  }

  end(): void {
    const { kind, text } = this.#next();
    if (kind !== "end") throw this.#error(`"${text}" is unexpected`);
  }

  #joined(kind: "and" | "or", operand: () => ScimFilter): ScimFilter {
    const first = operand();
    const filters = [first];
    while (this.#acceptWord(kind)) filters.push(operand());
    return filters.length === 1 ? first : { kind, filters };
  }

  #term(depth: number): ScimFilter {
    if (depth > MAX_DEPTH) throw this.#error("it is nested too deeply");
    if (this.#accept("(")) return this.#group(depth);
    const following = this.#tokens[this.#at + 1]?.text;
    if (following === "(" && this.#acceptWord("not")) {
      this.#expect("(");
      return { kind: "not", filter: this.#group(depth) };
    }
    const path = this.attribute();
    if (!this.#accept("[")) return this.#comparison(path);
    const filter = this.disjunction(depth + 1);
    this.#expect("]");
    return { kind: "value", path, filter };
  }

  #group(depth: number): ScimFilter {
    const filter = this.disjunction(depth + 1);
    this.#expect(")");
    return filter;
  }

  #comparison(path: AttributePath): ScimFilter {
    const operator = this.#next().text.toLowerCase();
    if (operator === "pr") return { kind: "present", path };
    if (!isOperator(operator)) throw this.#error(`"${operator}" is not an operator`);
    const token = this.#next();
    if (token.kind === "literal") return { kind: "compare", path, operator, value: token.value };
    const keyword = token.kind === "word" ? KEYWORDS.get(token.text.toLowerCase()) : undefined;
    if (keyword === undefined) throw this.#error(`"${token.text}" is not a value`);
    return { kind: "compare", path, operator, value: keyword };
  }

  #tokenize(text: string): Token[] {
    const tokens: Token[] = [];
    TOKENS.lastIndex = 0;
    while (TOKENS.lastIndex < text.length) {
      const found = TOKENS.exec(text);
      if (found === null) throw this.#error("it holds characters that are not part of the grammar");
      const [, quoted, number, word, punctuation] = found;
      if (quoted !== undefined) tokens.push({ kind: "literal", text: quoted, value: this.#unquote(quoted) });
      if (number !== undefined) tokens.push({ kind: "literal", text: number, value: Number(number) });
      if (word !== undefined) tokens.push({ kind: "word", text: word });
      if (punctuation !== undefined) tokens.push({ kind: "punctuation", text: punctuation });
    }
    return tokens;
  }

  #unquote(quoted: string): string {
    try {
      const value: unknown = JSON.parse(quoted);
      // PostgreSQL keeps neither NUL nor half of a surrogate pair.
      if (typeof value === "string" && value.isWellFormed() && !value.includes("\0")) return value;
    } catch {
      // An escape that JSON does not know.
    }
    throw this.#error("it holds a string that is not valid JSON");
  }

  #next(): Token {
    const token = this.#tokens[this.#at] ?? { kind: "end", text: "" };
    this.#at += 1;
    return token;
  }

  #accept(punctuation: string): boolean {
    const { kind, text } = this.#tokens[this.#at] ?? { kind: "end", text: "" };
    if (kind !== "punctuation" || text !== punctuation) return false;
    this.#at += 1;
    return true;
  }

  #acceptWord(word: string): boolean {
    const { kind, text } = this.#tokens[this.#at] ?? { kind: "end", text: "" };
    if (kind !== "word" || text.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(punctuation: string): void {
    if (!this.#accept(punctuation)) throw this.#error(`"${punctuation}" is missing`);
  }

  #error(reason: string): ScimError {
    const subject = this.#fault === "invalidPath" ? "path" : "filter";
    return new ScimError(400, `The ${subject} is not valid: ${reason.slice(0, 200)}`, { scimType: this.#fault });
  }
}

function isOperator(text: string): text is CompareOperator {
  return OPERATORS.has(text);
}
