import { functionNamed } from "../functions/table.ts";
import type { Matcher } from "../labels/matcher.ts";
import { checkExpression } from "./check.ts";
import { MAX_NESTING, nestingReason, TokenCursor } from "./cursor.ts";
import { parseDuration, parseNumber } from "./literal.ts";
import { ParseError } from "./parse-error.ts";
import { parseFill } from "./parse-fill.ts";
import { parseVectorSelector, textOf } from "./parse-selector.ts";
import { parsePostfixes } from "./parse-time-shift.ts";
import {
  type Aggregation,
  type Binary,
  type BinaryOperator,
  type Call,
  childrenOf,
  type Expression,
  isSetOperator,
  type NumberLiteral,
  type VectorMatching,
} from "./syntax.ts";
import { isAggregation, type Token } from "./token.ts";

/** Characters that a query may have. */
const MAX_QUERY_LENGTH = 64 * 1024;

const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  unless: 2,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "</": 3,
  ">/": 3,
  "+": 4,
  "-": 4,
  "*": 5,
  "/": 5,
  "%": 5,
  atan2: 5,
  "^": 6,
};

/** How many values an aggregation takes before the vector. */
const WITH_PARAMETER = new Set(["topk", "bottomk", "count_values", "quantile", "limitk", "limit_ratio"]);

/**
 * Parses a query and checks the types of all its parts.
 *
 * @throws ParseError with the place and the reason in the words of the peer
 */
export function parseQuery(query: string): Expression {
  if (query.length > MAX_QUERY_LENGTH)
    throw new ParseError("", 0, `query is longer than ${MAX_QUERY_LENGTH} characters`);
  const cursor = new TokenCursor(query);
  if (cursor.peek().kind === "end") throw cursor.fail(0, "no expression found in input");
  const expression = parseExpression(cursor, 1);
  if (cursor.peek().kind !== "end") throw cursor.unexpected();
  if (isDeeperThan(expression, MAX_NESTING)) throw cursor.fail(0, nestingReason);
  checkExpression(query, expression);
  return expression;
}

/**
 * Parses what selects series and nothing else: no range, no offset, no function.
 *
 * @throws ParseError in the words of the peer
 */
export function parseSeriesSelector(text: string): readonly Matcher[] {
  if (text.length > MAX_QUERY_LENGTH)
    throw new ParseError("", 0, `query is longer than ${MAX_QUERY_LENGTH} characters`);
  const cursor = new TokenCursor(text);
  if (!beginsSelector(cursor.peek())) throw cursor.unexpected();
  const { matchers } = parseVectorSelector(cursor);
  if (cursor.peek().kind !== "end") throw cursor.unexpected();
  return matchers;
}

function beginsSelector({ kind, text, word }: Token): boolean {
  if (kind === "sign") return text === "{";
  return ["identifier", "metric identifier", "aggregation"].includes(kind) || KEYWORDS_AS_NAMES.has(word);
}

