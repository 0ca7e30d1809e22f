import { lengthOfExpression, positiveLengthOf, type QueryLengths } from "./duration-expression.ts";
import type { Expression, RangeSelector, Subquery, TimeShift, VectorSelector } from "./syntax.ts";

/**
 * Computes the lengths that depend on the times of a query: `x[step()]`.
 *
 * @throws ParseError for what comes to no length of time
 */
export function resolveDurations(query: string, expression: Expression, lengths: QueryLengths): Expression {
  const resolve = (inner: Expression) => resolveDurations(query, inner, lengths);
  switch (expression.kind) {
    case "number":
    case "string":
      return expression;
    case "vector selector":
      return { ...expression, ...shiftOf(query, expression, lengths) };
    case "range selector":
      return resolveRange(query, expression, lengths);
    case "subquery":
      return resolveSubquery(query, { ...expression, expression: resolve(expression.expression) }, lengths);
    case "unary":
      return { ...expression, operand: resolve(expression.operand) };
    case "parentheses":
      return { ...expression, expression: resolve(expression.expression) };
    case "binary":
      return { ...expression, left: resolve(expression.left), right: resolve(expression.right) };
    case "aggregation": {
      const parameter = expression.parameter && resolve(expression.parameter);
      return { ...expression, parameter, operand: resolve(expression.operand) };
    }
    case "call":
      return { ...expression, arguments: expression.arguments.map(resolve) };
  }
}

function shiftOf(query: string, { offset }: TimeShift, lengths: QueryLengths): Partial<TimeShift> {
  return offset === undefined ? {} : { offsetMs: lengthOfExpression(query, offset, lengths) };
}

function resolveRange(query: string, selector: RangeSelector, lengths: QueryLengths): RangeSelector {
  const vector: VectorSelector = { ...selector.vector, ...shiftOf(query, selector.vector, lengths) };
  const { range } = selector;
  return { ...selector, vector, ...(range && { rangeMs: positiveLengthOf(query, range, lengths) }) };
}

function resolveSubquery(query: string, subquery: Subquery, lengths: QueryLengths): Subquery {
  const { range, step } = subquery;
  return {
    ...subquery,
    ...shiftOf(query, subquery, lengths),
    ...(range && { rangeMs: positiveLengthOf(query, range, lengths) }),
    ...(step && { stepMs: positiveLengthOf(query, step, lengths) }),
  };
}
