import { CATALOGUE, type CatalogueEntry, type Family, type MetricName } from "../catalogue.ts";
import { TAG_ALIASES } from "../tags.ts";
import type { ExposedSample } from "./exposition-cursor.ts";
import { mergePoint, type NormalPoint } from "./merge-points.ts";
import { type Exposition, parseExposition } from "./parse-exposition.ts";
import { guessUnit } from "./unit-of-bounds.ts";

export interface NormalizeOptions {
  /** Prefixes under which fleets export. Default `vedette_` and `temporal_`. */
  readonly prefixes?: readonly string[];
  /** Unit of all durations in the answer. Default `s`. */
  readonly unit?: "s" | "ms";
  /** Tags that stay besides those of the catalogue, e.g. `instance`. */
  readonly keepTags?: readonly string[];
  /** Whose metrics they are, where it is known. Default: found out for each text. */
  readonly family?: Family | "auto";
}

/** A metric of the catalogue, whatever SDK wrote it. */
export interface NormalMetric {
  readonly name: MetricName;
  readonly type: CatalogueEntry["type"];
  /** Of durations; `null` for everything else. */
  readonly unit: "s" | "ms" | null;
  readonly family: Family | "unknown";
  readonly points: readonly NormalPoint[];
}

export interface NormalExposition {
  readonly metrics: readonly NormalMetric[];
  /** Names that are none of the catalogue's. */
  readonly unknown: readonly string[];
  /** What was guessed, left out, or could not be added up. */
  readonly notes: readonly string[];
}

const PREFIXES = ["vedette_", "temporal_"];
const BASES: ReadonlyMap<string, MetricName> = new Map(
  Object.entries(CATALOGUE).flatMap(([name, entry]) => {
    const base = Object.keys(CATALOGUE).find((key): key is MetricName => key === name);
    const aliases: readonly string[] = "aliases" in entry ? entry.aliases : [];
    return base === undefined ? [] : [name, ...aliases].map((known) => [known, base] as const);
  }),
);
const PARTS = ["_bucket", "_sum", "_count"] as const;
type Part = (typeof PARTS)[number] | "";

/**
 * Reads what workers of any SDK expose and writes it as one: names of the catalogue without prefix and suffix, its
 * types, one unit, its tags.
 *
 * @throws ParseError
 */
export function normalizeExposition(
  texts: string | readonly string[],
  options: NormalizeOptions = {},
): NormalExposition {
  const collector = new Collector(options);
  for (const text of [texts].flat()) collector.take(parseExposition(text));
  return collector.result();
}

interface Found {
  readonly base: MetricName;
  readonly part: Part;
  readonly unit: "s" | "ms" | undefined;
}

/** What was written of one series, its parts together. */
interface SeriesParts extends Found {
  /** What the UNIT line says. */
  readonly unitLine: string;
  readonly samples: { readonly part: Part; readonly sample: ExposedSample }[];
}

class Collector {
  readonly #options: Required<NormalizeOptions>;
  readonly #metrics = new Map<MetricName, { families: Set<Family | "unknown">; points: Map<string, NormalPoint> }>();
  readonly #unknown = new Set<string>();
  readonly #notes = new Set<string>();

  constructor({ prefixes = PREFIXES, unit = "s", keepTags = [], family = "auto" }: NormalizeOptions) {
    this.#options = { prefixes, unit, keepTags, family };
  }

  take(exposition: Exposition): void {
    const family = this.#options.family === "auto" ? familyOf(exposition) : this.#options.family;
    // Over all families: without TYPE lines the parts of a histogram stand apart.
    const bySeries = new Map<string, SeriesParts>();
    for (const { unit, samples } of exposition.families) {
      for (const sample of samples) this.#sort(sample, unit, bySeries);
    }
    for (const series of bySeries.values()) this.#takeSeries(series, family);
  }

  result(): NormalExposition {
    const metrics = [...this.#metrics].map(([name, { families, points }]): NormalMetric => {
      const { type }: CatalogueEntry = CATALOGUE[name];
      const [first = "unknown", ...others] = families;
      return {
        name,
        type,
        unit: type === "histogram" ? this.#options.unit : null,
        family: others.length === 0 ? first : "unknown",
        points: [...points.values()],
      };
    });
    return { metrics, unknown: [...this.#unknown], notes: [...this.#notes] };
  }

  #sort(sample: ExposedSample, unitLine: string, bySeries: Map<string, SeriesParts>): void {
    const found = this.#find(sample.name);
    if (found === undefined) {
      this.#passOver(sample.name);
      return;
    }
    const key = `${found.base} ${found.unit} ${seriesKey(sample)}`;
    const series = bySeries.get(key) ?? { ...found, unitLine, samples: [] };
    series.samples.push({ part: found.part, sample });
    bySeries.set(key, series);
  }

