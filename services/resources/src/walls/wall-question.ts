import { labelNameFromPath } from "@vedette/client/label-name";
import { type Cache, openCache } from "@vedette/http";
import { isJsonObject } from "../kinds/kind.ts";
import type { Store } from "../objects/store.ts";
import { readDashboardQueries, type SourceQueries } from "./dashboard-queries.ts";
import type { KnownSource } from "./dashboard-sources.ts";
import { askableSources, type MeantPlaces, MeantSources, together } from "./meant-sources.ts";
import type { PlayedDashboard } from "./playlist-content.ts";
import { type QueryTemplate, Work } from "./query-template.ts";

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
/** Of a dashboard as text: queries and values of variables stand in it, and are kept once more without filters. */
const BYTES_PER_LETTER = 4;
/** What one query takes beside its text, and a dashboard beside its queries. */
const QUERY_BYTES = 400;
const DASHBOARD_BYTES = 2000;

/** What one dashboard asks, by data source. */
type Reading = readonly SourceQueries[];

/** A dashboard's questions, and the data sources that each of them goes to. */
export interface BoundReading {
  readonly reading: Reading;
  readonly meant: MeantPlaces;
}

/** What the pages of some dashboards ask of the data sources that they may ask. */
export interface Asking {
  /** The uids of those that are asked, or that people can choose. */
  readonly sources: ReadonlySet<string>;
  asks(question: Question): boolean;
}

interface Kept {
  readonly readings: Cache<string, KeptReading>;
  readonly meant: MeantSources;
}

interface KeptReading {
  readonly reading: Reading;
  readonly bytes: number;
}

const keptByStore = new WeakMap<Store, Kept>();

/**
 * Reads what some dashboards ask; what was read once is remembered.
 *
 * @param list - the data sources that may be asked
 */
export async function readAsking(
  db: Store,
  dashboards: readonly PlayedDashboard[],
  list: readonly KnownSource[],
): Promise<Asking> {
  const kept = keptByStore.get(db) ?? { readings: keptReadings(db), meant: new MeantSources() };
  keptByStore.set(db, kept);
  const sources = askableSources(list);
  const bound: BoundReading[] = [];
  for (const { resourceVersion } of dashboards) {
    const { reading } = (await kept.readings.fetch(resourceVersion)) ?? {};
    if (reading === undefined) continue;
    bound.push({ reading, meant: await kept.meant.of(resourceVersion, reading, sources) });
  }
  return askingOf(bound, list);
}

/** @param list - the data sources that the readings are bound to */
export function askingOf(bound: readonly BoundReading[], list: readonly KnownSource[]): Asking {
  const places = together(
    bound.map(({ meant }) => meant.all),
    list.length,
  );
  return {
    sources: new Set([...places].flatMap((place) => list[place]?.uid ?? [])),
    asks(question) {
      const wanted = list.findIndex(({ uid }) => uid === question.source);
      const asking = bound.flatMap(({ reading, meant }) =>
        meant.all.includes(wanted) ? reading.filter((_, at) => meant.byReference[at]?.includes(wanted)) : [],
      );
      return isAskedBy(asking, question, new Work());
    },
  };
}

/** @param asking - what is asked of the question's data source */
function isAskedBy(asking: readonly SourceQueries[], { endpoint, label, parameters }: Question, work: Work): boolean {
  const allFit = (texts: readonly string[], templates: readonly QueryTemplate[]): boolean =>
    // Some servers take the first of several values and some the last, so every one has to fit.
    texts.length > 0 && texts.every((text) => templates.some((template) => template.fits(text, work)));
  if (parameters.some(([name, value]) => !KNOWN_PARAMETERS.has(name) || value.length > MAX_LENGTH)) return false;
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
      const lists = asking
        .flatMap(({ labelValues }) => labelValues)
        .filter((list) => list.label.fits(labelNameFromPath(label ?? ""), work));
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

/** The panels of a page ask together, and its dashboard is read for them once. */
function keptReadings(db: Store): Cache<string, KeptReading> {
  return openCache("wall_queries", { sizeOf: ({ bytes }) => bytes, load: (version) => readOne(db, version) });
}

async function readOne(db: Store, version: string): Promise<KeptReading | undefined> {
  const row = await db
    .selectFrom("vedette.object_versions")
    .select("spec")
    .where("resource_version", "=", version)
    .executeTakeFirst();
  const spec: unknown = row === undefined ? undefined : JSON.parse(row.spec);
  if (row === undefined || !isJsonObject(spec)) return undefined;
  const reading = readDashboardQueries(spec);
  const queries = reading.reduce(
    (sum, one) => sum + one.queries.length + one.series.length + one.labelValues.length,
    0,
  );
  return { reading, bytes: DASHBOARD_BYTES + row.spec.length * BYTES_PER_LETTER + queries * QUERY_BYTES };
}
