import { type Histogram, RESET_UNKNOWN } from "../histogram/histogram.ts";
import { type DecodeBudget, DecodeLimitError } from "../ingest/decode-budget.ts";
import {
  bucketCountsOf,
  type CountKind,
  checkedHistogram,
  emptyBuckets,
  HistogramError,
  readSpan,
} from "../ingest/histogram-message.ts";
import { MessageReader, ProtobufError } from "../ingest/protobuf.ts";
import { type Labels, labelsOf } from "../labels/labels.ts";
import { ExpositionError, type ExpositionVisitor, type WrittenExemplar } from "./exposition.ts";

const TYPES = ["counter", "gauge", "summary", "unknown", "histogram", "gaugehistogram"];

export interface ProtobufOptions {
  /** Native histograms are taken; classic buckets beside them only where they are wanted, too. */
  readonly takesNative: boolean;
  readonly keepsClassic: boolean;
  readonly budget: DecodeBudget;
}

/**
 * Reads the protobuf form of an exposition in slices: MetricFamily messages, each after its length.
 *
 * @throws ExpositionError
 * @see Prometheus client model, metrics.proto
 */
export function* parseProtobufExposition(
  bytes: Buffer,
  visitor: ExpositionVisitor,
  options: ProtobufOptions,
): Generator<void, void> {
  let families = 0;
  try {
    let at = 0;
    while (at < bytes.length) {
      const [length, start] = readLength(bytes, at);
      if (start + length > bytes.length) throw new ProtobufError("it ends inside a family");
      families += 1;
      yield* readFamily(new MessageReader(bytes, options.budget, start, start + length), visitor, options);
      at = start + length;
    }
  } catch (error) {
    const isFault = [ProtobufError, HistogramError, DecodeLimitError].some((kind) => error instanceof kind);
    if (!isFault || !(error instanceof Error)) throw error;
    throw new ExpositionError(error.message, families);
  }
}

function readLength(bytes: Buffer, at: number): [length: number, start: number] {
  let [length, factor, position] = [0, 1, at];
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined || position - at > 9) throw new ProtobufError("it ends inside a length");
    position += 1;
    length += (byte & 127) * factor;
    if (byte < 128) return [length, position];
    factor *= 128;
  }
}

function* readFamily(
  reader: MessageReader,
  visitor: ExpositionVisitor,
  options: ProtobufOptions,
): Generator<void, void> {
  const { name, type, metrics, details } = yield* readFamilyFields(reader, options.budget);
  visitor.metadata(name, "type", TYPES[type] ?? "unknown");
  for (const [field, text] of details) visitor.metadata(name, field, text);
  const family = new FamilyWriter(name, visitor, options);
  for (const metric of metrics) {
    yield;
    readMetric(metric, family);
  }
}

function* readFamilyFields(reader: MessageReader, budget: DecodeBudget) {
  let [name, type] = ["", 0];
  const metrics: MessageReader[] = [];
  const details: ["help" | "unit", string][] = [];
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) name = reader.text();
    else if (reader.field === 2) details.push(["help", reader.text()]);
    else if (reader.field === 3) type = reader.varint();
    else if (reader.field === 4) metrics.push(reader.message());
    else if (reader.field === 5) details.push(["unit", reader.text()]);
    else reader.skip();
  }
  return { name, type, metrics, details };
}

/** Hands the samples of a family on under the names that they have in the text form. */
class FamilyWriter {
  readonly #name: string;
  readonly #visitor: ExpositionVisitor;
  readonly options: ProtobufOptions;
  labels: readonly [string, string][] = [];
  timeMs: number | undefined;

  constructor(name: string, visitor: ExpositionVisitor, options: ProtobufOptions) {
    this.#name = name;
    this.#visitor = visitor;
    this.options = options;
  }

  sample(suffix: string, value: number, extra: readonly [string, string][] = [], exemplar?: WrittenExemplar): void {
    this.#visitor.sample(this.#text(suffix, extra), value, this.timeMs, exemplar);
  }

  histogram(histogram: Histogram, exemplars: readonly WrittenExemplar[]): void {
    this.#visitor.histogram(this.#text("", []), histogram, this.timeMs, exemplars);
  }

  #text(suffix: string, extra: readonly [string, string][]): string {
    const labels = [...this.labels, ...extra].map(([name, value]) => `${JSON.stringify(name)}="${escaped(value)}"`);
    return `{${[`"${escaped(this.#name + suffix)}"`, ...labels].join(",")}}`;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));
}

function readMetric(reader: MessageReader, family: FamilyWriter): void {
  const labels: [string, string][] = [];
  const values: (() => void)[] = [];
  family.timeMs = undefined;
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) labels.push(readPair(reader.message()));
    else if (field === 6) family.timeMs = reader.int64();
    else if (field in VALUE_READERS) {
      const message = reader.message();
      values.push(() => VALUE_READERS[field]?.(message, family));
    } else reader.skip();
  }
  family.labels = labels;
  for (const read of values) read();
}

/** Gauge, counter, summary, untyped and histogram by their field in Metric. */
const VALUE_READERS: Readonly<Record<number, (reader: MessageReader, family: FamilyWriter) => void>> = {
  2: readNumber,
  3: readNumber,
  4: readSummary,
  5: readNumber,
  7: readHistogram,
};

function readPair(reader: MessageReader): [string, string] {
  const pair: [string, string] = ["", ""];
  while (reader.next()) {
    if (reader.field === 1) pair[0] = reader.text();
    else if (reader.field === 2) pair[1] = reader.text();
    else reader.skip();
  }
  return pair;
}