  #takeSeries(series: SeriesParts, family: Family | "unknown"): void {
    const { base, samples } = series;
    const { type }: CatalogueEntry = CATALOGUE[base];
    const tags = this.#tagsOf(base, samples[0]?.sample.labels ?? new Map());
    const known = this.#metrics.get(base) ?? { families: new Set(), points: new Map() };
    this.#metrics.set(base, known);
    known.families.add(family);
    const point = type === "histogram" ? this.#histogram(series, tags) : numberPoint(tags, samples);
    const key = JSON.stringify(Object.entries(tags).sort());
    const { point: merged, note } = mergePoint(known.points.get(key), point);
    if (note !== undefined) this.#notes.add(`${base}: ${note}`);
    known.points.set(key, merged);
  }

  #histogram(
    { base, unit: named, unitLine, samples }: SeriesParts,
    tags: Readonly<Record<string, string>>,
  ): NormalPoint {
    const of = (part: Part) => samples.filter((sample) => sample.part === part).map(({ sample }) => sample);
    const buckets = of("_bucket")
      .map(({ labels, value }) => [boundOf(labels.get("le") ?? ""), value] as const)
      .sort(([one], [other]) => one - other);
    const said = named ?? unitNamed(unitLine);
    const unit =
      said ??
      guessUnit(
        base,
        buckets.map(([bound]) => bound),
      );
    if (said === undefined)
      this.#notes.add(`${base}: taken as ${unit === "s" ? "seconds" : "milliseconds"} by its buckets`);
    const factor = unit === this.#options.unit ? 1 : unit === "ms" ? 0.001 : 1000;
    // Divided where it can be: 50 / 1000 is 0.05, and 50 × 0.001 is not.
    const scale = (value: number) => (factor === 0.001 ? value / 1000 : value * factor);
    return {
      tags,
      buckets: buckets.map(([bound, count]) => [scale(bound), count] as const),
      sum: scale(of("_sum")[0]?.value ?? 0),
      count: of("_count")[0]?.value ?? buckets.at(-1)?.[1] ?? 0,
    };
  }

  #find(name: string): Found | undefined {
    const prefix = this.#options.prefixes.find((candidate) => name.startsWith(candidate));
    if (prefix === undefined) return undefined;
    const plain = name.slice(prefix.length);
    const whole = baseOf(plain);
    if (whole !== undefined) return { ...whole, part: "" };
    const part = PARTS.find((suffix) => plain.endsWith(suffix));
    const inner = part === undefined ? undefined : baseOf(plain.slice(0, -part.length));
    return inner === undefined || part === undefined ? undefined : { ...inner, part };
  }

  /** Java adds the largest value of late as a gauge, which no other SDK has. */
  #passOver(name: string): void {
    const isMaximum = name.endsWith("_max") && this.#find(name.slice(0, -"_max".length)) !== undefined;
    if (isMaximum) this.#notes.add(`${name} was left out`);
    else if (!name.endsWith("_created")) this.#unknown.add(name);
  }

  #tagsOf(base: MetricName, labels: ReadonlyMap<string, string>): Record<string, string> {
    const { tags }: CatalogueEntry = CATALOGUE[base];
    const allowed: readonly string[] = "core" in tags ? Object.values(tags).flat() : tags;
    const kept = [...labels].filter(
      ([name, value]) =>
        (allowed.includes(name) || this.#options.keepTags.includes(name)) && value !== "none" && value !== "",
    );
    return Object.fromEntries(kept.map(([name, value]) => [name, KNOWN_WORDS.get(`${name}=${value}`) ?? value]));
  }
}

const KNOWN_WORDS: ReadonlyMap<string, string> = new Map(
  TAG_ALIASES.map(({ tag, alias, value }) => [`${tag}=${alias}`, value]),
);

/** Takes unit and `_total`, also doubled, off a name until it is one of the catalogue's. */
function baseOf(name: string): { readonly base: MetricName; readonly unit: "s" | "ms" | undefined } | undefined {
  let rest = name;
  let unit: "s" | "ms" | undefined;
  for (;;) {
    const base = BASES.get(rest);
    if (base !== undefined) return { base, unit };
    if (rest.endsWith("_milliseconds")) [rest, unit] = [rest.slice(0, -"_milliseconds".length), "ms"];
    else if (rest.endsWith("_seconds")) [rest, unit] = [rest.slice(0, -"_seconds".length), "s"];
    else if (rest.endsWith("_total")) rest = rest.slice(0, -"_total".length);
    else return undefined;
  }
}

function numberPoint(
  tags: Readonly<Record<string, string>>,
  samples: readonly { sample: ExposedSample }[],
): NormalPoint {
  return { tags, value: samples.reduce((sum, { sample }) => sum + sample.value, 0) };
}

function seriesKey({ labels }: ExposedSample): string {
  return JSON.stringify([...labels].filter(([name]) => name !== "le").sort());
}

function boundOf(text: string): number {
  return text === "+Inf" || text === "Inf" ? Number.POSITIVE_INFINITY : Number(text);
}

function unitNamed(unit: string): "s" | "ms" | undefined {
  if (unit === "seconds" || unit === "s") return "s";
  return unit === "milliseconds" || unit === "ms" ? "ms" : undefined;
}

/** Who wrote a text, by what only one kind of SDK adds. */
function familyOf({ families }: Exposition): Family | "unknown" {
  for (const { samples } of families) {
    for (const { labels, name } of samples) {
      if (labels.get("service_name")?.includes("core-sdk") === true || name.includes("_milliseconds")) return "core";
      if (labels.get("client_name")?.endsWith("_go") === true) return "go";
      if (labels.get("exception") === "none") return "java";
    }
  }
  return "unknown";
}
