import type { TokenCursor } from "./cursor.ts";
import { parseDuration, parseNumber } from "./literal.ts";
import type { DurationExpression, DurationOperator } from "./syntax.ts";

const PRECEDENCE: Readonly<Record<DurationOperator, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 3 };

/** What an error message says was expected where a length should begin. */
export interface Expectation {
  readonly context: string;
  readonly expected: string;
}

/** Reads a length between brackets: everything up to the next sign that cannot belong to it. */
export function parseDurationExpression(cursor: TokenCursor, expectation: Expectation, least = 1): DurationExpression {
  let left = parseSigned(cursor, expectation, PRECEDENCE["^"]);
  for (;;) {
    const operator = peekOperator(cursor);
    if (operator === undefined || PRECEDENCE[operator] < least) return left;
    cursor.take();
    const power = PRECEDENCE[operator];
    const right = cursor.nested(() =>
      parseDurationExpression(cursor, expectation, operator === "^" ? power : power + 1),
    );
    left = { kind: "arithmetic", operator, left, right, span: { start: left.span.start, end: right.span.end } };
  }
}

/**
 * Reads the length behind `offset`: one term with its sign. What an operator behind it combines is the selector:
 * `x offset 1m + 1` adds one to the values of x.
 */
export function parseOffsetExpression(cursor: TokenCursor, expectation: Expectation): DurationExpression {
  return parseSigned(cursor, expectation, "term");
}

/** @param binding - how much of what follows a sign belongs to it: a term, or operators of this precedence */
function parseSigned(cursor: TokenCursor, expectation: Expectation, binding: number | "term"): DurationExpression {
  const { kind, text, start } = cursor.peek();
  if (kind !== "operator" || (text !== "-" && text !== "+")) return parseTerm(cursor, expectation);
  cursor.take();
  const operand = cursor.nested(() =>
    binding === "term" ? parseTerm(cursor, expectation) : parseDurationExpression(cursor, expectation, binding),
  );
  return text === "+" ? operand : { kind: "negative", operand, span: { start, end: operand.span.end } };
}

function peekOperator(cursor: TokenCursor): DurationOperator | undefined {
  const { kind, text } = cursor.peek();
  return kind === "operator" && isDurationOperator(text) ? text : undefined;
}

function isDurationOperator(text: string): text is DurationOperator {
  return Object.hasOwn(PRECEDENCE, text);
}

function parseTerm(cursor: TokenCursor, expectation: Expectation): DurationExpression {
  const { kind, text, word, start } = cursor.peek();
  if (kind === "number" || kind === "duration") return parseLiteral(cursor);
  if (kind === "sign" && text === "(") {
    cursor.take();
    const inner = cursor.nested(() => parseDurationExpression(cursor, expectation));
    cursor.expectSign(")");
    return { kind: "parentheses", inner, span: { start, end: cursor.previousEnd } };
  }
  if (kind === "identifier" && (word === "step" || word === "range")) {
    cursor.take();
    cursor.expectSign("(");
    cursor.expectSign(")");
    return { kind: "query", part: word, span: { start, end: cursor.previousEnd } };
  }
  if (kind === "identifier" && (word === "min_of" || word === "max_of")) return parseExtreme(cursor, expectation, word);
  throw cursor.unexpected(expectation.context, expectation.expected);
}

function parseExtreme(cursor: TokenCursor, expectation: Expectation, name: "min_of" | "max_of"): DurationExpression {
  const { start } = cursor.take();
  cursor.expectSign("(");
  const left = cursor.nested(() => parseDurationExpression(cursor, expectation));
  cursor.expectSign(",");
  const right = cursor.nested(() => parseDurationExpression(cursor, expectation));
  cursor.expectSign(")");
  return { kind: "extreme", name, left, right, span: { start, end: cursor.previousEnd } };
}

function parseLiteral(cursor: TokenCursor): DurationExpression {
  const { kind, text, start, end } = cursor.take();
  const span = { start, end };
  const isWrittenAsDuration = kind === "duration";
  const length = isWrittenAsDuration ? parseDuration(text) : undefined;
  const seconds = isWrittenAsDuration ? length && length / 1000 : parseNumber(text);
  if (seconds === undefined) throw cursor.fail(start, `not a valid duration string: ${JSON.stringify(text)}`);
  if (!Number.isSafeInteger(Math.round(seconds * 1000))) throw cursor.fail(start, "duration out of range");
  return { kind: "seconds", seconds, isWrittenAsDuration, span };
}
