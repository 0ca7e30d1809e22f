import { formatPlain } from "../engine/float-text.ts";
import { formatDuration } from "./literal.ts";
import { ParseError } from "./parse-error.ts";
import type { DurationExpression, DurationOperator } from "./syntax.ts";

/** What `step()` and `range()` stand for, in seconds. */
export interface QueryLengths {
  readonly step: number;
  readonly range: number;
}

/** The longest duration that the peer can hold: 2⁶³ nanoseconds. */
const MAX_SECONDS = 2 ** 63 / 1e9;

/**
 * The length in whole milliseconds; fractions of one are cut off.
 *
 * @throws ParseError for what comes to no length of time
 */
export function lengthOfExpression(query: string, expression: DurationExpression, lengths: QueryLengths): number {
  const seconds = secondsOf(query, expression, lengths);
  if (Math.abs(seconds) < MAX_SECONDS) return Math.trunc(Number((seconds * 1000).toFixed(6)));
  throw new ParseError(query, expression.span.start, "duration is out of range");
}

/** As `lengthOfExpression`, for lengths that must be more than nothing. @throws ParseError */
export function positiveLengthOf(query: string, expression: DurationExpression, lengths: QueryLengths): number {
  const length = lengthOfExpression(query, expression, lengths);
  if (length > 0) return length;
  throw new ParseError(query, expression.span.start, "duration must be greater than 0");
}

function secondsOf(query: string, expression: DurationExpression, lengths: QueryLengths): number {
  const value = (inner: DurationExpression) => secondsOf(query, inner, lengths);
  switch (expression.kind) {
    case "seconds":
      return expression.seconds;
    case "query":
      return lengths[expression.part];
    case "negative":
      return -value(expression.operand);
    case "parentheses":
      return value(expression.inner);
    case "extreme": {
      const both = [value(expression.left), value(expression.right)] as const;
      return expression.name === "min_of" ? Math.min(...both) : Math.max(...both);
    }
    case "arithmetic": {
      const [left, right] = [value(expression.left), value(expression.right)];
      if (right === 0 && (expression.operator === "/" || expression.operator === "%")) {
        const reason = expression.operator === "/" ? "division by zero" : "modulo by zero";
        throw new ParseError(query, expression.span.start, reason);
      }
      return COMPUTE[expression.operator](left, right);
    }
  }
}

const COMPUTE: Readonly<Record<DurationOperator, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "^": (left, right) => left ** right,
};

/** The lengths directly inside a length. */
function partsOf(expression: DurationExpression): readonly DurationExpression[] {
  switch (expression.kind) {
    case "seconds":
    case "query":
      return [];
    case "negative":
      return [expression.operand];
    case "parentheses":
      return [expression.inner];
    default:
      return [expression.left, expression.right];
  }
}

/** Whether lengths in it lie deeper: chains such as `1 + 1 + 1` nest without recursion of the parser. */
export function isDurationDeeperThan(expression: DurationExpression, limit: number): boolean {
  let level: readonly DurationExpression[] = [expression];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

/** Whether the length is known before the query is asked. */
export function isConstant(expression: DurationExpression): boolean {
  return expression.kind !== "query" && partsOf(expression).every(isConstant);
}

/** The expression in its usual form. */
export function printDuration(expression: DurationExpression): string {
  switch (expression.kind) {
    case "seconds":
      return expression.isWrittenAsDuration
        ? formatDuration(expression.seconds * 1000)
        : formatPlain(expression.seconds);
    case "query":
      return `${expression.part}()`;
    case "negative":
      return `-${printDuration(expression.operand)}`;
    case "parentheses":
      return `(${printDuration(expression.inner)})`;
    case "extreme":
      return `${expression.name}(${printDuration(expression.left)}, ${printDuration(expression.right)})`;
    case "arithmetic":
      return `${printDuration(expression.left)} ${expression.operator} ${printDuration(expression.right)}`;
  }
}
