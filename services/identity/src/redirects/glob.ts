import { RE2JS } from "re2js";

/** A compiled pattern of the redirect allow-list. */
export interface Glob {
  /** Whether the whole text fits. */
  test(text: string): boolean;
}

/**
 * Compiles a pattern of the redirect allow-list.
 *
 * `*` any run without `.` and `/`, `**` any run, `?` one character but `.` and `/`, `[ab]` `[a-z]` `[!ab]` one of,
 * `{a,b}` alternatives, `\` takes the next character as it is.
 *
 * Strangers choose the text: matching goes over it once, whatever the pattern (RE2). The language's own expressions
 * would take seconds for four `**` and an address of 300 characters.
 *
 * @returns `undefined` for a pattern that cannot be read; it then allows nothing
 */
export function compileGlob(pattern: string): Glob | undefined {
  const source = translate([...pattern]);
  if (source === undefined) return undefined;
  try {
    const compiled = RE2JS.compile(source, RE2JS.DOTALL);
    return { test: (text) => compiled.matches(text) };
  } catch {
    // A class such as [z-a] is no pattern.
    return undefined;
  }
}

function translate(signs: readonly string[]): string | undefined {
  let source = "";
  let openBraces = 0;
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? "";
    if (sign === "{") openBraces += 1;
    if (sign === "}") openBraces -= 1;
    if (openBraces < 0) return undefined;
    const part = readPart(signs, at, openBraces > 0);
    if (part === undefined) return undefined;
    source += part.source;
    at = part.last;
  }
  return openBraces === 0 ? source : undefined;
}

interface Part {
  readonly source: string;
  /** Where the part ends. */
  readonly last: number;
}

function readPart(signs: readonly string[], at: number, insideBraces: boolean): Part | undefined {
  const sign = signs[at] ?? "";
  if (sign === "*") return readStars(signs, at);
  if (sign === "?") return { source: "[^./]", last: at };
  if (sign === "[") return readClass(signs, at);
  if (sign === "{") return { source: "(?:", last: at };
  if (sign === "}") return { source: ")", last: at };
  if (sign === "," && insideBraces) return { source: "|", last: at };
  if (sign !== "\\") return { source: literal(sign), last: at };
  const next = signs[at + 1];
  return next === undefined ? undefined : { source: literal(next), last: at + 1 };
}

function readStars(signs: readonly string[], at: number): Part {
  let last = at;
  while (signs[last + 1] === "*") last += 1;
  return { source: last === at ? "[^./]*" : ".*", last };
}

function readClass(signs: readonly string[], at: number): Part | undefined {
  const end = signs.indexOf("]", at + 2);
  if (end === -1) return undefined;
  const isNegated = signs[at + 1] === "!";
  const members = signs.slice(at + (isNegated ? 2 : 1), end);
  if (members.length === 0) return undefined;
  const source = members.map((member) => (member === "-" ? "-" : literal(member))).join("");
  return { source: `[${isNegated ? "^" : ""}${source}]`, last: end };
}

function literal(sign: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign;
}
