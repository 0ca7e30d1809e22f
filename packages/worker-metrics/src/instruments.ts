import { CATALOGUE, type CatalogueEntry, type Family } from "./catalogue.ts";
import type { Labels } from "./labels.ts";
import type { Metric } from "./metric.ts";
import { checkBuckets, type MetricKind } from "./metric-definition.ts";
import type { Registry, SeriesOf } from "./registry.ts";
import { checkTagValue, TAGS, type TagName } from "./tags.ts";
import type { WorkerMetricsOptions } from "./worker-metrics.ts";
import { type Lifetime, WorkerCounter, WorkerGauge, WorkerHistogram } from "./worker-series.ts";

/** Handles by name and tags, not yet narrowed to one family's names. */
export interface Instruments {
  readonly family: Family;
  /** The clock of the emitter, in milliseconds. */
  readonly now: () => number;
  /** Tells once what is odd. */
  readonly warn: (text: string) => void;
  counter(name: string, tags: Labels): WorkerCounter;
  gauge(name: string, tags: Labels): WorkerGauge;
  histogram(name: string, tags: Labels): WorkerHistogram;
  /** Everything that was recorded through these handles is forgotten; the handles go on. */
  reset(): void;
  /** Sets every gauge to 0 and ends the handles. */
  end(): void;
}

/** A catalogue entry under the name and in the unit of one family. */
interface Instrument<Kind extends MetricKind> {
  readonly entry: CatalogueEntry;
  readonly metric: Metric<SeriesOf[Kind]>;
}

const PREFIX = /^([a-zA-Z_:][a-zA-Z0-9_:]*)?$/;
const CATALOGUE_BY_NAME: ReadonlyMap<string, CatalogueEntry> = new Map(Object.entries(CATALOGUE));

/** Finds metrics in the catalogue and makes them in the registry when they are first asked for. */
export function openInstruments(
  registry: Registry,
  options: WorkerMetricsOptions,
  warn: (text: string) => void,
): Instruments {
  const naming = readNaming(options);
  const now = options.now ?? (() => performance.now());
  const known = new Map<string, Instrument<MetricKind>>();
  const handles = new WeakMap<object, object>();
  const lifetime: Lifetime = { isOver: false, now };

  function instrument<Kind extends MetricKind>(kind: Kind, name: string): Instrument<Kind> {
    const found = known.get(name) ?? define(registry, naming, name);
    known.set(name, found);
    if (found.entry.type !== kind) throw new TypeError(`${name} is a ${found.entry.type}, not a ${kind}.`);
    // Proven by the line before: the type of the entry decides the series.
    return found as unknown as Instrument<Kind>;
  }

  function handleOf<Series extends object, Handle extends object>(series: Series, create: (series: Series) => Handle) {
    const handle = handles.get(series) ?? create(series);
    handles.set(series, handle);
    // Proven by the callers: each series kind has one kind of handle.
    return handle as Handle;
  }

  function bind<Kind extends MetricKind>({ metric }: Instrument<Kind>, tags: Labels): SeriesOf[Kind] {
    const { status_code: _, ...others } = tags;
    return metric.bind({ ...(naming.disableErrorCodeTag ? others : tags), ...naming.globalTags });
  }

  return {
    family: naming.family,
    now,
    warn,
    counter: (name, tags) =>
      handleOf(bind(instrument("counter", name), tags), (series) => new WorkerCounter(series, lifetime)),
    gauge: (name, tags) => {
      const found = instrument("gauge", name);
      const { range } = found.entry;
      const limits = range && { range, onOutside: () => warn(`${name} was set outside of ${range.join(" to ")}.`) };
      return handleOf(bind(found, tags), (series) => new WorkerGauge(series, lifetime, limits));
    },
    histogram: (name, tags) =>
      handleOf(
        bind(instrument("histogram", name), tags),
        (series) => new WorkerHistogram(series, lifetime, naming.msPerUnit),
      ),
    reset: () => {
      for (const { metric } of known.values()) metric.reset();
    },
    end: () => {
      // A worker that is gone polls nothing any more: its gauges must not say otherwise for ever.
      for (const { entry, metric } of known.values()) if (entry.type === "gauge") metric.reset();
      lifetime.isOver = true;
    },
  };
}

