import { METRIC_NAME } from "../labels/labels.ts";
import { createMatcher, type Matcher, type MatchOperator } from "../labels/matcher.ts";
import { PatternError } from "../labels/pattern.ts";
import type { TokenCursor } from "./cursor.ts";
import { parseString } from "./literal.ts";
import type { VectorSelector } from "./syntax.ts";
import type { Token } from "./token.ts";

/** Matchers of one selector. Each may have to be tried on every value of its label. */
const MAX_MATCHERS = 100;

/** Reads `name`, `name{…}` or `{…}`. */
export function parseVectorSelector(cursor: TokenCursor): VectorSelector {
  const { start } = cursor.peek();
  const isNamed = !(cursor.peek().kind === "sign" && cursor.peek().text === "{");
  const name = isNamed ? cursor.take().text : "";
  const inBraces = cursor.takeSign("{") ? parseMatchers(cursor) : [];
  const inner = inBraces.find((matcher) => matcher.name === METRIC_NAME);
  if (isNamed && inner !== undefined) {
    throw cursor.fail(
      start,
      `metric name must not be set twice: ${JSON.stringify(name)} or ${JSON.stringify(inner.value)}`,
    );
  }
  const matchers = isNamed ? [...inBraces, createMatcher(METRIC_NAME, "=", name)] : inBraces;
  const span = { start, end: cursor.previousEnd };
  return { kind: "vector selector", name, matchers, offsetMs: 0, at: undefined, span };
}

function parseMatchers(cursor: TokenCursor): Matcher[] {
  const matchers: Matcher[] = [];
  while (!cursor.takeSign("}")) {
    if (matchers.length === MAX_MATCHERS)
      throw cursor.fail(cursor.peek().start, `more than ${MAX_MATCHERS} label matchers`);
    matchers.push(parseMatcher(cursor));
    if (cursor.takeSign("}")) break;
    cursor.expectSign(",", "label matching", '"," or "}"');
  }
  return matchers;
}

function parseMatcher(cursor: TokenCursor): Matcher {
  const { kind } = cursor.peek();
  if (kind !== "identifier" && kind !== "string") throw cursor.unexpected("label matching", 'identifier or "}"');
  const label = cursor.take();
  const operator = takeMatchOperator(cursor);
  const name = kind === "string" ? textOf(cursor, label) : label.text;
  // A quoted text alone is the metric's name, for names that are no identifiers.
  if (operator === undefined && kind === "string") return createMatcher(METRIC_NAME, "=", name);
  if (operator === undefined) throw cursor.unexpected("label matching", "label matching operator");
  if (cursor.peek().kind !== "string") throw cursor.unexpected("label matching", "string");
  const value = textOf(cursor, cursor.take());
  try {
    return createMatcher(name, operator, value);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw cursor.fail(label.start, error.message, { cause: error });
  }
}

function takeMatchOperator(cursor: TokenCursor): MatchOperator | undefined {
  const { text } = cursor.peek();
  if (text !== "=" && text !== "!=" && text !== "=~" && text !== "!~") return undefined;
  cursor.take();
  return text;
}

/** The text that a string token stands for. */
export function textOf(cursor: TokenCursor, token: Token): string {
  const text = parseString(token.text);
  if (text === undefined) throw cursor.fail(token.start, "unknown escape sequence in string");
  return text;
}
