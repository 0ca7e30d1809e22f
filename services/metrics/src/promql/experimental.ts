import { functionNamed } from "../functions/table.ts";
import { tokenize } from "./lexer.ts";
import { childrenOf, type DurationExpression, type Expression, isTrimOperator } from "./syntax.ts";

/** A part of a query that is experimental in the peer's language. */
export interface ExperimentalPart {
  /** As a message calls it, e.g. `function info`. */
  readonly name: string;
  readonly at: number;
}

const EXPERIMENTAL_AGGREGATIONS: ReadonlySet<string> = new Set(["limitk", "limit_ratio"]);

/** The first part of a query that is experimental; `undefined` when there is none. */
export function experimentalPart(query: string, expression: Expression): ExperimentalPart | undefined {
  return unquotedName(query) ?? partOf(expression);
}

/** A name with dots or letters beyond ASCII that is not in quotes. */
function unquotedName(query: string): ExperimentalPart | undefined {
  const found = tokenize(query).find(({ kind, text }) => kind.endsWith("identifier") && /[^A-Za-z0-9_:]/.test(text));
  return found && { name: `name ${found.text} without quotes`, at: found.start };
}

function partOf(expression: Expression): ExperimentalPart | undefined {
  const name = experimentalName(expression);
  if (name !== undefined) return { name, at: expression.span.start };
  for (const child of childrenOf(expression)) {
    const found = partOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function experimentalName(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "call":
      return functionNamed(expression.name)?.isExperimental && `function ${expression.name}()`;
    case "aggregation":
      return EXPERIMENTAL_AGGREGATIONS.has(expression.operator) ? `aggregation ${expression.operator}()` : undefined;
    case "binary":
      if (isTrimOperator(expression.operator)) return `operator ${expression.operator}`;
      return expression.matching.fill && "modifier fill()";
    case "vector selector":
      return expression.edges ? `modifier ${expression.edges}` : computed(expression.offset);
    case "range selector":
      return computed(expression.range);
    case "subquery":
      return computed(expression.range ?? expression.step ?? expression.offset);
    default:
      return undefined;
  }
}

function computed(length: DurationExpression | undefined): string | undefined {
  return length && "arithmetic of durations";
}
