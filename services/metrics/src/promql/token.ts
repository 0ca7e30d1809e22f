import { AGGREGATIONS, type AggregationOperator, type Span } from "./syntax.ts";

export type TokenKind =
  | "end"
  | "error"
  | "identifier"
  | "metric identifier"
  | "string"
  | "number"
  | "duration"
  | "operator"
  | "keyword"
  | "aggregation"
  | "sign";

/** A word or sign of a query. */
export interface Token extends Span {
  readonly kind: TokenKind;
  /** As it is written in the query; the reason for an error. */
  readonly text: string;
  /** The text in the form that the grammar compares: keywords and operators in lower case. */
  readonly word: string;
}

const OPERATOR_WORDS = new Set(["and", "or", "unless", "atan2"]);
const KEYWORDS = new Set([
  "offset",
  "by",
  "without",
  "on",
  "ignoring",
  "group_left",
  "group_right",
  "bool",
  "start",
  "end",
  "anchored",
  "smoothed",
  "fill",
  "fill_left",
  "fill_right",
]);
const NUMBER_WORDS = new Set(["inf", "nan"]);

/** What kind of token a word is that stands outside of braces. */
export function wordKind(text: string): TokenKind {
  const word = text.toLowerCase();
  if (text.includes(":")) return "metric identifier";
  if (OPERATOR_WORDS.has(word)) return "operator";
  if (KEYWORDS.has(word)) return "keyword";
  if (isAggregation(word)) return "aggregation";
  return NUMBER_WORDS.has(word) ? "number" : "identifier";
}

export function isAggregation(word: string): word is AggregationOperator {
  return AGGREGATIONS.some((operator) => operator === word);
}

/** The token as error messages name it, e.g. `identifier "a"`, `<op:+>`, `end of input`. */
export function describeToken({ kind, text }: Token): string {
  switch (kind) {
    case "end":
      return "end of input";
    case "operator":
      return `<op:${text}>`;
    case "keyword":
      return `<${text}>`;
    case "aggregation":
      return `<aggr:${text}>`;
    case "sign":
      return JSON.stringify(text);
    case "identifier":
    case "metric identifier":
      return `${kind} ${JSON.stringify(text)}`;
    default:
      return `${kind} ${text.length > 10 ? `${JSON.stringify(text.slice(0, 10))}...` : JSON.stringify(text)}`;
  }
}
