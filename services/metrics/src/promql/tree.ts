import { formatPlain } from "../engine/float-text.ts";
import { functionNamed } from "../functions/table.ts";
import { valueKindOf } from "./check.ts";
import type { Binary, Call, Expression, TimeShift, ValueKind, VectorSelector } from "./syntax.ts";

/** What clients call the kinds of values. */
const VALUE_TYPES: Readonly<Record<ValueKind, string>> = {
  scalar: "scalar",
  "instant vector": "vector",
  "range vector": "matrix",
  string: "string",
};

/** An expression as the tree that `parse_query` answers. Times are milliseconds. @see Prometheus, HTTP API: Parsing */
export function treeOf(expression: Expression): Readonly<Record<string, unknown>> {
  switch (expression.kind) {
    case "number":
      return { type: "numberLiteral", val: formatPlain(expression.value) };
    case "string":
      return { type: "stringLiteral", val: expression.value };
    case "parentheses":
      return { type: "parenExpr", expr: treeOf(expression.expression) };
    case "unary":
      return { type: "unaryExpr", op: expression.operator, expr: treeOf(expression.operand) };
    case "vector selector":
      return { type: "vectorSelector", ...selectorTree(expression) };
    case "range selector":
      return { type: "matrixSelector", ...selectorTree(expression.vector), range: expression.rangeMs };
    case "subquery": {
      const { expression: inner, rangeMs, stepMs = 0 } = expression;
      return { type: "subquery", expr: treeOf(inner), range: rangeMs, step: stepMs, ...shiftTree(expression) };
    }
    case "call":
      return callTree(expression);
    case "binary":
      return binaryTree(expression);
    case "aggregation": {
      const { operator, operand, parameter, grouping, isWithout } = expression;
      const param = parameter === undefined ? null : treeOf(parameter);
      return { type: "aggregation", op: operator, expr: treeOf(operand), param, grouping, without: isWithout };
    }
  }
}

function selectorTree(selector: VectorSelector) {
  const matchers = selector.matchers.map(({ name, operator, value }) => ({ name, value, type: operator }));
  return { name: selector.name, matchers, ...shiftTree(selector) };
}

function shiftTree({ offsetMs, at }: TimeShift) {
  return {
    offset: offsetMs,
    timestamp: typeof at === "number" ? at : null,
    startOrEnd: typeof at === "string" ? at : null,
  };
}

function callTree({ name, arguments: given }: Call) {
  const { parameters = [], returns = "instant vector", optional } = functionNamed(name) ?? {};
  return {
    type: "call",
    func: {
      name,
      argTypes: parameters.map((kind) => VALUE_TYPES[kind]),
      // As clients know it: 0 for a fixed number of arguments, -1 for any.
      variadic: optional === "many" ? -1 : (optional ?? 0),
      returnType: VALUE_TYPES[returns],
    },
    args: given.map(treeOf),
  };
}

function binaryTree({ operator, left, right, returnsBool, matching }: Binary) {
  const isOfVectors = [left, right].every((side) => valueKindOf(side) !== "scalar");
  const { cardinality, isOn, labels, include } = matching;
  return {
    type: "binaryExpr",
    op: operator,
    lhs: treeOf(left),
    rhs: treeOf(right),
    matching: isOfVectors ? { card: cardinality, labels, on: isOn, include } : null,
    bool: returnsBool,
  };
}
