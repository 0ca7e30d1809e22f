import { functionNamed } from "../functions/table.ts";
import { childrenOf, type Expression, isTrimOperator, type TimeShift } from "./syntax.ts";

/** A part of a query that is experimental in the peer's language. */
export interface ExperimentalPart {
  /** As a message calls it, e.g. `function info`. */
  readonly name: string;
  readonly at: number;
}

const EXPERIMENTAL_AGGREGATIONS: ReadonlySet<string> = new Set(["limitk", "limit_ratio"]);

/** The first part of a query that is experimental; `undefined` when there is none. */
export function experimentalPart(expression: Expression): ExperimentalPart | undefined {
  const name = experimentalName(expression);
  if (name !== undefined) return { name, at: expression.span.start };
  for (const child of childrenOf(expression)) {
    const found = experimentalPart(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function experimentalName(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "call":
      return functionNamed(expression.name)?.isExperimental ? `function ${expression.name}()` : undefined;
    case "aggregation":
      return EXPERIMENTAL_AGGREGATIONS.has(expression.operator) ? `aggregation ${expression.operator}()` : undefined;
    case "binary":
      if (isTrimOperator(expression.operator)) return `operator ${expression.operator}`;
      return expression.matching.fill === undefined ? undefined : "modifier fill()";
    case "vector selector":
      return expression.edges === undefined ? computedShift(expression) : `modifier ${expression.edges}`;
    case "range selector":
      return expression.range === undefined ? undefined : COMPUTED;
    case "subquery":
      return (expression.range ?? expression.step) === undefined ? computedShift(expression) : COMPUTED;
    default:
      return undefined;
  }
}

const COMPUTED = "arithmetic of durations";

function computedShift({ offset }: TimeShift): string | undefined {
  return offset === undefined ? undefined : COMPUTED;
}
