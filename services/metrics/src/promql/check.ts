import type { FunctionDeclaration } from "../functions/declaration.ts";
import { functionNamed } from "../functions/table.ts";
import { ParseError } from "./parse-error.ts";
import {
  type Aggregation,
  type Binary,
  type Call,
  childrenOf,
  type Expression,
  isComparison,
  isSetOperator,
  type ValueKind,
  type VectorSelector,
} from "./syntax.ts";

/** What an expression evaluates to. */
export function valueKindOf(expression: Expression): ValueKind {
  switch (expression.kind) {
    case "number":
      return "scalar";
    case "string":
      return "string";
    case "range selector":
    case "subquery":
      return "range vector";
    case "vector selector":
    case "aggregation":
      return "instant vector";
    case "unary":
      return valueKindOf(expression.operand);
    case "parentheses":
      return valueKindOf(expression.expression);
    case "call":
      return functionNamed(expression.name)?.returns ?? "instant vector";
    case "binary":
      return [expression.left, expression.right].every((side) => valueKindOf(side) === "scalar")
        ? "scalar"
        : "instant vector";
  }
}

/**
 * Checks that every part gets the kinds of values that it takes, inner parts first.
 *
 * @throws ParseError for the first one that does not
 */
export function checkExpression(query: string, expression: Expression): void {
  for (const child of childrenOf(expression)) {
    if (!isLabelSelector(expression, child)) checkExpression(query, child);
  }
  const fault = faultOf(expression);
  if (fault !== undefined) throw new ParseError(query, fault.at, fault.reason);
}

/** The second argument of `info()` only says which labels are wanted: it may be as wide as it likes. */
function isLabelSelector(parent: Expression, child: Expression): boolean {
  return parent.kind === "call" && parent.name === "info" && child === parent.arguments[1];
}

interface Fault {
  readonly at: number;
  readonly reason: string;
}

function faultOf(expression: Expression): Fault | undefined {
  switch (expression.kind) {
    case "vector selector":
      return selectorFault(expression);
    case "unary":
      return unaryFault(expression.operand, expression.span.start);
    case "binary":
      return binaryFault(expression);
    case "aggregation":
      return aggregationFault(expression);
    case "call":
      return callFault(expression);
    case "subquery":
      return kindFault(expression.expression, expression.span.start);
    default:
      return undefined;
  }
}

function selectorFault({ matchers, span }: VectorSelector): Fault | undefined {
  if (matchers.some((matcher) => !matcher.matches(""))) return undefined;
  return { at: span.start, reason: "vector selector must contain at least one non-empty matcher" };
}

function unaryFault(operand: Expression, at: number): Fault | undefined {
  const kind = valueKindOf(operand);
  if (kind === "scalar" || kind === "instant vector") return undefined;
  const reason = `unary expression only allowed on expressions of type scalar or instant vector, got "${kind}"`;
  return { at, reason };
}

function kindFault(expression: Expression, at: number): Fault | undefined {
  const kind = valueKindOf(expression);
  if (kind === "instant vector") return undefined;
  return { at, reason: `subquery is only allowed on instant vector, got ${kind} instead` };
}

function binaryFault(binary: Binary): Fault | undefined {
  return operatorFault(binary) ?? operandFault(binary) ?? matchingFault(binary) ?? fillFault(binary);
}

function fillFault({ operator, left, right, matching, span }: Binary): Fault | undefined {
  if (matching.fill === undefined) return undefined;
  const at = span.start;
  if (isSetOperator(operator)) return { at, reason: "filling in missing series not allowed for set operators" };
  if (valueKindOf(left) === "instant vector" && valueKindOf(right) === "instant vector") return undefined;
  return { at, reason: "filling in missing series only allowed between instant vectors" };
}

function operatorFault({ operator, returnsBool, left, right, matching, operatorSpan }: Binary): Fault | undefined {
  const at = operatorSpan.start;
  if (returnsBool && !isComparison(operator)) {
    return { at, reason: "bool modifier can only be used on comparison operators" };
  }
  const areScalars = valueKindOf(left) === "scalar" && valueKindOf(right) === "scalar";
  if (isComparison(operator) && !returnsBool && areScalars) {
    return { at, reason: "comparisons between scalars must use BOOL modifier" };
  }
  const twice = matching.isOn ? matching.labels.find((label) => matching.include.includes(label)) : undefined;
  if (twice === undefined) return undefined;
  return { at, reason: `label ${JSON.stringify(twice)} must not occur in ON and GROUP clause at once` };
}

function operandFault({ left, right }: Binary): Fault | undefined {
  const wrong = [left, right].find((side) => !["scalar", "instant vector"].includes(valueKindOf(side)));
  if (wrong === undefined) return undefined;
  return { at: wrong.span.start, reason: "binary expression must contain only scalar and instant vector types" };
}

function matchingFault({ operator, left, right, matching, span }: Binary): Fault | undefined {
  const at = span.start;
  const hasScalar = valueKindOf(left) === "scalar" || valueKindOf(right) === "scalar";
  if (hasScalar && matching.labels.length > 0) {
    return { at, reason: "vector matching only allowed between instant vectors" };
  }
  if (!isSetOperator(operator)) return undefined;
  if (hasScalar) return { at, reason: `set operator "${operator}" not allowed in binary scalar expression` };
  if (matching.cardinality === "many-to-many") return undefined;
  return { at, reason: `no grouping allowed for "${operator}" operation` };
}

function aggregationFault({ operator, operand, parameter }: Aggregation): Fault | undefined {
  const fault = expectKind(operand, "instant vector", "aggregation expression");
  if (fault !== undefined || parameter === undefined) return fault;
  return expectKind(parameter, operator === "count_values" ? "string" : "scalar", "aggregation parameter");
}

function callFault(call: Call): Fault | undefined {
  const declaration = functionNamed(call.name);
  if (declaration === undefined) return { at: call.span.start, reason: `unknown function with name "${call.name}"` };
  return countFault(call, declaration) ?? argumentFault(call, declaration.parameters) ?? labelSelectorFault(call);
}

function labelSelectorFault({ name, arguments: [, selector] }: Call): Fault | undefined {
  if (name !== "info" || selector === undefined) return undefined;
  if (selector.kind === "vector selector" && selector.name === "") return undefined;
  return { at: selector.span.start, reason: "expected label selectors only, got vector selector instead" };
}

function countFault(call: Call, { parameters, optional }: FunctionDeclaration): Fault | undefined {
  const least = parameters.length - (optional === undefined ? 0 : 1);
  const most = optional === "many" ? Number.POSITIVE_INFINITY : least + (optional ?? 0);
  const count = call.arguments.length;
  if (count >= least && count <= most) return undefined;
  const [bound, word] = count < least ? [least, "at least "] : [most, "at most "];
  const wanted = `${optional === undefined ? "" : word}${bound}`;
  return { at: call.span.start, reason: `expected ${wanted} argument(s) in call to "${call.name}", got ${count}` };
}

function argumentFault(call: Call, parameters: readonly ValueKind[]): Fault | undefined {
  for (const [index, argument] of call.arguments.entries()) {
    const kind = parameters[index] ?? parameters.at(-1) ?? "instant vector";
    const fault = expectKind(argument, kind, `call to function "${call.name}"`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function expectKind(expression: Expression, wanted: ValueKind, context: string): Fault | undefined {
  const kind = valueKindOf(expression);
  if (kind === wanted) return undefined;
  return { at: expression.span.start, reason: `expected type ${wanted} in ${context}, got ${kind}` };
}
