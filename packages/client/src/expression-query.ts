/** A query of a panel as documents write it; what is read of it depends on its `type`. */
export interface WrittenQuery {
  readonly refId?: unknown;
  readonly type?: unknown;
  /** PromQL; an expression has none of its own. */
  readonly expr?: unknown;
  readonly instant?: unknown;
  readonly range?: unknown;
  readonly expression?: unknown;
  readonly reducer?: unknown;
  readonly conditions?: unknown;
  readonly window?: unknown;
  readonly downsampler?: unknown;
}

export type ExpressionQuery<Query> =
  | {
      readonly kind: "query";
      /** PromQL, in which variables still stand. */
      readonly expr: string;
      /** What it is made of, as often as that is in it: queries that data sources answer. */
      readonly asked: readonly Query[];
      /** One value for each series, at the end of the range. */
      readonly isInstant: boolean;
      /** Least step, where the expression says one. */
      readonly interval: string | undefined;
    }
  | { readonly kind: "unsaid"; readonly what: string };

/** Expressions that refer to expressions, one behind the other. */
const MOST_STEPS = 16;
/** Characters; each step may hold the one before several times. */
const LONGEST = 16 * 1024;
/** Values that a window is worked out of where it says nothing else. */
const SAMPLES_OF_WINDOW = 10;

/**
 * An expression over other queries of a panel (`math`, `reduce`, `threshold`, `resample`) as one question in PromQL, which
 * joins series by their labels just so: it is asked once, and by walls and pictures as well.
 *
 * @returns `undefined` for what is no expression; `unsaid`, with the part that is meant, where PromQL cannot say it
 */
export function expressionQuery<Query extends WrittenQuery>(
  query: Query,
  all: readonly Query[],
): ExpressionQuery<Query> | undefined {
  if (!isExpression(query)) return undefined;
  try {
    const { text, asked, isInstant, interval } = partOf(query, { all, stepsLeft: MOST_STEPS, read: new Map() });
    return { kind: "query", expr: text, asked, isInstant, interval };
  } catch (error) {
    if (error instanceof Unsaid) return { kind: "unsaid", what: error.message };
    throw error;
  }
}

/** What PromQL cannot say; its message is the part that is meant. */
class Unsaid extends Error {}

interface Part<Query> {
  readonly text: string;
  readonly asked: readonly Query[];
  readonly isInstant: boolean;
  readonly interval?: string | undefined;
}

interface Others<Query> {
  readonly all: readonly Query[];
  readonly stepsLeft: number;
  /** What has been read already: an expression may name another thousands of times. */
  readonly read: Map<Query, Part<Query>>;
}

type Reading = <Query extends WrittenQuery>(query: Query, others: Others<Query>) => Part<Query>;

const READINGS: ReadonlyMap<unknown, Reading> = new Map<unknown, Reading>([
  ["math", mathOf],
  ["reduce", reduceOf],
  ["threshold", thresholdOf],
  ["resample", resampleOf],
  ["classic_conditions", unsaid],
  ["sql", unsaid],
]);

function isExpression({ type, expr }: WrittenQuery): boolean {
  return READINGS.has(type) && (typeof expr !== "string" || expr.trim() === "");
}

function unsaid({ type }: WrittenQuery): never {
  throw new Unsaid(String(type));
}

function partOf<Query extends WrittenQuery>(query: Query, others: Others<Query>): Part<Query> {
  const { stepsLeft, read } = others;
  const known = read.get(query);
  if (known !== undefined) return known;
  if (stepsLeft === 0) throw new Unsaid(`$${String(query.refId)}`);
  if (!isExpression(query)) return askedPart(query);
  const part = READINGS.get(query.type)?.(query, { ...others, stepsLeft: stepsLeft - 1 }) ?? unsaid(query);
  if (part.text.length > LONGEST) throw new Unsaid(`$${String(query.refId)}`);
  read.set(query, part);
  return part;
}

function askedPart<Query extends WrittenQuery>(query: Query): Part<Query> {
  const { expr, refId, instant, range } = query;
  if (typeof expr !== "string" || expr.trim() === "") throw new Unsaid(`$${String(refId)}`);
  return { text: expr, asked: [query], isInstant: instant === true && range !== true };
}

function named<Query extends WrittenQuery>(name: unknown, others: Others<Query>): Part<Query> {
  const text = typeof name === "string" ? name.replace(/^\$\{?|\}$/g, "") : "";
  const found = others.all.find(({ refId }) => refId === text);
  if (found === undefined) throw new Unsaid(`$${text}`);
  return partOf(found, others);
}

/** What a sum is written with: names of queries, numbers, functions, signs. */
const WORDS = /\s+|\$\{[^}]+\}|\$\w+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|\*\*|[<>=!]=|[-+*/%()<>]|[a-z]\w*/giy;