function readNumber(reader: MessageReader, family: FamilyWriter): void {
  let [value, exemplar]: [number, WrittenExemplar | undefined] = [0, undefined];
  while (reader.next()) {
    if (reader.field === 1) value = reader.double();
    else if (reader.field === 2) exemplar = readExemplar(reader.message());
    else reader.skip();
  }
  family.sample("", value, [], exemplar);
}

function readExemplar(reader: MessageReader): WrittenExemplar {
  const pairs: [string, string][] = [];
  let [value, timeMs]: [number, number | undefined] = [0, undefined];
  while (reader.next()) {
    if (reader.field === 1) pairs.push(readPair(reader.message()));
    else if (reader.field === 2) value = reader.double();
    else if (reader.field === 3) timeMs = readTimestamp(reader.message());
    else reader.skip();
  }
  const labels: Labels = labelsOf(pairs);
  return { labels, value, timeMs };
}

function readTimestamp(reader: MessageReader): number {
  let [seconds, nanos] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) seconds = reader.int64();
    else if (reader.field === 2) nanos = reader.varint();
    else reader.skip();
  }
  return seconds * 1000 + Math.floor(nanos / 1e6);
}

function readSummary(reader: MessageReader, family: FamilyWriter): void {
  let [count, sum] = [0, 0];
  const quantiles: [number, number][] = [];
  while (reader.next()) {
    if (reader.field === 1) count = reader.varint();
    else if (reader.field === 2) sum = reader.double();
    else if (reader.field === 3) quantiles.push(readTwoDoubles(reader.message()));
    else reader.skip();
  }
  for (const [quantile, value] of quantiles) family.sample("", value, [["quantile", numberText(quantile)]]);
  family.sample("_sum", sum);
  family.sample("_count", count);
}

function readTwoDoubles(reader: MessageReader): [number, number] {
  const pair: [number, number] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) pair[0] = reader.double();
    else if (reader.field === 2) pair[1] = reader.double();
    else reader.skip();
  }
  return pair;
}

interface ClassicBucket {
  readonly bound: number;
  readonly count: number;
  readonly exemplar: WrittenExemplar | undefined;
}

function readHistogram(reader: MessageReader, family: FamilyWriter): void {
  const [positive, negative] = [emptyBuckets(), emptyBuckets()];
  const classic: ClassicBucket[] = [];
  const exemplars: WrittenExemplar[] = [];
  let [count, sum, schema, zeroThreshold, zeroCount] = [0, 0, 0, 0, 0];
  let isNative = false;
  let countKind: CountKind = "integer";
  const native = (read: () => void) => () => {
    isNative = true;
    read();
  };
  const readers: Readonly<Record<number, () => void>> = {
    1: () => (count = reader.varint()),
    2: () => (sum = reader.double()),
    3: () => classic.push(readBucket(reader.message())),
    4: () => {
      const floatCount = reader.double();
      if (floatCount === 0) return;
      count = floatCount;
      countKind = "float";
    },
    5: () => (schema = reader.signed()),
    6: native(() => (zeroThreshold = reader.double())),
    7: native(() => (zeroCount = reader.varint())),
    8: native(() => (zeroCount = reader.double() || zeroCount)),
    9: native(() => negative.spans.push(readSpan(reader.message()))),
    10: () => reader.signedNumbers(negative.deltas),
    11: () => reader.doubles(negative.counts),
    12: native(() => positive.spans.push(readSpan(reader.message()))),
    13: () => reader.signedNumbers(positive.deltas),
    14: () => reader.doubles(positive.counts),
    16: () => exemplars.push(readExemplar(reader.message())),
  };
  while (reader.next()) (readers[reader.field] ?? (() => reader.skip()))();
  const isTaken = isNative && family.options.takesNative;
  if (isTaken) {
    const buckets = { positive: bucketCountsOf(positive), negative: bucketCountsOf(negative) };
    const totals = { count, sum, zeroThreshold, zeroCount };
    const histogram = { schema, resetHint: RESET_UNKNOWN, ...totals, ...buckets, bounds: [] } as const;
    family.histogram(
      checkedHistogram(histogram, countKind),
      // Some programs write them at the buckets alone.
      (exemplars.length > 0 ? exemplars : classic.flatMap(({ exemplar }) => exemplar ?? [])).sort(byTime),
    );
  }
  if (!isTaken || family.options.keepsClassic) writeClassic(classic, count, sum, family);
}

function byTime({ timeMs: one = 0 }: WrittenExemplar, { timeMs: other = 0 }: WrittenExemplar): number {
  return one - other;
}

function writeClassic(buckets: readonly ClassicBucket[], count: number, sum: number, family: FamilyWriter): void {
  for (const { bound, count: upTo, exemplar } of buckets) {
    family.sample("_bucket", upTo, [["le", numberText(bound)]], exemplar);
  }
  if (buckets.at(-1)?.bound !== Number.POSITIVE_INFINITY) family.sample("_bucket", count, [["le", "+Inf"]]);
  family.sample("_sum", sum);
  family.sample("_count", count);
}

function readBucket(reader: MessageReader): ClassicBucket {
  let [count, bound, exemplar]: [number, number, WrittenExemplar | undefined] = [0, 0, undefined];
  while (reader.next()) {
    if (reader.field === 1) count = reader.varint();
    else if (reader.field === 2) bound = reader.double();
    else if (reader.field === 3) exemplar = readExemplar(reader.message());
    else if (reader.field === 4) count = reader.double() || count;
    else reader.skip();
  }
  return { count, bound, exemplar };
}

/** As the text form of version 3 writes bounds and quantiles: with a point. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}