/** What the options come to, once their defaults by family are in. */
interface Naming {
  readonly family: Family;
  readonly prefix: string;
  readonly msPerUnit: 1 | 1000;
  readonly totalSuffix: string;
  readonly unitSuffix: string;
  readonly disableErrorCodeTag: boolean;
  readonly globalTags: Labels;
  readonly bucketOverrides: Readonly<Record<string, readonly number[]>>;
}

function readNaming(options: WorkerMetricsOptions): Naming {
  const { family = "core", prefix = "vedette_", disableErrorCodeTag = false } = options;
  if (!PREFIX.test(prefix)) throw new TypeError(`"${prefix}" cannot begin a metric name: use letters, digits and "_".`);
  const isCore = family === "core";
  if (!isCore && options.useSecondsForDurations === false) throw new TypeError(`${family} durations are in seconds.`);
  const inSeconds = options.useSecondsForDurations ?? !isCore;
  return {
    family,
    prefix,
    msPerUnit: inSeconds ? 1000 : 1,
    totalSuffix: (options.countersTotalSuffix ?? !isCore) ? "_total" : "",
    unitSuffix: unitSuffix(options.unitSuffix ?? !isCore, inSeconds),
    disableErrorCodeTag,
    globalTags: readGlobalTags(options),
    bucketOverrides: readBucketOverrides(options),
  };
}

/** @throws TypeError for a name that is no histogram's, and for bounds that cannot be any */
function readBucketOverrides({ histogramBucketOverrides = {} }: WorkerMetricsOptions): Naming["bucketOverrides"] {
  for (const [name, bounds] of Object.entries(histogramBucketOverrides)) {
    if (CATALOGUE_BY_NAME.get(name)?.type !== "histogram") {
      throw new TypeError(`No histogram of the catalogue has the name "${name}"; give it without prefix and suffix.`);
    }
    checkBuckets(name, bounds);
  }
  return histogramBucketOverrides;
}

/** @throws TypeError when a global tag has the name of a tag of the catalogue, or no value */
function readGlobalTags({
  globalTags = {},
  attachServiceName = false,
  serviceName = "vedette",
}: WorkerMetricsOptions): Labels {
  for (const [name, value] of Object.entries(globalTags)) {
    if (name in TAGS)
      throw new TypeError(`"${name}" cannot be a global tag: the catalogue gives it to metrics of its own.`);
    if (value === "") throw new TypeError(`The global tag "${name}" needs a value.`);
  }
  return attachServiceName ? { ...globalTags, service_name: serviceName } : globalTags;
}

function unitSuffix(isWanted: boolean, inSeconds: boolean): string {
  if (!isWanted) return "";
  return inSeconds ? "_seconds" : "_milliseconds";
}

function define(registry: Registry, naming: Naming, name: string): Instrument<MetricKind> {
  const entry = CATALOGUE_BY_NAME.get(name);
  if (entry === undefined) throw new TypeError(`No worker metric has the name "${name}".`);
  if (!entry.families.includes(naming.family)) throw new TypeError(`${naming.family} workers do not emit ${name}.`);
  const tagNames = tagNamesOf(entry, naming);
  const metric = registry.define({
    kind: entry.type,
    name: exportedName(name, entry, naming),
    help: entry.help,
    labelNames: [...tagNames, ...Object.keys(naming.globalTags)],
    closedLabels: [...tagNames.filter((tag) => "values" in TAGS[tag]), ...Object.keys(naming.globalTags)],
    ...(entry.bucketsMs === undefined
      ? {}
      : { buckets: bucketsOf(name, entry.bucketsMs, naming), unit: naming.msPerUnit === 1 ? "ms" : "s" }),
    checkLabels: (labels) => {
      for (const tag of tagNames) checkTagValue(name, tag, labels[tag] ?? "");
    },
  });
  return { entry, metric };
}

function tagNamesOf({ tags }: CatalogueEntry, naming: Naming): readonly TagName[] {
  const names = "core" in tags ? tags[naming.family] : tags;
  return naming.disableErrorCodeTag ? names.filter((tag) => tag !== "status_code") : names;
}

function exportedName(name: string, entry: CatalogueEntry, naming: Naming): string {
  const total = entry.type === "counter" && !name.endsWith("_total") ? naming.totalSuffix : "";
  const unit = entry.type === "histogram" ? naming.unitSuffix : "";
  return `${naming.prefix}${name}${total}${unit}`;
}

function bucketsOf(name: string, bucketsMs: readonly number[], naming: Naming): readonly number[] {
  return naming.bucketOverrides[name] ?? bucketsMs.map((bound) => bound / naming.msPerUnit);
}
