/**
 * Queries by chance, out of the whole grammar that old and new versions of the language share. What differs between
 * them is left out: names that a function drops are not grouped by, no range ends on a sample, no subquery lies in
 * another, where the ends of ranges would, and no range begins before the first sample. `atan2` keeps a name in old
 * versions; which of two equal values is first is decided by neither.
 */
export class RandomQueries {
  readonly #random: () => number;
  #subqueries = 0;

  /** @param random - numbers from 0 to 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  next(): string {
    this.#subqueries = 0;
    return this.#chance(0.1) ? this.#scalar(3) : this.#vector(3).text;
  }

  #vector(depth: number): Vector {
    if (depth === 0) return this.#selector();
    const make = this.#pick<(depth: number) => Vector>([
      () => this.#selector(),
      (left) => this.#ofRange(left),
      (left) => this.#ofRange(left),
      (left) => this.#ofValues(left),
      (left) => this.#aggregation(left),
      (left) => this.#aggregation(left),
      (left) => this.#binary(left),
      (left) => this.#withScalar(left),
      (left) => this.#setOperation(left),
      (left) => this.#special(left),
    ]);
    return make(depth - 1);
  }

  #selector(): Vector {
    const metric = this.#pick(METRICS);
    return { ...metric, text: `${metric.name}${this.#matchers(metric)}${this.#shift()}` };
  }

  #matchers({ values }: Metric): string {
    const wanted = values.filter(() => this.#chance(0.25));
    if (wanted.length === 0) return "";
    const one = ([label, some]: readonly [string, readonly string[]]) => {
      const value = this.#pick(some);
      return this.#pick([
        `${label}="${value}"`,
        `${label}!="${value}"`,
        `${label}=~"${value.slice(0, 1)}.*"`,
        `${label}!~"${value}|none"`,
        `missing=""`,
      ]);
    };
    return `{${wanted.map(one).join(",")}}`;
  }

  #shift(): string {
    if (this.#chance(0.75)) return "";
    const offset = this.#pick(["", " offset 3m", " offset -90s", " offset 1m30s"]);
    const at = this.#pick(["", "", " @ 1700009413.613", " @ start()", " @ end()"]);
    return this.#chance(0.5) ? at + offset : offset + at;
  }

  /** A range vector: of a selector, or a subquery. */
  #range(depth: number): Vector {
    const length = this.#pick(["1m", "90s", "5m", "10m", "30m"]);
    if (this.#subqueries > 0 || this.#chance(0.7)) {
      const metric = this.#pick(METRICS);
      return { ...metric, text: `${metric.name}${this.#matchers(metric)}[${length}]${this.#shift()}` };
    }
    this.#subqueries += 1;
    const inner = this.#vector(Math.max(0, depth - 1));
    const step = this.#pick(["30s", "1m", "77s", ""]);
    return { ...inner, text: `(${inner.text})[${this.#pick(["5m", "12m", "40m"])}:${step}]${this.#offsetOnly()}` };
  }

  #offsetOnly(): string {
    return this.#chance(0.8) ? "" : this.#pick([" offset 2m", " offset -1m", " @ 1700009413.613"]);
  }

  #ofRange(depth: number): Vector {
    const inner = this.#range(depth);
    if (this.#chance(0.1))
      return { ...inner, text: `quantile_over_time(${this.#pick(["0.5", "0.9", "1"])}, ${inner.text})` };
    if (this.#chance(0.05) && !inner.text.includes("@"))
      return { ...inner, text: `predict_linear(${inner.text}, 600)` };
    return { ...inner, text: `${this.#pick(RANGE_FUNCTIONS)}(${inner.text})` };
  }

  #ofValues(depth: number): Vector {
    const inner = this.#vector(depth);
    const low = this.#number();
    return {
      ...inner,
      text: this.#pick([
        `${this.#pick(VALUE_FUNCTIONS)}(${inner.text})`,
        `round(${inner.text}, ${this.#pick(["0.1", "5", "1e3"])})`,
        `clamp(${inner.text}, ${low}, ${this.#number()})`,
        `clamp_min(${inner.text}, ${low})`,
        `clamp_max(${inner.text}, ${low})`,
        `-(${inner.text})`,
        `+${this.#chance(0.5) ? `(${inner.text})` : inner.text}`,
        `label_replace(${inner.text}, "extra", "x-$1", "${this.#labelOf(inner)}", "(.).*")`,
        `label_join(${inner.text}, "extra", "-", "${this.#labelOf(inner)}", "missing")`,
        `sort(${inner.text})`,
        `sort_desc(${inner.text})`,
      ]),
    };
  }

  #aggregation(depth: number): Vector {
    const inner = this.#vector(depth);
    const kept = inner.labels.filter(() => this.#chance(0.4));
    const isWithout = this.#chance(0.3);
    const grouping = isWithout ? ` without (${kept.join(", ")})` : ` by (${kept.join(", ")})`;
    const clause = this.#chance(0.25) ? "" : grouping;
    const labels = clause === "" ? [] : isWithout ? inner.labels.filter((label) => !kept.includes(label)) : kept;
    const call = this.#pick<() => Vector>([
      () => {
        const operator = this.#pick(AGGREGATIONS);
        const text = this.#chance(0.5) ? `${operator}${clause} (${inner.text})` : `${operator}(${inner.text})${clause}`;
        return { text, labels };
      },
      () => ({ text: `quantile${clause} (${this.#pick(["0", "0.3", "0.99"])}, ${inner.text})`, labels }),
      () => this.#ranked(),
      // With several labels in `by` old versions forget one of them.
      () => ({ text: `count_values ("value", round(${inner.text}, 1e6))`, labels: ["value"] }),
    ]);
    return call();
  }

  /** Of values that are never equal. */
  #ranked(): Vector {
    const inner = this.#pick(METRICS.filter(({ name }) => ["memory_bytes", "temperature"].includes(name)));
    const clause = this.#chance(0.5) ? "" : ` by (${inner.labels[0] ?? ""})`;
    return { ...inner, text: `${this.#pick(["topk", "bottomk"])}${clause} (2, ${inner.name}${this.#shift()})` };
  }

  #binary(depth: number): Vector {
    const left = this.#vector(depth);
    const right = this.#chance(0.5) ? { ...left } : this.#vector(depth);
    const shared = left.labels.filter((label) => right.labels.includes(label));
    const matching = this.#chance(0.5)
      ? ` on (${shared.join(", ")})`
      : ` ignoring (${left.labels.filter((label) => !shared.includes(label)).join(", ")})`;
    const group = this.#pick(["", "", " group_left", " group_right", ` group_left (${shared[0] ?? "missing"})`]);
    const clause = this.#chance(0.3) ? "" : matching + group;
    const isComparison = this.#chance(0.35);
    const operator = isComparison ? this.#comparison() : this.#pick(ARITHMETIC);
    return { text: `(${left.text}) ${operator}${clause} (${right.text})`, labels: left.labels };
  }

  #comparison(): string {
    return this.#pick(["==", "!=", ">", "<", ">=", "<="]) + this.#pick(["", " bool"]);
  }

  #withScalar(depth: number): Vector {
    const inner = this.#vector(depth);
    const scalar = this.#scalar(depth);
    const operator = this.#chance(0.4) ? this.#comparison() : this.#pick(ARITHMETIC);
    const [left, right] = this.#chance(0.5) ? [inner.text, scalar] : [scalar, inner.text];
    return { ...inner, text: `(${left}) ${operator} (${right})` };
  }

  #setOperation(depth: number): Vector {
    const [left, right] = [this.#vector(depth), this.#vector(depth)];
    const shared = left.labels.filter((label) => right.labels.includes(label));
    const clause = this.#pick(["", ` on (${shared.join(", ")})`, ` ignoring (${left.labels[0] ?? "missing"})`]);
    const operator = this.#pick(["and", "or", "unless"]);
    return { text: `(${left.text}) ${operator}${clause} (${right.text})`, labels: shared };
  }

  #special(depth: number): Vector {
    const inner = this.#vector(depth);
    const by = this.#pick(["le", "le, job", "le, instance", "le, job, instance"]);
    const buckets = `sum by (${by}) (rate(latency_seconds_bucket[${this.#pick(["2m", "5m"])}]))`;
    return this.#pick<Vector>([
      { text: `absent(${inner.text})`, labels: [] },
      { text: `vector(${this.#scalar(depth)})`, labels: [] },
      { ...inner, text: `timestamp(${inner.text})` },
      { text: `${this.#pick(TIME_FUNCTIONS)}(birth_seconds${this.#shift()})`, labels: ["job"] },
      { text: `histogram_quantile(${this.#pick(["0.5", "0.9", "0.99"])}, ${buckets})`, labels: [] },
      { text: `${this.#pick(TIME_FUNCTIONS)}()`, labels: [] },
    ]);
  }

  #scalar(depth: number): string {
    if (depth === 0 || this.#chance(0.5)) return this.#number();
    return this.#pick([
      `scalar(${this.#vector(depth - 1).text})`,
      "time()",
      "pi()",
      `(${this.#scalar(depth - 1)}) ${this.#pick(ARITHMETIC)} (${this.#scalar(depth - 1)})`,
      `(${this.#scalar(depth - 1)}) ${this.#pick([">", "<=", "==", "!="])} bool (${this.#scalar(depth - 1)})`,
      `-(${this.#scalar(depth - 1)})`,
    ]);
  }

  #number(): string {
    return this.#pick(["0", "1", "-1", "2.5", "1e3", "0x1F", "Inf", "-Inf", "NaN", "100", "0.001"]);
  }

  #labelOf({ labels }: Vector): string {
    return labels.length === 0 ? "missing" : this.#pick(labels);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new TypeError("there is nothing to pick");
    return item;
  }
}

