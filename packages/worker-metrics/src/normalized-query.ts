import { CATALOGUE, type CatalogueEntry, type MetricName } from "./catalogue.ts";

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
const BELOW_ONE = 'le=~"0[.].+"';

/**
 * One expression that is right whichever SDK wrote a metric: with or without suffixes, under old names, in
 * milliseconds or seconds. Counters come out as a rate per second, durations as a quantile in seconds, gauges as sums,
 * but percentages as the largest of them.
 *
 * Of a mixed fleet whose groups have durations in both units the larger quantile is given: their buckets differ and
 * cannot be added up.
 */
export function normalizedQuery(metric: MetricName, query: NormalizedQuery = {}): string {
  const { type, aliases = [], range }: CatalogueEntry = CATALOGUE[metric];
  const { prefixes = PREFIXES, by = [] } = query;
  const names = prefixes.flatMap((prefix) => [metric, ...aliases].map((name) => prefix + name));
  const labels = by.join(", ");
  if (type === "histogram") return `max by (${labels}) (${quantileForms(names, query).join(" or ")})`;
  if (type === "gauge") {
    const gauges = knownPollers(names.map((name) => selector(name, query)).join(" or "), by);
    return `${range === undefined ? "sum" : "max"} by (${labels}) (${gauges})`;
  }
  const written = names.flatMap((name) => [name, `${name}_total`]);
  const rates = written.map((name) => `rate(${selector(name, query)}[${windowOf(query)}])`);
  // A rate has no name: what has the same labels is the same count, which SDKs write under an old name as well.
  return `sum by (${labels}) (${rates.join(" or ")})`;
}

/** Core SDKs call one kind of poller by another name. */
function knownPollers(gauges: string, by: readonly string[]): string {
  if (!by.includes("poller_type")) return gauges;
  return `label_replace(${gauges}, "poller_type", "workflow_sticky_task", "poller_type", "sticky_workflow_task")`;
}

function quantileForms(names: readonly string[], query: NormalizedQuery): string[] {
  const { quantile = 0.95 } = query;
  const labels = ["le", ...(query.by ?? [])].join(", ");
  const of = (rates: string) => `histogram_quantile(${quantile}, sum by (${labels}) (${rates}))`;
  const rate = (name: string) => `rate(${selector(`${name}_bucket`, query)}[${windowOf(query)}])`;
  const inSeconds = (name: string) =>
    selector(`${name}_bucket`, { ...query, where: [...(query.where ?? []), BELOW_ONE] });
  return names.flatMap((name, at) => {
    const forms = [
      of(rate(`${name}_seconds`)),
      `${of(rate(`${name}_milliseconds`))} * 0.001`,
      of(`${rate(name)} and on (job, instance) ${inSeconds(name)}`),
      `${of(`${rate(name)} unless on (job, instance) ${inSeconds(name)}`)} * 0.001`,
    ];
    // Forms of one group stand side by side until the largest is taken.
    return forms.map((form, place) => `label_replace(${form}, "form", "${at * forms.length + place}", "", "")`);
  });
}

function selector(name: string, { where = [] }: NormalizedQuery): string {
  return where.length === 0 ? name : `${name}{${where.join(",")}}`;
}

function windowOf({ window = "5m" }: NormalizedQuery): string {
  return window;
}
