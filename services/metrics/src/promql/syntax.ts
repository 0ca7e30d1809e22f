import type { Matcher } from "../labels/matcher.ts";

/** Where an expression stands in the query: offsets of its first character and behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What an expression evaluates to. */
export type ValueKind = "scalar" | "instant vector" | "range vector" | "string";

export interface NumberLiteral {
  readonly kind: "number";
  readonly value: number;
  readonly span: Span;
}

interface StringLiteral {
  readonly kind: "string";
  readonly value: string;
  readonly span: Span;
}

/** A length of time that is computed: `[2 * 5m]`, `offset max_of(step(), 1m)`. All values are seconds. */
export type DurationExpression =
  | { readonly kind: "seconds"; readonly seconds: number; readonly isWrittenAsDuration: boolean; readonly span: Span }
  /** The step of the query, or the time from its start to its end. */
  | { readonly kind: "query"; readonly part: "step" | "range"; readonly span: Span }
  | { readonly kind: "negative"; readonly operand: DurationExpression; readonly span: Span }
  | { readonly kind: "parentheses"; readonly inner: DurationExpression; readonly span: Span }
  | {
      readonly kind: "arithmetic";
      readonly operator: DurationOperator;
      readonly left: DurationExpression;
      readonly right: DurationExpression;
      readonly span: Span;
    }
  | {
      readonly kind: "extreme";
      readonly name: "min_of" | "max_of";
      readonly left: DurationExpression;
      readonly right: DurationExpression;
      readonly span: Span;
    };

export type DurationOperator = "+" | "-" | "*" | "/" | "%" | "^";

/** Moves the time at which a selector or subquery looks. */
export interface TimeShift {
  /** Milliseconds to look back; negative ones look ahead. */
  readonly offsetMs: number;
  /** Where the offset is computed: it stands in `offsetMs` once the times of the query are known. */
  readonly offset?: DurationExpression;
  /** A fixed time in milliseconds since the epoch, or an end of the query's range. */
  readonly at: number | "start" | "end" | undefined;
}

export interface VectorSelector extends TimeShift {
  readonly kind: "vector selector";
  /** The metric's name where it stands before the braces; it is among the matchers too. */
  readonly name: string;
  readonly matchers: readonly Matcher[];
  /** How samples beyond the ends of a range are taken into account. */
  readonly edges?: Edges;
  readonly span: Span;
}

/** `anchored`: the last sample before the range counts, too; `smoothed`: values at its ends are interpolated. */
export type Edges = "anchored" | "smoothed";

/** The samples of a selector in the time `(t - rangeMs, t]`. */
export interface RangeSelector {
  readonly kind: "range selector";
  readonly vector: VectorSelector;
  readonly rangeMs: number;
  /** Where the range is computed: it stands in `rangeMs` once the times of the query are known. */
  readonly range?: DurationExpression;
  readonly span: Span;
}

export interface Subquery extends TimeShift {
  readonly kind: "subquery";
  readonly expression: Expression;
  readonly rangeMs: number;
  readonly range?: DurationExpression;
  /** Absent: the default step of the server. */
  readonly stepMs: number | undefined;
  readonly step?: DurationExpression;
  readonly span: Span;
}

interface Unary {
  readonly kind: "unary";
  readonly operator: "+" | "-";
  readonly operand: Expression;
  readonly span: Span;
}

const COMPARISONS = ["==", "!=", ">", "<", ">=", "<="] as const;
const SET_OPERATORS = ["and", "or", "unless"] as const;
const ARITHMETIC_OPERATORS = ["+", "-", "*", "/", "%", "^", "atan2"] as const;
const TRIM_OPERATORS = ["</", ">/"] as const;

export type Comparison = (typeof COMPARISONS)[number];
export type SetOperator = (typeof SET_OPERATORS)[number];
export type ArithmeticOperator = (typeof ARITHMETIC_OPERATORS)[number];
/** Cuts the observations of native histograms off: `</` those above a value, `>/` those below. */
export type TrimOperator = (typeof TRIM_OPERATORS)[number];
export type BinaryOperator = ArithmeticOperator | Comparison | SetOperator | TrimOperator;

/** How the series of two vectors find each other. */
export interface VectorMatching {
  readonly cardinality: "one-to-one" | "many-to-one" | "one-to-many" | "many-to-many";
  /** True: match on `labels` only; false: on all but them. */
  readonly isOn: boolean;
  readonly labels: readonly string[];
  /** Labels that the result takes from the side that has one series per group. */
  readonly include: readonly string[];
  /** Values for series that one side has and the other has not; absent: such series are left out. */
  readonly fill?: { readonly left?: number; readonly right?: number };
}

export interface Binary {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly returnsBool: boolean;
  readonly matching: VectorMatching;
  /** True when the query says how to match: with `on`, `ignoring` or a group modifier. */
  readonly hasMatching: boolean;
  readonly span: Span;
  readonly operatorSpan: Span;
}

export const AGGREGATIONS = [
  "sum",
  "avg",
  "count",
  "min",
  "max",
  "group",
  "stddev",
  "stdvar",
  "topk",
  "bottomk",
  "count_values",
  "quantile",
  "limitk",
  "limit_ratio",
] as const;

export type AggregationOperator = (typeof AGGREGATIONS)[number];

export interface Aggregation {
  readonly kind: "aggregation";
  readonly operator: AggregationOperator;
  readonly parameter: Expression | undefined;
  readonly operand: Expression;
  readonly grouping: readonly string[];
  readonly isWithout: boolean;
  readonly span: Span;
}

export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly arguments: readonly Expression[];
  readonly span: Span;
}

export interface Parentheses {
  readonly kind: "parentheses";
  readonly expression: Expression;
  readonly span: Span;
}

export type Expression =
  | NumberLiteral
  | StringLiteral
  | VectorSelector
  | RangeSelector
  | Subquery
  | Unary
  | Binary
  | Aggregation
  | Call
  | Parentheses;

/** The expression inside any number of parentheses. */
export function unwrap(expression: Expression): Exclude<Expression, Parentheses> {
  let inner = expression;
  while (inner.kind === "parentheses") inner = inner.expression;
  return inner;
}

export function isComparison(operator: BinaryOperator): operator is Comparison {
  return COMPARISONS.some((comparison) => comparison === operator);
}

export function isSetOperator(operator: BinaryOperator): operator is SetOperator {
  return SET_OPERATORS.some((setOperator) => setOperator === operator);
}

export function isTrimOperator(operator: BinaryOperator): operator is TrimOperator {
  return TRIM_OPERATORS.some((trim) => trim === operator);
}

/** The expressions directly inside an expression. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "number":
    case "string":
    case "vector selector":
      return [];
    case "range selector":
      return [expression.vector];
    case "subquery":
    case "parentheses":
      return [expression.expression];
    case "unary":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "aggregation":
      return expression.parameter === undefined ? [expression.operand] : [expression.parameter, expression.operand];
    case "call":
      return expression.arguments;
  }
}