/** A part of a query that gives an instant vector, and the labels that its series may have. */
interface Vector {
  readonly text: string;
  readonly labels: readonly string[];
}

interface Metric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly values: readonly (readonly [label: string, values: readonly string[]])[];
}

const JOBS = ["job", ["api", "web"]] as const;
const INSTANCES = ["instance", ["a:9090", "b:9090", "c:9090"]] as const;

function metric(name: string, ...values: Metric["values"]): Metric {
  return { name, labels: values.map(([label]) => label), values };
}

const METRICS: readonly Metric[] = [
  metric("http_requests_total", JOBS, INSTANCES, ["code", ["200", "404", "500"]]),
  metric("http_requests_total", JOBS, INSTANCES, ["code", ["200", "404", "500"]]),
  metric("memory_bytes", JOBS, INSTANCES),
  metric("temperature", ["room", ["north", "south", "cellar"]], ["floor", ["1", "-1"]]),
  metric("info", JOBS, INSTANCES, ["version", ["1.2.3", "1.2.4"]]),
  metric("latency_seconds_count", JOBS, INSTANCES),
  metric("latency_seconds_sum", JOBS, INSTANCES),
  metric("gappy", ["part", ["early", "late"]]),
  metric("state"),
  metric("missing_metric", JOBS),
];