/** Chains such as `a + b + c` nest without recursion of the parser; everything behind it walks the tree. */
function isDeeperThan(expression: Expression, limit: number): boolean {
  let level: readonly Expression[] = [expression];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function parseExpression(cursor: TokenCursor, least: number): Expression {
  let left = parseUnary(cursor);
  for (;;) {
    const operator = peekOperator(cursor);
    if (operator === undefined || PRECEDENCE[operator] < least) return left;
    left = parseBinary(cursor, left, operator);
  }
}

function peekOperator(cursor: TokenCursor): BinaryOperator | undefined {
  const { kind, word } = cursor.peek();
  return kind === "operator" && isBinaryOperator(word) ? word : undefined;
}

function isBinaryOperator(word: string): word is BinaryOperator {
  return Object.hasOwn(PRECEDENCE, word);
}

function parseBinary(cursor: TokenCursor, left: Expression, operator: BinaryOperator): Binary {
  const { start, end } = cursor.take();
  const returnsBool = cursor.takeKeyword("bool");
  const { matching, hasMatching } = parseMatching(cursor, operator);
  const power = PRECEDENCE[operator];
  const right = cursor.nested(() => parseExpression(cursor, operator === "^" ? power : power + 1));
  const span = { start: left.span.start, end: right.span.end };
  const operatorSpan = { start, end };
  return { kind: "binary", operator, left, right, returnsBool, matching, hasMatching, span, operatorSpan };
}

function parseMatching(
  cursor: TokenCursor,
  operator: BinaryOperator,
): { matching: VectorMatching; hasMatching: boolean } {
  const plain = isSetOperator(operator) ? "many-to-many" : "one-to-one";
  const isOn = cursor.takeKeyword("on");
  if (!isOn && !cursor.takeKeyword("ignoring")) {
    const matching = { cardinality: plain, isOn, labels: [], include: [], ...parseFill(cursor) } as const;
    return { matching, hasMatching: false };
  }
  const labels = parseLabelNames(cursor);
  const cardinality = takeCardinality(cursor) ?? plain;
  const hasInclude = cardinality !== plain && cursor.peek().text === "(" && cursor.peek().kind === "sign";
  const include = hasInclude ? parseLabelNames(cursor) : [];
  return { matching: { cardinality, isOn, labels, include, ...parseFill(cursor) }, hasMatching: true };
}

function takeCardinality(cursor: TokenCursor): VectorMatching["cardinality"] | undefined {
  if (cursor.takeKeyword("group_left")) return "many-to-one";
  return cursor.takeKeyword("group_right") ? "one-to-many" : undefined;
}

function parseLabelNames(cursor: TokenCursor): string[] {
  cursor.expectSign("(", "grouping opts", '"("');
  const names: string[] = [];
  while (!cursor.takeSign(")")) {
    names.push(parseLabelName(cursor));
    if (cursor.takeSign(")")) break;
    cursor.expectSign(",", "grouping opts", '"," or ")"');
  }
  return names;
}

/** Any word will do as a label's name, and any quoted text. */
function parseLabelName(cursor: TokenCursor): string {
  const { kind, text } = cursor.peek();
  if (kind === "string") return textOf(cursor, cursor.take());
  const isWord = ["identifier", "keyword", "aggregation", "operator"].includes(kind);
  if (!isWord || !/^[\p{L}_][\p{L}0-9_.]*$/u.test(text)) throw cursor.unexpected("grouping opts", "label");
  return cursor.take().text;
}

function parseUnary(cursor: TokenCursor): Expression {
  const { kind, text, start } = cursor.peek();
  if (kind !== "operator" || (text !== "-" && text !== "+")) return parsePostfixes(cursor, parsePrimary(cursor));
  cursor.take();
  const operand = cursor.nested(() => parseExpression(cursor, PRECEDENCE["^"]));
  const span = { start, end: operand.span.end };
  if (operand.kind !== "number") return { kind: "unary", operator: text, operand, span };
  return { kind: "number", value: text === "-" ? -operand.value : operand.value, span };
}

function parsePrimary(cursor: TokenCursor): Expression {
  const token = cursor.peek();
  switch (token.kind) {
    case "number":
    case "duration":
      return parseNumberLiteral(cursor);
    case "string":
      return { kind: "string", value: textOf(cursor, cursor.take()), span: { start: token.start, end: token.end } };
    case "aggregation":
      return startsAggregation(cursor.ahead(1)) ? parseAggregation(cursor) : parseVectorSelector(cursor);
    case "identifier":
      return cursor.ahead(1).text === "(" ? parseCall(cursor) : parseVectorSelector(cursor);
    case "metric identifier":
      return parseVectorSelector(cursor);
    case "sign":
      if (token.text === "(") return parseParentheses(cursor);
      if (token.text === "{") return parseVectorSelector(cursor);
      throw cursor.unexpected();
    default:
      return parseKeyword(cursor);
  }
}

/** Most keywords are also names of metrics where no keyword can stand; `start` and `end` are functions besides. */
function parseKeyword(cursor: TokenCursor): Expression {
  const { word } = cursor.peek();
  const isCall = cursor.ahead(1).kind === "sign" && cursor.ahead(1).text === "(";
  if ((word === "start" || word === "end") && isCall) return parseCall(cursor);
  if (!KEYWORDS_AS_NAMES.has(word)) throw cursor.unexpected();
  return parseVectorSelector(cursor);
}

const KEYWORDS_AS_NAMES: ReadonlySet<string> = new Set([
  "offset",
  "by",
  "without",
  "and",
  "or",
  "unless",
  "start",
  "end",
  "anchored",
  "smoothed",
  "fill",
  "fill_left",
  "fill_right",
]);

function parseNumberLiteral(cursor: TokenCursor): NumberLiteral {
  const { kind, text, start, end } = cursor.take();
  const duration = kind === "duration" ? parseDuration(text) : undefined;
  const value = kind === "duration" ? duration && duration / 1000 : parseNumber(text);
  if (value !== undefined) return { kind: "number", value, span: { start, end } };
  if (kind === "duration") throw cursor.fail(start, `not a valid duration string: ${JSON.stringify(text)}`);
  throw cursor.fail(start, `error parsing number: ${JSON.stringify(text)} is not a valid number`);
}

function parseParentheses(cursor: TokenCursor): Expression {
  const { start } = cursor.take();
  const expression = cursor.nested(() => parseExpression(cursor, 1));
  cursor.expectSign(")");
  return { kind: "parentheses", expression, span: { start, end: cursor.previousEnd } };
}

function parseCall(cursor: TokenCursor): Call {
  const { text, start } = cursor.take();
  if (functionNamed(text) === undefined) throw cursor.fail(start, `unknown function with name ${JSON.stringify(text)}`);
  const args = parseArguments(cursor);
  return { kind: "call", name: text, arguments: args, span: { start, end: cursor.previousEnd } };
}

function parseArguments(cursor: TokenCursor): Expression[] {
  cursor.expectSign("(");
  const args: Expression[] = [];
  while (!cursor.takeSign(")")) {
    args.push(cursor.nested(() => parseExpression(cursor, 1)));
    const { start } = cursor.peek();
    if (cursor.takeSign(")")) break;
    cursor.expectSign(",");
    if (cursor.peek().text === ")" && cursor.peek().kind === "sign") {
      throw cursor.fail(start, "trailing commas not allowed in function call args");
    }
  }
  return args;
}

function startsAggregation({ kind, word }: Token): boolean {
  return (kind === "sign" && word === "(") || (kind === "keyword" && (word === "by" || word === "without"));
}

function parseAggregation(cursor: TokenCursor): Aggregation {
  const { word: operator, start } = cursor.take();
  if (!isAggregation(operator)) throw cursor.unexpected();
  const before = takeGrouping(cursor);
  const args = parseArguments(cursor);
  const { isWithout, grouping } = before ?? takeGrouping(cursor) ?? { isWithout: false, grouping: [] };
  const span = { start, end: cursor.previousEnd };
  if (args.length === 0) throw cursor.fail(start, "no arguments for aggregate expression provided");
  const wanted = WITH_PARAMETER.has(operator) ? 2 : 1;
  const operand = args[wanted - 1];
  if (args.length !== wanted || operand === undefined) {
    const counts = `expected ${wanted}, got ${args.length}`;
    throw cursor.fail(start, `wrong number of arguments for aggregate expression provided, ${counts}`);
  }
  const parameter = wanted === 2 ? args[0] : undefined;
  return { kind: "aggregation", operator, parameter, operand, grouping, isWithout, span };
}

function takeGrouping(cursor: TokenCursor): { isWithout: boolean; grouping: string[] } | undefined {
  if (cursor.takeKeyword("by")) return { isWithout: false, grouping: parseLabelNames(cursor) };
  if (cursor.takeKeyword("without")) return { isWithout: true, grouping: parseLabelNames(cursor) };
  return undefined;
}
