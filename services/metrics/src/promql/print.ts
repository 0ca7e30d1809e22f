import { formatPlain } from "../engine/float-text.ts";
import { METRIC_NAME } from "../labels/labels.ts";
import { formatLabelName, formatMatcher } from "../labels/matcher.ts";
import { formatDuration } from "./literal.ts";
import type { Aggregation, Binary, Expression, TimeShift, VectorSelector } from "./syntax.ts";

/** Writes an expression in the usual form, on one line. What it gives parses to the same expression. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return formatPlain(expression.value);
    case "string":
      return JSON.stringify(expression.value);
    case "vector selector":
      return printSelector(expression) + printShift(expression);
    case "range selector":
      return `${printSelector(expression.vector)}[${formatDuration(expression.rangeMs)}]${printShift(expression.vector)}`;
    case "subquery": {
      const step = expression.stepMs === undefined ? "" : formatDuration(expression.stepMs);
      const range = `[${formatDuration(expression.rangeMs)}:${step}]`;
      return `${printExpression(expression.expression)}${range}${printShift(expression)}`;
    }
    case "unary":
      return `${expression.operator}${printExpression(expression.operand)}`;
    case "parentheses":
      return `(${printExpression(expression.expression)})`;
    case "call":
      return `${expression.name}(${expression.arguments.map(printExpression).join(", ")})`;
    case "binary":
      return printBinary(expression);
    case "aggregation":
      return printAggregation(expression);
  }
}

function printSelector({ name, matchers }: VectorSelector): string {
  const inBraces = matchers.filter((matcher) => name === "" || matcher.name !== METRIC_NAME).map(formatMatcher);
  return inBraces.length === 0 ? name : `${name}{${inBraces.join(",")}}`;
}

function printShift({ offsetMs, at }: TimeShift): string {
  const fixed = at === undefined ? "" : ` @ ${typeof at === "number" ? (at / 1000).toFixed(3) : `${at}()`}`;
  return offsetMs === 0 ? fixed : `${fixed} offset ${formatDuration(offsetMs)}`;
}

function printBinary({ operator, left, right, returnsBool, matching, hasMatching }: Binary): string {
  const bool = returnsBool ? " bool" : "";
  const on = hasMatching ? ` ${matching.isOn ? "on" : "ignoring"} (${printLabels(matching.labels)})` : "";
  const modifiers = {
    "many-to-one": " group_left",
    "one-to-many": " group_right",
    "one-to-one": "",
    "many-to-many": "",
  };
  const modifier = modifiers[matching.cardinality];
  const group = modifier === "" ? "" : `${modifier} (${printLabels(matching.include)})`;
  return `${printExpression(left)} ${operator}${bool}${on}${group} ${printExpression(right)}`;
}

function printLabels(names: readonly string[]): string {
  return names.map(formatLabelName).join(", ");
}

function printAggregation({ operator, parameter, operand, grouping, isWithout }: Aggregation): string {
  const labels = `(${printLabels(grouping)})`;
  const modifier = isWithout ? ` without ${labels} ` : grouping.length > 0 ? ` by ${labels} ` : "";
  const first = parameter === undefined ? "" : `${printExpression(parameter)}, `;
  return `${operator}${modifier}(${first}${printExpression(operand)})`;
}
