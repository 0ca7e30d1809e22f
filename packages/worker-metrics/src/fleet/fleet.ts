import { CATALOGUE, type CatalogueEntry, type Family, type MetricName } from "../catalogue.ts";
import { type NormalizedQuery, normalizedQuery } from "../normalized-query.ts";

/** Whose workers a dashboard or an alert is about. */
export interface FleetOptions {
  /** SDK families among the workers. Default: all. */
  readonly families?: readonly Family[];
  /** Prefix under which the workers export. Default: both `vedette_` and `temporal_`. */
  readonly prefix?: string;
  /** Conditions that every query gets, as PromQL writes them: `job="payments"`. Default: none. */
  readonly where?: readonly string[];
}

/** Families in the order in which they are shown. */
export const FAMILIES = ["core", "go", "java"] as const satisfies readonly Family[];

/** Asks about one metric of a fleet. */
export type AskFleet = (metric: MetricName, query?: Omit<NormalizedQuery, "prefixes">) => string;

/** Queries of a fleet, with its prefix and conditions in them. */
export function askFleet({ prefix, where: always = [] }: FleetOptions): AskFleet {
  return (metric, { where = [], ...query } = {}) =>
    normalizedQuery(metric, {
      ...query,
      where: [...always, ...where],
      ...(prefix === undefined ? {} : { prefixes: [prefix] }),
    });
}

/** Whether workers of any of the families emit a metric. */
export function isEmitted(metric: MetricName, families: readonly Family[]): boolean {
  const entry: CatalogueEntry = CATALOGUE[metric];
  return families.some((family) => entry.families.includes(family));
}
