import { CATALOGUE, type CatalogueEntry, type MetricName } from "./catalogue.ts";
import { TAG_ALIASES } from "./tags.ts";

/** What a query about a worker metric asks for. */
export interface NormalizedQuery {
  /** Labels that the answer keeps; none if absent. */
  readonly by?: readonly string[];
  /** Conditions on labels, as PromQL writes them: `task_queue="mail"`. */
  readonly where?: readonly string[];
  /** Time over which rates are taken. Default `5m`. */
  readonly window?: string;
  /** Of a histogram: between 0 and 1. Default 0.95. */
  readonly quantile?: number;
  /** Prefixes under which fleets export. Default `vedette_` and `temporal_`. */
  readonly prefixes?: readonly string[];
}

const PREFIXES = ["vedette_", "temporal_"] as const;
/** What tells a histogram in seconds from one in milliseconds where neither is said: bounds below 1. */
const BELOW_ONE = 'le=~"0|0[.].+"';

/**
 * One expression that is right whichever SDK wrote a metric: with or without suffixes, under old names, in
 * milliseconds or seconds. Counters come out as a rate per second, durations as a quantile in seconds, gauges as sums,
 * but percentages as the largest of them.
 *
 * Workers whose buckets differ are added up on the bounds that all of them have. Those of a group that write in other
 * units, or native histograms, cannot be: the larger quantile is given.
 */
export function normalizedQuery(metric: MetricName, query: NormalizedQuery = {}): string {
  const { type, aliases = [], range }: CatalogueEntry = CATALOGUE[metric];
  const { prefixes = PREFIXES, by = [] } = query;
  const names = prefixes.flatMap((prefix) => [metric, ...aliases].map((name) => prefix + name));
  const labels = by.join(", ");
  if (type === "histogram") return `max by (${labels}) (${quantileForms(names, query).join(" or ")})`;
  if (type === "gauge") {
    const gauges = inKnownWords(names.map((name) => selector(name, query)).join(" or "), by);
    return `${range === undefined ? "sum" : "max"} by (${labels}) (${gauges})`;
  }
  const written = names.flatMap((name) => [name, `${name}_total`]);
  const rates = written.map((name) => `rate(${selector(name, query)}[${windowOf(query)}])`);
  // A rate has no name: what has the same labels is the same count, which SDKs write under an old name as well.
  return `sum by (${labels}) (${inKnownWords(rates.join(" or "), by)})`;
}

/** Replaces values of tags that some SDKs write in other words. */
function inKnownWords(series: string, by: readonly string[]): string {
  return TAG_ALIASES.filter(({ tag }) => by.includes(tag)).reduce(
    (replaced, { tag, alias, value }) => `label_replace(${replaced}, "${tag}", "${value}", "${tag}", "${alias}")`,
    series,
  );
}

function quantileForms(names: readonly string[], query: NormalizedQuery): string[] {
  return names.flatMap((name, at) => {
    const inSeconds = withConditions(`${name}_bucket`, query, [BELOW_ONE]);
    const forms = [
      quantileOfBuckets(`${name}_seconds`, query),
      `${quantileOfBuckets(`${name}_milliseconds`, query)} * 0.001`,
      quantileOfBuckets(name, query, ` and on (job, instance) ${inSeconds}`),
      `${quantileOfBuckets(name, query, ` unless on (job, instance) ${inSeconds}`)} * 0.001`,
      quantileOfNative(`${name}_seconds`, query),
      `${quantileOfNative(`${name}_milliseconds`, query)} * 0.001`,
    ];
    // Forms of one group stand side by side until the largest is taken.
    return forms.map((form, place) => `label_replace(${form}, "form", "${at * forms.length + place}", "", "")`);
  });
}

/**
 * A bound counts where as many workers of the group have it as have any: buckets that only some have would make the
 * others look faster or slower than they are.
 *
 * @param condition - which of the series are meant, behind them
 */
function quantileOfBuckets(name: string, query: NormalizedQuery, condition = ""): string {
  const { quantile = DEFAULT_QUANTILE, by = [] } = query;
  const buckets = selector(`${name}_bucket`, query);
  const labels = ["le", ...by].join(", ");
  const having = `count by (${labels}) (${buckets}${condition})`;
  const last = withConditions(`${name}_bucket`, query, [EVERY_WORKER_HAS]);
  const shared = `${having} == ignoring (le) group_left () count by (${by.join(", ")}) (${last}${condition})`;
  const rates = `rate(${buckets}[${windowOf(query)}])${condition}`;
  return `histogram_quantile(${quantile}, sum by (${labels}) (${rates}) and ${shared})`;
}

/** Native histograms add up whatever their resolution. */
function quantileOfNative(name: string, query: NormalizedQuery): string {
  const { quantile = DEFAULT_QUANTILE, by = [] } = query;
  const histograms = withConditions(name, query, [NO_SUMMARY]);
  return `histogram_quantile(${quantile}, sum by (${by.join(", ")}) (rate(${histograms}[${windowOf(query)}])))`;
}

/** The bucket that no histogram is without. */
const EVERY_WORKER_HAS = 'le="+Inf"';
/** Summaries have the name of a native histogram, and are none. */
const NO_SUMMARY = 'quantile=""';
const DEFAULT_QUANTILE = 0.95;

function withConditions(name: string, query: NormalizedQuery, conditions: readonly string[]): string {
  return selector(name, { ...query, where: [...(query.where ?? []), ...conditions] });
}

function selector(name: string, { where = [] }: NormalizedQuery): string {
  return where.length === 0 ? name : `${name}{${where.join(",")}}`;
}

function windowOf({ window = "5m" }: NormalizedQuery): string {
  return window;
}
