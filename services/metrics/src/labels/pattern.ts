import { RE2JS } from "re2js";

/** A regular expression over whole label values: RE2 syntax, fully anchored, the dot takes line ends too. */
export interface Pattern {
  matches(value: string): boolean;
  /** Everything that it can match, where that is a short list. */
  readonly alternatives?: readonly string[];
}

/** A regular expression that RE2 does not take. */
export class PatternError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PatternError";
  }
}

/** Characters that mean themselves outside of brackets. */
const LITERAL = /^[^\\^$.|?*+()[\]{}]*$/;
/** Patterns of label matchers are short; the compiled program grows with them. */
const MAX_LENGTH = 16 * 1024;

/**
 * Compiles a pattern. Matching takes time linear in the value, whatever the pattern: foreign queries run here.
 *
 * @throws PatternError for invalid syntax, with the text that Go's RE2 gives
 */
export function compilePattern(source: string): Pattern {
  return literalPattern(source) ?? prefixedPattern(source) ?? compileProgram(source);
}

/** `a|b|c` of plain texts. */
function literalPattern(source: string): Pattern | undefined {
  const alternatives = source.split("|");
  if (!alternatives.every((alternative) => LITERAL.test(alternative))) return undefined;
  const values = new Set(alternatives);
  return { alternatives: [...values], matches: (value) => values.has(value) };
}

/** A plain text with `.*` or `.+` before it, after it, or on both sides. */
function prefixedPattern(source: string): Pattern | undefined {
  const [, before = "", text = "", after = ""] = /^(\.[*+]|)(.*?)(\.[*+]|)$/s.exec(source) ?? [];
  if (!LITERAL.test(text) || (before === "" && after === "")) return undefined;
  const least = text.length + (before === ".+" ? 1 : 0) + (after === ".+" ? 1 : 0);
  if (text === "") return { matches: (value) => value.length >= least };
  if (before === "") return { matches: (value) => value.length >= least && value.startsWith(text) };
  if (after === "") return { matches: (value) => value.length >= least && value.endsWith(text) };
  if (before !== ".*" || after !== ".*") return undefined;
  return { matches: (value) => value.includes(text) };
}

function compileProgram(source: string): Pattern {
  const program = programOf(source);
  return { matches: (value) => program.testExact(value) };
}

function programOf(source: string): RE2JS {
  if (source.length > MAX_LENGTH) throw new PatternError(`regular expression is longer than ${MAX_LENGTH} characters`);
  try {
    return RE2JS.compile(source, RE2JS.DOTALL);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The engine shows the pattern with its flags before it.
    throw new PatternError(reason.replace("`(?s)", "`"), { cause: error });
  }
}

/** A pattern whose groups are written into another text. */
export interface Template {
  /** The text with `$1`, `${name}` filled in; `undefined` when the value does not match as a whole. */
  fill(value: string): string | undefined;
}

/**
 * Compiles a pattern and the text that is made from its groups, in Go's notation: `$1`, `${1}`, `$name`, `$$`.
 *
 * @throws PatternError as `compilePattern`
 */
export function compileTemplate(source: string, text: string): Template {
  const program = programOf(source);
  const groupByName = program.namedGroups();
  const parts = templateParts(text, (name) => (/^\d+$/.test(name) ? Number(name) : groupByName[name]));
  return {
    fill(value) {
      const matcher = program.matcher(value);
      if (!matcher.matches()) return undefined;
      const groupText = (group: number) => (group <= matcher.groupCount() ? (matcher.group(group) ?? "") : "");
      return parts.map((part) => (typeof part === "string" ? part : groupText(part))).join("");
    },
  };
}

/** Text to copy, or the number of a group to insert. A group that the pattern does not have inserts nothing. */
function templateParts(text: string, groupOf: (name: string) => number | undefined): (string | number)[] {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const found of text.matchAll(/\$(?:\$|(\w+)|\{(\w+)\})/g)) {
    parts.push(text.slice(end, found.index));
    const name = found[1] ?? found[2];
    parts.push(name === undefined ? "$" : (groupOf(name) ?? ""));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}
