/** One sample as it was written. */
export interface ExposedSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
  readonly timestampMs?: number;
}

export type ParseErrorCode =
  | "too_large"
  | "too_many_samples"
  | "name_expected"
  | "label_expected"
  | "value_expected"
  | "quote_missing"
  | "label_repeated"
  | "value_too_long"
  | "text_behind";

/** A line that cannot be read. Lines and columns count from 1; 0 where it is about the whole. */
export class ParseError extends Error {
  readonly code: ParseErrorCode;
  readonly line: number;
  readonly column: number;

  constructor(code: ParseErrorCode, line: number, column: number) {
    super(`${line}:${column}: ${code.replaceAll("_", " ")}`);
    this.name = "ParseError";
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

const KEYWORDS = ["TYPE", "HELP", "UNIT"] as const;

/** Walks over one line, sign by sign: its time grows with its length and no faster. */
export class ExpositionCursor {
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  readonly #line: number;
  #at: number;

  constructor(text: string, start: number, end: number, line: number) {
    this.#text = text;
    this.#start = start;
    // Lines of some writers end in a carriage return, too.
    this.#end = end > start && text[end - 1] === "\r" ? end - 1 : end;
    this.#line = line;
    this.#at = start;
  }

  isEnd(): boolean {
    return this.#text.startsWith("# EOF", this.#start) && this.#end === this.#start + 5;
  }

  isComment(): boolean {
    return this.#text[this.#start] === "#";
  }

  isBlank(): boolean {
    this.#skipBlanks();
    return this.#at === this.#end;
  }

  /** `# TYPE name text`; `undefined` for a comment that is only for people. */
  comment(): { readonly keyword: (typeof KEYWORDS)[number]; readonly name: string; readonly text: string } | undefined {
    this.#at = this.#start + 1;
    const keyword = keywordOf(this.#word());
    if (keyword === undefined) return undefined;
    const name = this.#word();
    this.#skipBlanks();
    const rest = this.#text.slice(this.#at, this.#end);
    return { keyword, name, text: keyword === "HELP" ? unescaped(rest) : rest.trim() };
  }

  /** @throws ParseError */
  sample(maxValueLength: number): ExposedSample {
    this.#skipBlanks();
    const name = this.#name();
    if (name === "") throw this.#fault("name_expected");
    this.#skipBlanks();
    const labels = this.#peek() === "{" ? this.#labels(maxValueLength) : new Map<string, string>();
    const value = numberOf(this.#word());
    if (value === undefined) throw this.#fault("value_expected");
    const rest = this.#word();
    if (rest === "" || rest.startsWith("#")) return { name, labels, value };
    const timestampMs = numberOf(rest);
    if (timestampMs === undefined) throw this.#fault("text_behind");
    const behind = this.#word();
    if (behind !== "" && !behind.startsWith("#")) throw this.#fault("text_behind");
    return { name, labels, value, timestampMs };
  }

  #labels(maxValueLength: number): Map<string, string> {
    const labels = new Map<string, string>();
    this.#at += 1;
    for (;;) {
      this.#skipBlanks();
      if (this.#peek() === "}") break;
      const name = this.#name();
      this.#skipBlanks();
      if (name === "" || this.#peek() !== "=") throw this.#fault("label_expected");
      this.#at += 1;
      this.#skipBlanks();
      const value = this.#quoted();
      if (value.length > maxValueLength) throw this.#fault("value_too_long");
      if (labels.has(name)) throw this.#fault("label_repeated");
      labels.set(name, value);
      this.#skipBlanks();
      if (this.#peek() === ",") this.#at += 1;
      else if (this.#peek() !== "}") throw this.#fault("label_expected");
    }
    this.#at += 1;
    return labels;
  }

  #quoted(): string {
    if (this.#peek() !== '"') throw this.#fault("quote_missing");
    const start = this.#at + 1;
    let end = start;
    let hasEscapes = false;
    while (end < this.#end && this.#text[end] !== '"') {
      const isEscape = this.#text[end] === "\\";
      hasEscapes ||= isEscape;
      end += isEscape ? 2 : 1;
    }
    if (end >= this.#end) throw this.#fault("quote_missing");
    this.#at = end + 1;
    const text = this.#text.slice(start, end);
    return hasEscapes ? unescaped(text) : text;
  }

  #name(): string {
    const start = this.#at;
    while (this.#at < this.#end && isNameSign(this.#text.charCodeAt(this.#at), this.#at === start)) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  /** What stands before the next blank. */
  #word(): string {
    this.#skipBlanks();
    const start = this.#at;
    while (this.#at < this.#end && !isBlank(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #skipBlanks(): void {
    while (this.#at < this.#end && isBlank(this.#text[this.#at])) this.#at += 1;
  }

  #peek(): string | undefined {
    return this.#at < this.#end ? this.#text[this.#at] : undefined;
  }

  #fault(code: ParseErrorCode): ParseError {
    return new ParseError(code, this.#line, this.#at - this.#start + 1);
  }
}

function keywordOf(word: string): (typeof KEYWORDS)[number] | undefined {
  return KEYWORDS.find((keyword) => keyword === word);
}

function isBlank(sign: string | undefined): boolean {
  return sign === " " || sign === "\t";
}

/** Letters, digits, `_` and `:`, no digit first. */
function isNameSign(code: number, isFirst: boolean): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58;
  return isLetter || (!isFirst && code >= 48 && code <= 57);
}

const SPECIAL: ReadonlyMap<string, number> = new Map([
  ["nan", Number.NaN],
  ["+inf", Number.POSITIVE_INFINITY],
  ["inf", Number.POSITIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
]);

function numberOf(text: string): number | undefined {
  const special = SPECIAL.get(text.toLowerCase());
  if (special !== undefined) return special;
  // What Number takes and no exposition writes: nothing at all, other bases, a whole word.
  const isPlain = text !== "" && !["x", "o", "b", "y"].some((sign) => text.toLowerCase().includes(sign));
  const value = isPlain ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Undoes `\\`, `\"` and `\n`; other escapes stand for themselves. */
function unescaped(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    const next = text[at + 1];
    if (text[at] !== "\\" || next === undefined) result += text[at];
    else {
      result += next === "n" ? "\n" : next === "\\" || next === '"' ? next : `\\${next}`;
      at += 1;
    }
  }
  return result;
}
