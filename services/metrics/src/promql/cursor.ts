import { tokenize } from "./lexer.ts";
import { ParseError } from "./parse-error.ts";
import { describeToken, type Token } from "./token.ts";

/** Levels of parentheses, calls and signs that a query may have. */
export const MAX_NESTING = 500;

/** Reads a query token by token. */
export class TokenCursor {
  readonly query: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;

  constructor(query: string) {
    this.query = query;
    this.#tokens = tokenize(query);
  }

  /** The next token, not yet taken. The lexer's own error is raised when the parser comes to it. */
  peek(): Token {
    const token = this.ahead(0);
    if (token.kind === "error") throw this.fail(token.start, token.text);
    return token;
  }

  /** A later token; the last one for everything behind the end. */
  ahead(count: number): Token {
    const token = this.#tokens[this.#at + count] ?? this.#tokens.at(-1);
    if (token === undefined) throw new TypeError("a query has at least the token of its end");
    return token;
  }

  /** Where the token before ended. */
  get previousEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  take(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** Takes the next token when it is this sign. */
  takeSign(text: string): boolean {
    return this.#takeIf("sign", text);
  }

  /** Takes the next token when it is this keyword, in any case. */
  takeKeyword(word: string): boolean {
    return this.#takeIf("keyword", word);
  }

  /** Takes a sign that the grammar demands here. */
  expectSign(text: string, context = "", expected = ""): void {
    if (!this.takeSign(text)) throw this.unexpected(context, expected);
  }

  fail(offset: number, reason: string, options?: ErrorOptions): ParseError {
    return new ParseError(this.query, offset, reason, options);
  }

  /** The error for a token that may not stand here. */
  unexpected(context = "", expected = ""): ParseError {
    const token = this.peek();
    const inContext = context === "" ? "" : ` in ${context}`;
    const wanted = expected === "" ? "" : `, expected ${expected}`;
    return this.fail(token.start, `unexpected ${describeToken(token)}${inContext}${wanted}`);
  }

  /** Reads one level deeper, so that no query can exhaust the stack. */
  nested<Result>(read: () => Result): Result {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) throw this.fail(this.ahead(0).start, nestingReason);
    const result = read();
    this.#nesting -= 1;
    return result;
  }

  #takeIf(kind: Token["kind"], word: string): boolean {
    const token = this.peek();
    const isWanted = token.kind === kind && token.word === word;
    if (isWanted) this.#at += 1;
    return isWanted;
  }
}

export const nestingReason = `expression is nested deeper than ${MAX_NESTING} levels`;
