import type { Metric } from "./metric.ts";
import type { MetricKind } from "./metric-definition.ts";
import { type CounterSeries, type GaugeSeries, HistogramSeries } from "./series.ts";
import type { SeriesTable } from "./series-table.ts";

/** A metric of any kind. */
export type AnyMetric = Metric<CounterSeries> | Metric<GaugeSeries> | Metric<HistogramSeries>;

/** The two texts that Prometheus reads: its own of version 0.0.4, and OpenMetrics 1.0. */
export type TextFormat = "text" | "openmetrics";

/** Series per slice: a slice takes about half a millisecond. */
const SLICE_SERIES = 1000;

/**
 * One metric with its samples in the order of their labels, in slices of text, some of them empty. A metric without
 * series gives none.
 *
 * @see Prometheus, Exposition formats; OpenMetrics 1.0
 */
export function* metricSlices(metric: AnyMetric, format: TextFormat): Generator<string> {
  const rows = yield* metric.table.rowsInOrder();
  if (rows.length === 0) return;
  yield headText(metric, format);
  const writer = new SampleWriter(metric, format);
  for (let start = 0; start < rows.length; start += SLICE_SERIES) {
    let slice = "";
    const end = Math.min(start + SLICE_SERIES, rows.length);
    for (let index = start; index < end; index += 1) slice += writer.samples(rows[index] ?? 0);
    yield slice;
  }
}

function headText({ definition: { name, kind, help } }: AnyMetric, format: TextFormat): string {
  const family = format === "openmetrics" ? openMetricsFamily(name, kind) : name;
  const unit = format === "openmetrics" ? unitLine(family) : "";
  return `# HELP ${family} ${escapeHelp(help, format)}\n# TYPE ${family} ${kind}\n${unit}`;
}

/** In OpenMetrics a counter is called without `_total`, and its sample with it. */
function openMetricsFamily(name: string, kind: MetricKind): string {
  return kind === "counter" && name.endsWith(TOTAL) ? name.slice(0, -TOTAL.length) : name;
}

const TOTAL = "_total";

function unitLine(family: string): string {
  const unit = ["seconds", "milliseconds", "bytes"].find((name) => family.endsWith(`_${name}`));
  return unit === undefined ? "" : `# UNIT ${family} ${unit}\n`;
}

/** Writes the samples of a metric; everything that its series share is put together once. */
class SampleWriter {
  readonly #table: SeriesTable<CounterSeries | GaugeSeries | HistogramSeries>;
  readonly #name: string;
  readonly #format: TextFormat;
  readonly #labels: LabelPieces;
  /** Of a series that is one sample: all that stands around its label values, up to the number. */
  readonly #sample: LabelPieces;

  constructor({ definition, table }: AnyMetric, format: TextFormat) {
    this.#table = table;
    this.#format = format;
    const isBareCounter = definition.kind === "counter" && !definition.name.endsWith(TOTAL);
    this.#name = format === "openmetrics" && isBareCounter ? `${definition.name}${TOTAL}` : definition.name;
    this.#labels = labelPieces(definition.labelNames, table);
    const hasLabels = definition.labelNames.length > 0;
    this.#sample = surround(hasLabels ? `${this.#name}{` : this.#name, this.#labels, hasLabels ? "} " : " ");
  }

  samples(row: number): string {
    const series = this.#table.at(row);
    if (series === undefined) return "";
    if (series instanceof HistogramSeries) return this.#histogram(series, this.#textOf(this.#labels, row));
    return `${this.#textOf(this.#sample, row)}${numberText(series.value)}\n`;
  }

  #textOf({ places, before, after }: LabelPieces, row: number): string {
    let text = "";
    for (let index = 0; index < places.length; index += 1) {
      text += before[index] + this.#table.escapedAt(row, places[index] ?? 0);
    }
    return text + after;
  }

  #histogram(series: HistogramSeries, labels: string): string {
    const { bounds } = series;
    const name = this.#name;
    const before = labels === "" ? `${name}_bucket{le="` : `${name}_bucket{${labels},le="`;
    const braces = labels === "" ? "" : `{${labels}}`;
    let text = "";
    let count = 0;
    for (let bucket = 0; bucket <= bounds.length; bucket += 1) {
      count += series.countIn(bucket);
      text += `${before}${boundText(bounds[bucket] ?? Infinity, this.#format)}"} ${count}\n`;
    }
    return `${text}${name}_sum${braces} ${numberText(series.sum)}\n${name}_count${braces} ${count}\n`;
  }
}

/** The labels of a metric's series as text, cut where a value differs from series to series. */
interface LabelPieces {
  /** Places of the labels that tell the series apart. */
  readonly places: readonly number[];
  /** What stands before the value of each of them. */
  readonly before: readonly string[];
  readonly after: string;
}

/** Labels with one value for all series are written once: most workers have one namespace and a few queues. */
function labelPieces(labelNames: readonly string[], table: SeriesTable<unknown>): LabelPieces {
  const places: number[] = [];
  const before: string[] = [];
  let text = "";
  for (const [place, name] of labelNames.entries()) {
    text += `${place === 0 ? "" : '",'}${name}="`;
    if (table.isShared(place)) {
      text += table.escapedAt(0, place);
      continue;
    }
    places.push(place);
    before.push(text);
    text = "";
  }
  return { places, before, after: labelNames.length === 0 ? "" : `${text}"` };
}

function surround(start: string, { places, before: [first, ...others], after }: LabelPieces, end: string): LabelPieces {
  if (first === undefined) return { places, before: [], after: start + after + end };
  return { places, before: [start + first, ...others], after: after + end };
}

/** OpenMetrics wants bounds to look like floats. */
function boundText(bound: number, format: TextFormat): string {
  return format === "openmetrics" && Number.isInteger(bound) ? `${numberText(bound)}.0` : numberText(bound);
}

/** The shortest text that reads back as the same number; infinities as Go writes them. */
function numberText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

function escapeHelp(help: string, format: TextFormat): string {
  const escaped = help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  return format === "openmetrics" ? escaped.replaceAll('"', '\\"') : escaped;
}
