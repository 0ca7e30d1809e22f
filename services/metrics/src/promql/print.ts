import { formatPlain } from "../engine/float-text.ts";
import { METRIC_NAME } from "../labels/labels.ts";
import { formatLabelName, formatMatcher } from "../labels/matcher.ts";
import { printDuration } from "./duration-expression.ts";
import { formatDuration } from "./literal.ts";
import type {
  Aggregation,
  Binary,
  Expression,
  RangeSelector,
  TimeShift,
  VectorMatching,
  VectorSelector,
} from "./syntax.ts";

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
      return `${printSelector(expression.vector)}[${rangeText(expression)}]${printShift(expression.vector)}`;
    case "subquery": {
      const { step: computed, stepMs } = expression;
      const step =
        computed !== undefined ? printDuration(computed) : stepMs === undefined ? "" : formatDuration(stepMs);
      const range = `[${rangeText(expression)}:${step}]`;
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
  const named = matchers.find((one) => one.name === METRIC_NAME && one.operator === "=" && needsQuotes(one.value));
  const inBraces = matchers
    .filter((matcher) => matcher !== named && (name === "" || matcher.name !== METRIC_NAME))
    .map(formatMatcher);
  if (named !== undefined) return `{${[JSON.stringify(named.value), ...inBraces].join(",")}}`;
  return inBraces.length === 0 ? name : `${name}{${inBraces.join(",")}}`;
}

/** Whether a metric's name is written in quotes inside the braces. */
function needsQuotes(name: string): boolean {
  return name !== "" && !/^[A-Za-z_:][\w:]*$/.test(name);
}

function rangeText({ range, rangeMs }: Pick<RangeSelector, "range" | "rangeMs">): string {
  return range === undefined ? formatDuration(rangeMs) : printDuration(range);
}

function printShift({ offsetMs, offset, at, edges }: TimeShift & Pick<VectorSelector, "edges">): string {
  const fixed = at === undefined ? "" : ` @ ${typeof at === "number" ? (at / 1000).toFixed(3) : `${at}()`}`;
  const moved = offset !== undefined ? printDuration(offset) : offsetMs === 0 ? "" : formatDuration(offsetMs);
  return `${edges === undefined ? "" : ` ${edges}`}${fixed}${moved === "" ? "" : ` offset ${moved}`}`;
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
  return `${printExpression(left)} ${operator}${bool}${on}${group}${printFill(matching)} ${printExpression(right)}`;
}

function printFill({ fill: { left, right } = {} }: VectorMatching): string {
  if (left !== undefined && Object.is(left, right)) return ` fill (${formatPlain(left)})`;
  const sides = [
    ["fill_left", left],
    ["fill_right", right],
  ] as const;
  return sides.map(([name, value]) => (value === undefined ? "" : ` ${name} (${formatPlain(value)})`)).join("");
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
