import { type Token, type TokenKind, wordKind } from "./token.ts";

const SPACE = /(?:[ \t\r\n]+|#[^\n]*)*/y;
/** Letters of any script, and dots behind the first character, need no quotes. */
const WORD = /[\p{L}_:][\p{L}0-9_:.]*/uy;
const LABEL_NAME = /[\p{L}_][\p{L}0-9_.]*/uy;
const NUMBER = /(?:0[xX][0-9a-fA-F_]*|[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]*)?/y;
const DURATION = /(?:[0-9]+(?:ms|[smhdwy]))+/y;
const QUOTED = /"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|`[^`]*`/y;
const OPERATOR = /[=!<>]=|=~|!~|[<>]\/|[-+*/%^<>]/y;
const DURATION_WORD = /(?:step|range|min_of|max_of)(?![A-Za-z0-9_:])/iy;
const BRACE_SIGN = /=~|!~|!=|[=,]/y;
const ALPHANUMERIC = /[A-Za-z0-9_]/;

/**
 * Splits a query into tokens. The list ends with an `end` token, or with an `error` token at the first text that is
 * no token; whether an error in the grammar comes before it is the parser's to see.
 */
export function tokenize(query: string): Token[] {
  return new Lexer(query).run();
}

class Lexer {
  readonly #query: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  #openParentheses = 0;
  #isInBraces = false;
  #isInBrackets = false;
  #hasColon = false;

  constructor(query: string) {
    this.#query = query;
  }

  run(): Token[] {
    for (;;) {
      this.#match(SPACE);
      const token = this.#next();
      this.#tokens.push(token);
      if (token.kind === "end" || token.kind === "error") return this.#tokens;
    }
  }

  #next(): Token {
    if (this.#at === this.#query.length) return this.#end();
    if (this.#isInBraces) return this.#insideBraces();
    const sign = this.#query[this.#at] ?? "";
    return this.#quoted(sign) ?? this.#number(sign) ?? this.#bracket(sign) ?? this.#outside(sign);
  }

  #outside(sign: string): Token {
    if (this.#isInBrackets) return this.#insideBrackets(sign);
    const word = this.#match(WORD);
    if (word !== "") return this.#token(wordKind(word), word);
    const operator = this.#match(OPERATOR);
    if (operator === "=~") return this.#error("unexpected character after '=': '~'", this.#at - 2);
    if (operator === "!~") return this.#error("unexpected character after '!': '~'", this.#at - 2);
    if (operator !== "") return this.#token("operator", operator);
    if (sign === "!") return this.#error(`unexpected character after '!': ${this.#quote(this.#at + 1)}`);
    if (sign === "=" || sign === "," || sign === "@") return this.#take("sign", sign);
    return this.#error(`unexpected character: ${this.#quote()}`);
  }

  #insideBrackets(sign: string): Token {
    if (sign === ":" && !this.#hasColon) {
      this.#hasColon = true;
      return this.#take("sign", sign);
    }
    if (sign === ":") return this.#error("unexpected colon ':'");
    if (sign === ",") return this.#take("sign", sign);
    const word = this.#match(DURATION_WORD);
    if (word !== "") return this.#token("identifier", word);
    const operator = this.#match(OPERATOR);
    if (operator !== "") return this.#token("operator", operator);
    return this.#error(`unexpected character in duration expression: ${this.#quote()}`);
  }

  #insideBraces(): Token {
    const sign = this.#query[this.#at] ?? "";
    if (sign === "}") {
      this.#isInBraces = false;
      return this.#take("sign", sign);
    }
    if (sign === "{") return this.#error("unexpected left brace '{'");
    const quoted = this.#quoted(sign);
    if (quoted !== undefined) return quoted;
    const name = this.#match(LABEL_NAME);
    if (name !== "") return this.#token("identifier", name);
    const matching = this.#match(BRACE_SIGN);
    if (matching !== "") return this.#token(matching === "=" || matching === "," ? "sign" : "operator", matching);
    if (sign === "!") return this.#error(`unexpected character after '!' inside braces: ${this.#quote(this.#at + 1)}`);
    return this.#error(`unexpected character inside braces: ${this.#quote()}`);
  }

  #quoted(sign: string): Token | undefined {
    if (sign !== '"' && sign !== "'" && sign !== "`") return undefined;
    if (this.#isInBrackets) return undefined;
    const text = this.#match(QUOTED);
    if (text !== "") return this.#token("string", text);
    return this.#error(sign === "`" ? "unterminated raw string" : "unterminated quoted string");
  }

  #number(sign: string): Token | undefined {
    const start = this.#at;
    if (!/[0-9.]/.test(sign) || this.#isInBraces) return undefined;
    const text = this.#match(NUMBER);
    if (text === "") return undefined;
    if (!this.#isAlphanumeric(this.#at)) return this.#token("number", text);
    this.#at = start;
    const duration = this.#match(DURATION);
    if (duration !== "" && !this.#isAlphanumeric(this.#at)) return this.#token("duration", duration);
    const end = start + Math.max(duration.length, text.length) + 1;
    return this.#error(`bad number or duration syntax: ${JSON.stringify(this.#query.slice(start, end))}`, start);
  }

  #bracket(sign: string): Token | undefined {
    switch (sign) {
      case "(":
        this.#openParentheses += 1;
        return this.#take("sign", sign);
      case ")":
        if (this.#openParentheses === 0) return this.#error("unexpected right parenthesis ')'", this.#at + 1);
        this.#openParentheses -= 1;
        return this.#take("sign", sign);
      case "{":
        this.#isInBraces = true;
        return this.#take("sign", sign);
      case "[":
        if (this.#isInBrackets) return this.#error("unexpected left bracket '['");
        this.#isInBrackets = true;
        this.#hasColon = false;
        return this.#take("sign", sign);
      case "]":
        if (!this.#isInBrackets) return this.#error("unexpected right bracket ']'");
        this.#isInBrackets = false;
        return this.#take("sign", sign);
      default:
        return undefined;
    }
  }

  #end(): Token {
    if (this.#isInBraces) return this.#error("unexpected end of input inside braces");
    if (this.#openParentheses > 0) return this.#error("unclosed left parenthesis");
    if (this.#isInBrackets) return this.#error("unclosed left bracket");
    return this.#token("end", "");
  }

  /** Takes what the sticky pattern finds here; nothing when it does not match. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#query)?.[0] ?? "";
    this.#at += text.length;
    return text;
  }

  #take(kind: TokenKind, text: string): Token {
    this.#at += text.length;
    return this.#token(kind, text);
  }

  #token(kind: TokenKind, text: string): Token {
    return { kind, text, word: text.toLowerCase(), start: this.#at - text.length, end: this.#at };
  }

  #error(reason: string, start = this.#at): Token {
    return { kind: "error", text: reason, word: "", start, end: this.#query.length };
  }

  #isAlphanumeric(offset: number): boolean {
    return ALPHANUMERIC.test(this.#query[offset] ?? "");
  }

  /** The character at an offset in single quotes. */
  #quote(offset = this.#at): string {
    const code = this.#query.codePointAt(offset);
    return code === undefined ? "end of input" : `'${String.fromCodePoint(code).replace(/['\\]/, "\\$&")}'`;
  }
}