const RANGE_FUNCTIONS = [
  "rate",
  "increase",
  "irate",
  "delta",
  "idelta",
  "deriv",
  "changes",
  "resets",
  "avg_over_time",
  "sum_over_time",
  "min_over_time",
  "max_over_time",
  "count_over_time",
  "stddev_over_time",
  "stdvar_over_time",
  "last_over_time",
  "present_over_time",
  "absent_over_time",
];

const VALUE_FUNCTIONS = [
  "abs",
  "ceil",
  "floor",
  "round",
  "sqrt",
  "exp",
  "ln",
  "log2",
  "log10",
  "sgn",
  "atan",
  "asinh",
  "tanh",
  "deg",
  "rad",
];

const TIME_FUNCTIONS = [
  "minute",
  "hour",
  "day_of_week",
  "day_of_month",
  "day_of_year",
  "days_in_month",
  "month",
  "year",
];

const AGGREGATIONS = ["sum", "avg", "min", "max", "count", "group", "stddev", "stdvar"];
const ARITHMETIC = ["+", "-", "*", "/", "%", "^"];

/** The same query with its lengths computed: what old versions of the language cannot say. */
export function inNewerWords(query: string, random: () => number): string {
  return query.replace(/(?<=\[|:|offset -?)(\d+)(s|m)(?=\]|:|\)| |$)/g, (whole, amount: string, unit: string) => {
    const count = Number(amount);
    const forms = [
      whole,
      `(${2 * count}${unit} / 2)`,
      `(${count + 1}${unit} - 1${unit})`,
      `max_of(${whole}, 1ms)`,
      `min_of(${whole}, range() + 1h)`,
    ];
    return forms[Math.floor(random() * forms.length)] ?? whole;
  });
}
