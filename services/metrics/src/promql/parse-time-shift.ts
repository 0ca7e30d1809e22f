import type { TokenCursor } from "./cursor.ts";
import { parseDuration, parseNumber } from "./literal.ts";
import type { Expression, RangeSelector, Subquery, TimeShift, VectorSelector } from "./syntax.ts";

/** Largest time in milliseconds that the peer's API knows. */
const MAX_TIME_MS = 2 ** 63 - 1;

/** Reads what may follow an expression: `[range]`, `[range:step]`, `offset`, `@`, in any number. */
export function parsePostfixes(cursor: TokenCursor, expression: Expression): Expression {
  let shifted = expression;
  for (;;) {
    const { start } = cursor.peek();
    if (cursor.takeSign("[")) shifted = parseRange(cursor, shifted, start);
    else if (cursor.takeKeyword("offset")) shifted = withOffset(cursor, shifted, parseOffset(cursor));
    else if (cursor.peek().kind === "error" || !takeAt(cursor)) return shifted;
    else shifted = withAt(cursor, shifted, parseAt(cursor));
  }
}

function takeAt(cursor: TokenCursor): boolean {
  return cursor.takeSign("@");
}

function parseRange(cursor: TokenCursor, expression: Expression, start: number): RangeSelector | Subquery {
  const rangeMs = parseLength(cursor, "subquery or range selector", "number or duration");
  if (cursor.takeSign(":")) {
    const hasStep = !(cursor.peek().kind === "sign" && cursor.peek().text === "]");
    const stepMs = hasStep ? parseLength(cursor, "subquery selector", 'number, duration or "]"') : undefined;
    cursor.expectSign("]", "subquery selector", '"]"');
    const span = { start: expression.span.start, end: cursor.previousEnd };
    return { kind: "subquery", expression, rangeMs, stepMs, offsetMs: 0, at: undefined, span };
  }
  cursor.expectSign("]", "subquery or range", '":" or "]"');
  if (expression.kind !== "vector selector") throw cursor.fail(start, "ranges only allowed for vector selectors");
  if (expression.offsetMs !== 0) throw cursor.fail(start, "no offset modifiers allowed before range");
  if (expression.at !== undefined) throw cursor.fail(start, "no @ modifiers allowed before range");
  const span = { start: expression.span.start, end: cursor.previousEnd };
  return { kind: "range selector", vector: expression, rangeMs, span };
}

/** A duration or a number of seconds that is more than nothing, in milliseconds. */
function parseLength(cursor: TokenCursor, context: string, expected: string): number {
  const token = cursor.peek();
  if (token.kind !== "number" && token.kind !== "duration") throw cursor.unexpected(context, expected);
  const length = lengthOf(cursor);
  if (length <= 0) throw cursor.fail(token.start, "duration must be greater than 0");
  return length;
}

function lengthOf(cursor: TokenCursor): number {
  const { kind, text, start } = cursor.take();
  const seconds = kind === "number" ? parseNumber(text) : undefined;
  const length = kind === "number" ? seconds && Math.round(seconds * 1000) : parseDuration(text);
  if (length === undefined) throw cursor.fail(start, `not a valid duration string: ${JSON.stringify(text)}`);
  if (!Number.isSafeInteger(length)) throw cursor.fail(start, "duration out of range");
  return length;
}

function parseOffset(cursor: TokenCursor): number {
  const sign = takeMinus(cursor);
  const { kind } = cursor.peek();
  if (kind !== "number" && kind !== "duration") throw cursor.unexpected("offset", "number or duration");
  return sign * lengthOf(cursor);
}

/** Takes a sign; -1 when it was a minus. */
function takeMinus(cursor: TokenCursor): 1 | -1 {
  const { kind, text } = cursor.peek();
  if (kind !== "operator" || (text !== "-" && text !== "+")) return 1;
  cursor.take();
  return text === "-" ? -1 : 1;
}

function parseAt(cursor: TokenCursor): TimeShift["at"] {
  if (cursor.takeKeyword("start")) return endOfRange(cursor, "start");
  if (cursor.takeKeyword("end")) return endOfRange(cursor, "end");
  const sign = takeMinus(cursor);
  const { kind, start } = cursor.peek();
  if (kind !== "number") throw cursor.unexpected("@", "timestamp");
  const { text } = cursor.take();
  const seconds = parseNumber(text);
  const time = seconds === undefined ? Number.NaN : Math.round(sign * seconds * 1000);
  if (!(Math.abs(time) < MAX_TIME_MS)) throw cursor.fail(start, `timestamp out of bounds for @ modifier: ${text}`);
  return time;
}

function endOfRange(cursor: TokenCursor, end: "start" | "end"): "start" | "end" {
  cursor.expectSign("(", "@", "timestamp");
  cursor.expectSign(")", "@", "timestamp");
  return end;
}

function withOffset(cursor: TokenCursor, expression: Expression, offsetMs: number): Expression {
  return shift(cursor, expression, "offset", (target) => {
    if (target.offsetMs !== 0) throw cursor.fail(expression.span.start, "offset may not be set multiple times");
    return { offsetMs, at: target.at };
  });
}

function withAt(cursor: TokenCursor, expression: Expression, at: TimeShift["at"]): Expression {
  return shift(cursor, expression, "@", (target) => {
    if (target.at !== undefined)
      throw cursor.fail(expression.span.start, "@ <timestamp> may not be set multiple times");
    return { offsetMs: target.offsetMs, at };
  });
}

function shift(
  cursor: TokenCursor,
  expression: Expression,
  modifier: string,
  change: (target: VectorSelector | Subquery) => TimeShift,
): Expression {
  const span = { start: expression.span.start, end: cursor.previousEnd };
  if (expression.kind === "range selector") {
    const { vector } = expression;
    return { ...expression, vector: { ...vector, ...change(vector) }, span };
  }
  if (expression.kind === "vector selector" || expression.kind === "subquery") {
    return { ...expression, ...change(expression), span };
  }
  const targets = "an instant vector selector or range vector selector or a subquery";
  throw cursor.fail(expression.span.start, `${modifier} modifier must be preceded by ${targets}`);
}
