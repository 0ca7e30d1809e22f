import { MAX_NESTING, nestingReason, type TokenCursor } from "./cursor.ts";
import { isConstant, isDurationDeeperThan, lengthOfExpression } from "./duration-expression.ts";
import { parseDuration, parseNumber } from "./literal.ts";
import { type Expectation, parseDurationExpression, parseOffsetExpression } from "./parse-duration-expression.ts";
import type {
  DurationExpression,
  Edges,
  Expression,
  RangeSelector,
  Subquery,
  TimeShift,
  VectorSelector,
} from "./syntax.ts";

/** Largest time in milliseconds that the peer's API knows. */
const MAX_TIME_MS = 2 ** 63 - 1;

/** Reads what may follow an expression: `[range]`, `[range:step]`, `offset`, `@`, `anchored`, in any number. */
export function parsePostfixes(cursor: TokenCursor, expression: Expression): Expression {
  let shifted = expression;
  for (;;) {
    const { start } = cursor.peek();
    if (cursor.takeSign("[")) shifted = parseRange(cursor, shifted, start);
    else if (cursor.takeKeyword("offset")) shifted = withOffset(cursor, shifted, parseOffset(cursor));
    else if (cursor.takeKeyword("anchored")) shifted = withEdges(cursor, shifted, "anchored");
    else if (cursor.takeKeyword("smoothed")) shifted = withEdges(cursor, shifted, "smoothed");
    else if (cursor.peek().kind === "error" || !takeAt(cursor)) return shifted;
    else shifted = withAt(cursor, shifted, parseAt(cursor));
  }
}

function takeAt(cursor: TokenCursor): boolean {
  return cursor.takeSign("@");
}

function parseRange(cursor: TokenCursor, expression: Expression, start: number): RangeSelector | Subquery {
  const range = parseLength(cursor, { context: "subquery or range selector", expected: "number or duration" });
  if (cursor.takeSign(":")) {
    const hasStep = !(cursor.peek().kind === "sign" && cursor.peek().text === "]");
    const expectation = { context: "subquery selector", expected: 'number, duration or "]"' };
    const step = hasStep ? parseLength(cursor, expectation) : undefined;
    cursor.expectSign("]", "subquery selector", '"]"');
    const span = { start: expression.span.start, end: cursor.previousEnd };
    return {
      kind: "subquery",
      expression,
      rangeMs: range.ms,
      ...(range.expression && { range: range.expression }),
      stepMs: step?.ms,
      ...(step?.expression && { step: step.expression }),
      offsetMs: 0,
      at: undefined,
      span,
    };
  }
  cursor.expectSign("]", "subquery or range", '":" or "]"');
  if (expression.kind !== "vector selector") throw cursor.fail(start, "ranges only allowed for vector selectors");
  if (hasOffset(expression)) throw cursor.fail(start, "no offset modifiers allowed before range");
  if (expression.at !== undefined) throw cursor.fail(start, "no @ modifiers allowed before range");
  const span = { start: expression.span.start, end: cursor.previousEnd };
  const computed = range.expression && { range: range.expression };
  return { kind: "range selector", vector: expression, rangeMs: range.ms, ...computed, span };
}

/** A length in milliseconds; with its expression where it is computed, and 0 where that waits for the query. */
interface Length {
  readonly ms: number;
  readonly expression?: DurationExpression;
}

/** A length that is more than nothing. */
function parseLength(cursor: TokenCursor, expectation: Expectation): Length {
  const { start } = cursor.peek();
  const length = lengthOf(cursor, parseDurationExpression(cursor, expectation));
  const { expression } = length;
  const isKnown = expression === undefined || isConstant(expression);
  if (isKnown && length.ms <= 0) throw cursor.fail(start, "duration must be greater than 0");
  return length;
}

function lengthOf(cursor: TokenCursor, expression: DurationExpression): Length {
  if (isDurationDeeperThan(expression, MAX_NESTING)) throw cursor.fail(expression.span.start, nestingReason);
  const plain = plainSeconds(expression);
  if (plain !== undefined) return { ms: Math.round(plain * 1000) };
  if (!isConstant(expression)) return { ms: 0, expression };
  return { ms: lengthOfExpression(cursor.query, expression, { step: 0, range: 0 }), expression };
}

/** A literal, with or without a minus. */
function plainSeconds(expression: DurationExpression): number | undefined {
  if (expression.kind === "seconds") return expression.seconds;
  const inner = expression.kind === "negative" ? plainSeconds(expression.operand) : undefined;
  return inner === undefined ? undefined : -inner;
}

function parseOffset(cursor: TokenCursor): Length {
  return lengthOf(cursor, parseOffsetExpression(cursor, { context: "offset", expected: "number or duration" }));
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
  if (kind !== "number" && kind !== "duration") throw cursor.unexpected("@", "timestamp");
  const { text } = cursor.take();
  const seconds = kind === "number" ? parseNumber(text) : secondsOfDuration(text);
  const time = seconds === undefined ? Number.NaN : Math.round(sign * seconds * 1000);
  if (!(Math.abs(time) < MAX_TIME_MS)) throw cursor.fail(start, `timestamp out of bounds for @ modifier: ${text}`);
  return time;
}

function secondsOfDuration(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms === undefined ? undefined : ms / 1000;
}

function endOfRange(cursor: TokenCursor, end: "start" | "end"): "start" | "end" {
  cursor.expectSign("(", "@", "timestamp");
  cursor.expectSign(")", "@", "timestamp");
  return end;
}

function hasOffset({ offsetMs, offset }: TimeShift): boolean {
  return offsetMs !== 0 || offset !== undefined;
}

function withOffset(cursor: TokenCursor, expression: Expression, { ms, expression: offset }: Length): Expression {
  return shift(cursor, expression, "offset", (target) => {
    if (hasOffset(target)) throw cursor.fail(expression.span.start, "offset may not be set multiple times");
    return { offsetMs: ms, ...(offset && { offset }) };
  });
}

function withAt(cursor: TokenCursor, expression: Expression, at: TimeShift["at"]): Expression {
  return shift(cursor, expression, "@", (target) => {
    if (target.at !== undefined)
      throw cursor.fail(expression.span.start, "@ <timestamp> may not be set multiple times");
    return { at };
  });
}

function shift(
  cursor: TokenCursor,
  expression: Expression,
  modifier: string,
  change: (target: VectorSelector | Subquery) => Partial<TimeShift>,
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

function withEdges(cursor: TokenCursor, expression: Expression, edges: Edges): Expression {
  const span = { start: expression.span.start, end: cursor.previousEnd };
  const change = (vector: VectorSelector): VectorSelector => {
    if (vector.edges === undefined || vector.edges === edges) return { ...vector, edges };
    throw cursor.fail(span.start, "anchored and smoothed modifiers cannot be used together");
  };
  if (expression.kind === "range selector") return { ...expression, vector: change(expression.vector), span };
  if (expression.kind === "vector selector") return { ...change(expression), span };
  const reason = expression.kind === "subquery" ? "is not supported for subqueries" : "not implemented";
  throw cursor.fail(span.start, `${edges} modifier ${reason}`);
}
