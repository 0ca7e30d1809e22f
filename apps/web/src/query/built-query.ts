/** A condition on a label. */
export interface LabelFilter {
  readonly label: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

export const FILTER_OPERATORS = ["=", "!=", "=~", "!~"] as const;
type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** One thing that is done to what came before. */
export interface Operation {
  readonly name: string;
  /** A window of time, a share, a number; what the operation takes, as it is written. */
  readonly argument: string;
  /** Of aggregations: the labels that stay, or that go. */
  readonly grouping: "by" | "without";
  readonly labels: readonly string[];
}

/** A query as it is put together of a metric, conditions and operations. */
export interface BuiltQuery {
  readonly metric: string;
  readonly filters: readonly LabelFilter[];
  readonly operations: readonly Operation[];
}

export const NO_QUERY: BuiltQuery = { metric: "", filters: [], operations: [] };

/** How an operation is written. A `window` looks back in time and comes first; `share` and `count` lead their operand. */
type OperationKind = "window" | "group" | "share" | "count" | "plain" | "arithmetic";

const NAMES: Readonly<Record<OperationKind, readonly string[]>> = {
  window: [
    ...["rate", "increase", "irate", "delta", "changes", "resets"],
    ...["avg_over_time", "min_over_time", "max_over_time", "sum_over_time", "count_over_time", "last_over_time"],
  ],
  group: ["sum", "avg", "min", "max", "count", "stddev"],
  share: ["histogram_quantile"],
  count: ["topk", "bottomk"],
  plain: ["abs", "ceil", "floor", "round", "sqrt", "ln", "log2", "log10", "sort", "sort_desc", "timestamp"],
  arithmetic: ["*", "/", "+", "-"],
};

/** What an operation begins with when somebody adds it. */
const USUAL_ARGUMENT: Readonly<Record<OperationKind, string>> = {
  window: "5m",
  group: "",
  share: "0.95",
  count: "5",
  plain: "",
  arithmetic: "1",
};

const KINDS: ReadonlyMap<string, OperationKind> = new Map(
  (Object.keys(NAMES) as OperationKind[]) // the keys of our own constant
    .flatMap((kind) => NAMES[kind].map((name) => [name, kind] as const)),
);

export const OPERATION_NAMES = [...KINDS.keys()];

export function kindOf(name: string): OperationKind | undefined {
  return KINDS.get(name);
}

/** With one more operation; there is one window at most, and it comes first. */
export function withOperation(operations: readonly Operation[], name: string): readonly Operation[] {
  const kind = kindOf(name);
  if (kind === undefined) return operations;
  const added: Operation = { name, argument: USUAL_ARGUMENT[kind], grouping: "by", labels: [] };
  if (kind !== "window") return [...operations, added];
  return [added, ...operations.filter((one) => kindOf(one.name) !== "window")];
}

export function isMetricName(text: string): boolean {
  return /^[a-zA-Z_:][\w:]*$/.test(text);
}

export function isLabelName(text: string): boolean {
  return /^[a-zA-Z_]\w*$/.test(text);
}

/** PromQL; empty where no metric is chosen. Conditions whose label is not written yet are left out. */
export function queryText({ metric, filters, operations }: BuiltQuery): string {
  if (!isMetricName(metric)) return "";
  const conditions = filters
    .filter(({ label }) => isLabelName(label))
    .map(({ label, operator, value }) => `${label}${operator}${JSON.stringify(value)}`);
  const selector = conditions.length === 0 ? metric : `${metric}{${conditions.join(", ")}}`;
  return operations.reduce(operated, { text: selector, isSum: false }).text;
}

interface Written {
  readonly text: string;
  /** It stands in brackets where another sign follows. */
  readonly isSum: boolean;
}

function operated({ text, isSum }: Written, { name, argument, grouping, labels }: Operation): Written {
  switch (kindOf(name)) {
    case "window":
      return { text: `${name}(${text}[${argument}])`, isSum: false };
    case "group": {
      const groups = labels.length === 0 ? "" : ` ${grouping} (${labels.join(", ")})`;
      return { text: `${name}${groups === "" ? "" : `${groups} `}(${text})`, isSum: false };
    }
    case "share":
    case "count":
      return { text: `${name}(${argument}, ${text})`, isSum: false };
    case "arithmetic":
      return { text: `${isSum ? `(${text})` : text} ${name} ${argument}`, isSum: true };
    default:
      return { text: `${name}(${text})`, isSum: false };
  }
}
