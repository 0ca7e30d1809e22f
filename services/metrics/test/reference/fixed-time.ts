import { parseQuery } from "../../src/promql/parse.ts";
import { printExpression } from "../../src/promql/print.ts";
import { childrenOf, type Expression } from "../../src/promql/syntax.ts";

/** Functions whose results depend on the time of the evaluation, or of a sample, also with fixed arguments. */
const TIME_FUNCTIONS: ReadonlySet<string> = new Set([
  "days_in_month",
  "day_of_month",
  "day_of_week",
  "day_of_year",
  "end",
  "hour",
  "minute",
  "month",
  "predict_linear",
  "range",
  "start",
  "step",
  "time",
  "timestamp",
  "year",
]);

/** The query with `@` at each selector that has none; `undefined` where its result depends on more than that. */
export function atFixedTime(query: string, timeMs: number): string | undefined {
  const expression = parseQuery(query);
  return callsTimeFunction(expression) ? undefined : printExpression(fixed(expression, timeMs));
}

function callsTimeFunction(expression: Expression): boolean {
  if (expression.kind === "call" && TIME_FUNCTIONS.has(expression.name)) return true;
  return childrenOf(expression).some(callsTimeFunction);
}

/** Below a subquery with a fixed time nothing changes. */
function fixed(expression: Expression, at: number): Expression {
  switch (expression.kind) {
    case "vector selector":
      return { ...expression, at: expression.at ?? at };
    case "range selector":
      return { ...expression, vector: { ...expression.vector, at: expression.vector.at ?? at } };
    case "subquery":
      return { ...expression, at: expression.at ?? at };
    case "parentheses":
      return { ...expression, expression: fixed(expression.expression, at) };
    case "unary":
      return { ...expression, operand: fixed(expression.operand, at) };
    case "binary":
      return { ...expression, left: fixed(expression.left, at), right: fixed(expression.right, at) };
    case "aggregation": {
      const parameter = expression.parameter && fixed(expression.parameter, at);
      return { ...expression, operand: fixed(expression.operand, at), parameter };
    }
    case "call":
      return { ...expression, arguments: expression.arguments.map((argument) => fixed(argument, at)) };
    default:
      return expression;
  }
}
