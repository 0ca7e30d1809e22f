import { LRUCache } from "lru-cache";
import { isJsonObject } from "../kinds/kind.ts";
import type { Store } from "../objects/store.ts";
import { readDashboardQueries, type SourceQueries } from "./dashboard-queries.ts";
import type { KnownSource } from "./dashboard-sources.ts";
import type { PlayedDashboard } from "./playlist-content.ts";
import type { QueryTemplate } from "./query-template.ts";

/** Something that is asked of a data source, in the words of the Prometheus API. */
export interface Question {
  /** Uid of the data source that is asked. */
  readonly source: string;
  /** Below `/api/v1/`, with `:name` for a label: `query_range`, `label/:name/values`. */
  readonly endpoint: string;
  /** The label of an endpoint that names one. */
  readonly label: string | undefined;
  /** Of the address and the form alike. */
  readonly parameters: readonly (readonly [string, string])[];
}

/** Parameters that a wall's page sends; others could mean something to the data source. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  "query",
  "match[]",
  "time",
  "start",
  "end",
  "step",
  "timeout",
  "limit",
]);
/** Characters of one query. */
const MAX_LENGTH = 16 * 1024;
/** Dashboards whose queries are kept ready; the version is part of the key, so none is ever old. */
const MOST_KEPT = 1000;

/** What one dashboard asks, by data source. */
type Reading = readonly SourceQueries[];

const readingsByStore = new WeakMap<Store, LRUCache<string, Reading>>();

/**
 * Whether a question is one that the pages of some dashboards ask, and ask this data source.
 *
 * @param sources - the data sources that these pages may ask
 */
export function isAskedIn(
  readings: readonly Reading[],
  sources: readonly KnownSource[],
  { source, endpoint, label, parameters }: Question,
): boolean {
  if (parameters.some(([name, value]) => !KNOWN_PARAMETERS.has(name) || value.length > MAX_LENGTH)) return false;
  const asking = readings.flat().filter((queries) => queries.meant(sources).has(source));
  const valuesOf = (wanted: string) => parameters.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const [queries, selectors] = [valuesOf("query"), valuesOf("match[]")];
  switch (endpoint) {
    case "query":
    case "query_range":
      return allFit(
        queries,
        asking.flatMap((one) => one.queries),
      );
    case "series":
      return allFit(
        selectors,
        asking.flatMap(({ series }) => series),
      );
    case "labels":
      return selectors.length === 0 && asking.some(({ listsLabels }) => listsLabels);
    case "label/:name/values": {
      const lists = asking.flatMap(({ labelValues }) => labelValues).filter((list) => list.label.fits(label ?? ""));
      if (selectors.length === 0) return lists.some(({ selector }) => selector === undefined);
      return allFit(
        selectors,
        lists.flatMap(({ selector }) => selector ?? []),
      );
    }
    default:
      return false;
  }
}

/** Some servers take the first of several values and some the last, so every one has to fit. */
function allFit(texts: readonly string[], templates: readonly QueryTemplate[]): boolean {
  return texts.length > 0 && texts.every((text) => templates.some((template) => template.fits(text)));
}

/** The uids of the data sources that dashboards ask, or let people choose. */
export function sourcesAskedIn(readings: readonly Reading[], sources: readonly KnownSource[]): ReadonlySet<string> {
  return new Set(readings.flat().flatMap((queries) => [...queries.meant(sources)]));
}

/** What each of some dashboards asks. */
export async function readingsOf(db: Store, dashboards: readonly PlayedDashboard[]): Promise<Reading[]> {
  const kept = readingsByStore.get(db) ?? new LRUCache<string, Reading>({ max: MOST_KEPT });
  readingsByStore.set(db, kept);
  const readings: Reading[] = [];
  for (const { resourceVersion } of dashboards) {
    const reading = kept.get(resourceVersion) ?? (await readOne(db, resourceVersion));
    if (reading === undefined) continue;
    kept.set(resourceVersion, reading);
    readings.push(reading);
  }
  return readings;
}

async function readOne(db: Store, version: string): Promise<Reading | undefined> {
  const row = await db
    .selectFrom("vedette.object_versions")
    .select("spec")
    .where("resource_version", "=", version)
    .executeTakeFirst();
  const spec: unknown = row === undefined ? undefined : JSON.parse(row.spec);
  return isJsonObject(spec) ? readDashboardQueries(spec) : undefined;
}