/** Functions by what PromQL calls them. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["abs", "abs"],
  ["ceil", "ceil"],
  ["floor", "floor"],
  ["log", "ln"],
  ["round", "round"],
]);

const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "==", "!=", "<=", ">="]);

/** `$A / $B * 100` */
function mathOf<Query extends WrittenQuery>({ expression, refId }: Query, others: Others<Query>): Part<Query> {
  if (typeof expression !== "string") throw new Unsaid("math");
  let left = LONGEST - expression.length;
  if (left < 0) throw new Unsaid(`$${String(refId)}`);
  const words = expression.match(WORDS) ?? [];
  const read = words.join("");
  if (read !== expression) throw new Unsaid(expression.slice(read.length, read.length + 20));
  const parts: Part<Query>[] = [];
  const written = words.map((word) => {
    if (word.startsWith("$")) {
      const part = named(word, others);
      // Before it is put together: what is too long in the end may not fit into memory.
      left -= part.text.length;
      if (left < 0) throw new Unsaid(`$${String(refId)}`);
      parts.push(part);
      return `(${part.text})`;
    }
    if (word === "**") return "^";
    if (COMPARISONS.has(word)) return `${word} bool`;
    return /^[a-z]/i.test(word) ? (FUNCTIONS.get(word) ?? unsaid({ type: word })) : word;
  });
  if (parts.length === 0) throw new Unsaid(expression);
  return {
    text: written.join(""),
    asked: parts.flatMap(({ asked }) => asked),
    isInstant: parts.every(({ isInstant }) => isInstant),
    interval: parts.find(({ interval }) => interval !== undefined)?.interval,
  };
}

/** How many values of a range become one, over a range vector. */
const REDUCERS: ReadonlyMap<unknown, (range: string) => string> = new Map([
  ["mean", (range) => `avg_over_time(${range})`],
  ["avg", (range) => `avg_over_time(${range})`],
  ["median", (range) => `quantile_over_time(0.5, ${range})`],
  ["min", (range) => `min_over_time(${range})`],
  ["max", (range) => `max_over_time(${range})`],
  ["sum", (range) => `sum_over_time(${range})`],
  ["count", (range) => `count_over_time(${range})`],
  ["last", (range) => `last_over_time(${range})`],
]);

/** One number of each series: of the whole range that is shown, wherever in it somebody looks. */
function reduceOf<Query extends WrittenQuery>(query: Query, others: Others<Query>): Part<Query> {
  const { text, asked, isInstant } = named(query.expression, others);
  const reduce = REDUCERS.get(query.reducer) ?? unsaid({ type: String(query.reducer) });
  if (!isInstant) return { text: reduce(`(${text})[$__range:$__interval] @ end()`), asked, isInstant: true };
  // Of a single value there is nothing to reduce.
  return { text: query.reducer === "count" ? `(${text}) * 0 + 1` : text, asked, isInstant };
}

/** 1 where a value is beyond, 0 where it is not. */
const EVALUATORS: ReadonlyMap<unknown, (value: string, low: number, high: number) => string> = new Map([
  ["gt", (value, low) => `${value} > bool ${low}`],
  ["gte", (value, low) => `${value} >= bool ${low}`],
  ["lt", (value, low) => `${value} < bool ${low}`],
  ["lte", (value, low) => `${value} <= bool ${low}`],
  ["eq", (value, low) => `${value} == bool ${low}`],
  ["ne", (value, low) => `${value} != bool ${low}`],
  ["within_range", (value, low, high) => `(${value} > bool ${low}) * (${value} < bool ${high})`],
  ["within_range_included", (value, low, high) => `(${value} >= bool ${low}) * (${value} <= bool ${high})`],
  ["outside_range", (value, low, high) => `(${value} < bool ${low}) + (${value} > bool ${high})`],
  ["outside_range_included", (value, low, high) => `(${value} <= bool ${low}) + (${value} >= bool ${high})`],
]);

function thresholdOf<Query extends WrittenQuery>(
  { expression, conditions }: Query,
  others: Others<Query>,
): Part<Query> {
  const { text, ...part } = named(expression, others);
  const condition: unknown = Array.isArray(conditions) ? conditions[0] : undefined;
  const evaluator = objectIn(objectIn(condition)["evaluator"]);
  const compare = EVALUATORS.get(evaluator["type"]) ?? unsaid({ type: String(evaluator["type"] ?? "threshold") });
  const params = Array.isArray(evaluator["params"]) ? evaluator["params"].map(Number) : [];
  const [low = Number.NaN, high = 0] = params;
  if (!Number.isFinite(low) || !Number.isFinite(high)) throw new Unsaid("threshold");
  // What leaves the state that it came into only at another value looks at what was before.
  if ("unloadEvaluator" in objectIn(condition)) throw new Unsaid("unloadEvaluator");
  // Whichever of two bounds is written first.
  const isRange = params.length > 1 && String(evaluator["type"]).includes("range");
  const bounds = isRange ? [Math.min(low, high), Math.max(low, high)] : [low, high];
  return { ...part, text: compare(`(${text})`, bounds[0] ?? low, bounds[1] ?? high) };
}

/** A number and a unit of time. */
const WINDOW = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

/** One value for each window; how many there are to sum or count, only the source knows. */
function resampleOf<Query extends WrittenQuery>(query: Query, others: Others<Query>): Part<Query> {
  const { text, asked, isInstant } = named(query.expression, others);
  const { window, downsampler } = query;
  const [, count = "", unit = ""] = WINDOW.exec(typeof window === "string" ? window : "") ?? [];
  const windowMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (typeof window !== "string" || !(windowMs >= 1)) throw new Unsaid(`window ${String(window)}`);
  const reduce = REDUCERS.get(downsampler);
  if (isInstant || reduce === undefined || downsampler === "sum" || downsampler === "count") {
    throw new Unsaid(`resample ${String(downsampler)}`);
  }
  const step = Math.max(1, Math.round(windowMs / SAMPLES_OF_WINDOW));
  return { text: reduce(`(${text})[${Math.round(windowMs)}ms:${step}ms]`), asked, isInstant, interval: window };
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
