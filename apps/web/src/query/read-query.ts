import { parser } from "@prometheus-io/lezer-promql";
import { type BuiltQuery, FILTER_OPERATORS, kindOf, type LabelFilter, NO_QUERY, queryText } from "./built-query.ts";

type Node = ReturnType<typeof parser.parse>["topNode"];

/** Variables that stand for a duration, each with one that nobody writes: the grammar knows no variables. */
const STAND_INS = [
  ["$__rate_interval", "7919y"],
  ["$__interval", "7907y"],
  ["$__range", "7901y"],
] as const;

/**
 * Takes a query apart that can be put together again to mean the same.
 *
 * @returns `undefined` for text that is something else: no PromQL, or more than metric, conditions and operations
 */
export function readQuery(text: string): BuiltQuery | undefined {
  if (text.trim() === "") return NO_QUERY;
  const plain = STAND_INS.reduce((known, [name, standIn]) => known.replaceAll(name, standIn), text);
  const { topNode } = parser.parse(plain);
  const read =
    topNode.firstChild === null || topNode.firstChild.nextSibling !== null
      ? undefined
      : readNode(topNode.firstChild, plain);
  // Whatever was overlooked, an offset or a second bracket, is missing in what would be written.
  if (read === undefined || wordsOf(queryText(read)) !== wordsOf(plain)) return undefined;
  const named = (argument: string) => STAND_INS.find(([, standIn]) => standIn === argument)?.[0] ?? argument;
  return { ...read, operations: read.operations.map((one) => ({ ...one, argument: named(one.argument) })) };
}

/** What a text consists of; brackets, commas and the place of a grouping do not matter. */
function wordsOf(text: string): string {
  const words: string[] = [];
  parser.parse(text).iterate({
    enter: ({ node, type }) => {
      if (type.isError) words.push("fault");
      else if (node.firstChild === null)
        words.push(`${type.name} ${type.name === "LabelMatchers" ? "" : text.slice(node.from, node.to)}`);
    },
  });
  return words
    .filter((word) => word !== "LabelMatchers ")
    .sort()
    .join("\n");
}

function readNode(node: Node, text: string): BuiltQuery | undefined {
  const written = (part: Node | null) => (part === null ? "" : text.slice(part.from, part.to));
  switch (node.name) {
    case "ParenExpr":
      return node.firstChild === null ? undefined : readNode(node.firstChild, text);
    case "VectorSelector": {
      const filters =
        node
          .getChild("LabelMatchers")
          ?.getChildren("UnquotedLabelMatcher")
          .map((one) => readFilter(one, text)) ?? [];
      return {
        metric: written(node.getChild("Identifier")),
        filters: filters.filter((one) => one !== undefined),
        operations: [],
      };
    }
    case "FunctionCall": {
      const [operand, argument] = operandOf(node);
      return withOperation(
        operand,
        { name: written(node.getChild("FunctionIdentifier")), argument: written(argument), labels: [] },
        text,
      );
    }
    case "AggregateExpr": {
      const [operand, argument] = operandOf(node);
      const modifier = node.getChild("AggregateModifier");
      const labels = modifier?.getChild("GroupingLabels")?.getChildren("LabelName").map(written) ?? [];
      const grouping = modifier?.getChild("Without") ? "without" : "by";
      return withOperation(
        operand,
        { name: written(node.getChild("AggregateOp")), argument: written(argument), grouping, labels },
        text,
      );
    }
    case "BinaryExpr": {
      const { firstChild: left, lastChild: right } = node;
      if (left === null || right === null || right.name !== "NumberDurationLiteral") return undefined;
      return withOperation(left, { name: written(left.nextSibling), argument: written(right), labels: [] }, text);
    }
    default:
      return undefined;
  }
}

/** What is operated on, and the number before it. */
function operandOf(node: Node): readonly [operand: Node | null, argument: Node | null] {
  const body = node.getChild("FunctionCallBody");
  const [first = null, second = null] = [body?.firstChild, body?.firstChild?.nextSibling];
  return second === null ? [first, null] : [second, first];
}

interface ReadOperation {
  readonly name: string;
  readonly argument: string;
  readonly grouping?: "by" | "without";
  readonly labels: readonly string[];
}

function withOperation(operand: Node | null, operation: ReadOperation, text: string): BuiltQuery | undefined {
  if (operand === null || kindOf(operation.name) === undefined) return undefined;
  const isWindow = operand.name === "MatrixSelector";
  const inner = readNode(isWindow ? (operand.firstChild ?? operand) : operand, text);
  if (inner === undefined || isWindow !== (kindOf(operation.name) === "window")) return undefined;
  const window = operand.lastChild;
  const argument = isWindow && window !== null ? text.slice(window.from, window.to) : operation.argument;
  return { ...inner, operations: [...inner.operations, { grouping: "by", ...operation, argument }] };
}

function readFilter(node: Node, text: string): LabelFilter | undefined {
  const written = (name: string) => {
    const part = node.getChild(name);
    return part === null ? "" : text.slice(part.from, part.to);
  };
  const operator = FILTER_OPERATORS.find((known) => known === written("MatchOp"));
  const value = unquoted(written("StringLiteral"));
  return operator === undefined || value === undefined ? undefined : { label: written("LabelName"), operator, value };
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    // Quoted another way, which stays text.
    return undefined;
  }
}
