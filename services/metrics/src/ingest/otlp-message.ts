import { type DecodeBudget, DecodeLimitError } from "./decode-budget.ts";
import { MessageReader, ProtobufError } from "./protobuf.ts";

/** Names and values, as texts. */
export type Attributes = readonly (readonly [string, string])[];

/** What one point says. */
export type OtlpValue =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "exponential"; readonly histogram: ExponentialHistogram }
  | {
      readonly kind: "histogram";
      readonly count: number;
      /** Absent where observations may be below zero. */
      readonly sum?: number | undefined;
      readonly bounds: readonly number[];
      /** One longer than the bounds; not cumulative. */
      readonly counts: readonly number[];
    }
  | {
      readonly kind: "summary";
      readonly count: number;
      readonly sum: number;
      readonly quantiles: readonly (readonly [number, number])[];
    };

/** Buckets of one sign: the first one has the index `offset`. */
interface ExponentialBuckets {
  readonly offset: number;
  readonly counts: readonly number[];
}

export interface ExponentialHistogram {
  readonly scale: number;
  readonly count: number;
  readonly sum: number;
  readonly zeroCount: number;
  readonly zeroThreshold: number;
  readonly positive: ExponentialBuckets;
  readonly negative: ExponentialBuckets;
}

/** An observation that stands for others, with what leads to it. */
export interface OtlpExemplar {
  readonly attributes: Attributes;
  readonly timeMs: number;
  readonly value: number;
}

export interface OtlpPoint {
  readonly attributes: Attributes;
  readonly exemplars?: readonly OtlpExemplar[];
  readonly timeMs: number;
  /** True where the sender says that there is no value any more. */
  readonly hasNoValue: boolean;
  readonly value: OtlpValue;
}

export interface OtlpMetric {
  readonly name: string;
  readonly description?: string;
  readonly unit: string;
  readonly isMonotonic: boolean;
  /** 1: since the last report; 2: since the start. 0 where it means nothing. */
  readonly temporality: number;
  readonly points: readonly OtlpPoint[];
}

/** What one program reported. */
export interface OtlpResource {
  readonly attributes: Attributes;
  readonly metrics: readonly OtlpMetric[];
}

/** The flag of a point whose value is gone. */
const NO_RECORDED_VALUE = 1;

/** Attributes of one point or program. */
const MAX_ATTRIBUTES = 1000;

/**
 * Reads an ExportMetricsServiceRequest in slices.
 *
 * @throws ProtobufError, DecodeLimitError
 * @see opentelemetry-proto, metrics/v1
 */
export function* readOtlpMessage(bytes: Buffer, budget: DecodeBudget): Generator<void, OtlpResource[]> {
  const resources: OtlpResource[] = [];
  const reader = new MessageReader(bytes, budget);
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) resources.push(yield* readResource(reader.message(), budget));
    else reader.skip();
  }
  return resources;
}

function* readResource(reader: MessageReader, budget: DecodeBudget): Generator<void, OtlpResource> {
  let attributes: Attributes = [];
  const metrics: OtlpMetric[] = [];
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) attributes = requireFew(repeated(reader.message(), { 1: readAttribute }));
    else if (reader.field === 2) yield* readScope(reader.message(), metrics, budget);
    else reader.skip();
  }
  return { attributes, metrics };
}

function* readScope(reader: MessageReader, metrics: OtlpMetric[], budget: DecodeBudget): Generator<void, void> {
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 2) metrics.push(yield* readMetric(reader.message(), budget));
    else reader.skip();
  }
}

/** @throws DecodeLimitError for a list that would take long to sort */
export function requireFew(attributes: Attributes): Attributes {
  if (attributes.length <= MAX_ATTRIBUTES) return attributes;
  throw new DecodeLimitError(`a list of attributes has more than ${MAX_ATTRIBUTES} entries`);
}

/** The messages in some fields of a message. */
function repeated<Item>(
  reader: MessageReader,
  readers: Readonly<Record<number, (reader: MessageReader) => Item>>,
): Item[] {
  const items: Item[] = [];
  while (reader.next()) {
    const read = readers[reader.field];
    if (read === undefined) reader.skip();
    else items.push(read(reader.message()));
  }
  return items;
}

function readAttribute(reader: MessageReader): readonly [string, string] {
  let [key, value] = ["", ""];
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = readAny(reader.message());
    else reader.skip();
  }
  return [key, value];
}

function readAny(reader: MessageReader): string {
  return textOfAny(readAnyValue(reader, 0));
}

/** Lists and maps inside each other that are read. */
const MAX_DEPTH = 20;

/** An AnyValue as JavaScript has it. @throws ProtobufError for one that is nested too deeply */
function readAnyValue(reader: MessageReader, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new ProtobufError(`an attribute is nested deeper than ${MAX_DEPTH} levels`);
  let value: unknown = "";
  const readers: Readonly<Record<number, () => unknown>> = {
    1: () => reader.text(),
    2: () => reader.varint() !== 0,
    3: () => reader.int64(),
    4: () => reader.double(),
    5: () => repeated(reader.message(), { 1: (one) => readAnyValue(one, depth + 1) }),
    6: () => Object.fromEntries(repeated(reader.message(), { 1: readPairAt(depth + 1) })),
    7: () => reader.bytes().toString("base64"),
  };
  while (reader.next()) {
    const read = readers[reader.field];
    if (read === undefined) reader.skip();
    else value = read();
  }
  return value;
}

function readPairAt(depth: number) {
  return (reader: MessageReader): readonly [string, unknown] => {
    let [key, value]: [string, unknown] = ["", ""];
    while (reader.next()) {
      if (reader.field === 1) key = reader.text();
      else if (reader.field === 2) value = readAnyValue(reader.message(), depth);
      else reader.skip();
    }
    return [key, value];
  };
}

/** Lists and maps are written as JSON, all else as it reads. */
export function textOfAny(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function* readMetric(reader: MessageReader, budget: DecodeBudget): Generator<void, OtlpMetric> {
  let metric = { name: "", description: "", unit: "", isMonotonic: false, temporality: 0 };
  let points: OtlpPoint[] = [];
  while (reader.next()) {
    if (budget.isDue()) yield;
    const { field } = reader;
    if (field === 1) metric = { ...metric, name: reader.text() };
    else if (field === 2) metric = { ...metric, description: reader.text() };
    else if (field === 3) metric = { ...metric, unit: reader.text() };
    else if (field in POINT_READERS) {
      const data = yield* readData(reader.message(), POINT_READERS[field] ?? readNumberPoint, budget);
      metric = { ...metric, isMonotonic: data.isMonotonic, temporality: data.temporality };
      points = data.points;
    } else reader.skip();
  }
  return { ...metric, points };
}

/** Gauge, sum, histogram, exponential histogram and summary by their field in Metric. */
const POINT_READERS: Readonly<Record<number, (reader: MessageReader) => OtlpPoint>> = {
  5: readNumberPoint,
  7: readNumberPoint,
  9: readHistogramPoint,
  10: readExponentialPoint,
  11: readSummaryPoint,
};

function* readData(reader: MessageReader, readPoint: (reader: MessageReader) => OtlpPoint, budget: DecodeBudget) {
  const points: OtlpPoint[] = [];
  let [temporality, isMonotonic] = [0, false];
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) points.push(readPoint(reader.message()));
    else if (reader.field === 2) temporality = reader.varint();
    else if (reader.field === 3) isMonotonic = reader.varint() !== 0;
    else reader.skip();
  }
  return { points, temporality, isMonotonic };
}

function readNumberPoint(reader: MessageReader): OtlpPoint {
  const attributes: [string, string][] = [];
  const exemplars: OtlpExemplar[] = [];
  let [timeMs, flags, value] = [0, 0, 0];
  while (reader.next()) {
    if (reader.field === 3) timeMs = milliseconds(reader.fixed64());
    else if (reader.field === 4) value = reader.double();
    else if (reader.field === 5) exemplars.push(readExemplar(reader.message()));
    else if (reader.field === 6) value = Number(BigInt.asIntN(64, reader.fixed64()));
    else if (reader.field === 7) attributes.push([...readAttribute(reader.message())]);
    else if (reader.field === 8) flags = reader.varint();
    else reader.skip();
  }
  return {
    attributes: requireFew(attributes),
    exemplars,
    timeMs,
    hasNoValue: isGone(flags),
    value: { kind: "number", value },
  };
}

function readExemplar(reader: MessageReader): OtlpExemplar {
  const attributes: [string, string][] = [];
  let [timeMs, value] = [0, 0];
  while (reader.next()) {
    if (reader.field === 2) timeMs = milliseconds(reader.fixed64());
    else if (reader.field === 3) value = reader.double();
    else if (reader.field === 4) attributes.push(["span_id", reader.bytes().toString("hex")]);
    else if (reader.field === 5) attributes.push(["trace_id", reader.bytes().toString("hex")]);
    else if (reader.field === 6) value = Number(BigInt.asIntN(64, reader.fixed64()));
    else if (reader.field === 7) attributes.push([...readAttribute(reader.message())]);
    else reader.skip();
  }
  return { attributes: requireFew(attributes), timeMs, value };
}

function readHistogramPoint(reader: MessageReader): OtlpPoint {
  const attributes: [string, string][] = [];
  const [bounds, counts]: [number[], number[]] = [[], []];
  const exemplars: OtlpExemplar[] = [];
  let [timeMs, flags, count] = [0, 0, 0];
  let sum: number | undefined;
  const readers: Readonly<Record<number, () => void>> = {
    3: () => (timeMs = milliseconds(reader.fixed64())),
    4: () => (count = Number(reader.fixed64())),
    5: () => (sum = reader.double()),
    6: () => reader.eachFixed64((bits) => counts.push(Number(bits))),
    7: () => reader.doubles(bounds),
    8: () => exemplars.push(readExemplar(reader.message())),
    9: () => attributes.push([...readAttribute(reader.message())]),
    10: () => (flags = reader.varint()),
  };
  while (reader.next()) (readers[reader.field] ?? (() => reader.skip()))();
  const value = { kind: "histogram", count, sum, bounds, counts } as const;
  return { attributes: requireFew(attributes), exemplars, timeMs, hasNoValue: isGone(flags), value };
}

function readExponentialPoint(reader: MessageReader): OtlpPoint {
  const attributes: [string, string][] = [];
  let [timeMs, flags, count, sum, scale, zeroCount, zeroThreshold] = [0, 0, 0, 0, 0, 0, 0];
  let [positive, negative]: ExponentialBuckets[] = [];
  const exemplars: OtlpExemplar[] = [];
  const readers: Readonly<Record<number, () => void>> = {
    1: () => attributes.push([...readAttribute(reader.message())]),
    3: () => (timeMs = milliseconds(reader.fixed64())),
    4: () => (count = Number(reader.fixed64())),
    5: () => (sum = reader.double()),
    6: () => (scale = reader.signed()),
    7: () => (zeroCount = Number(reader.fixed64())),
    8: () => (positive = readBuckets(reader.message())),
    9: () => (negative = readBuckets(reader.message())),
    10: () => (flags = reader.varint()),
    11: () => exemplars.push(readExemplar(reader.message())),
    14: () => (zeroThreshold = reader.double()),
  };
  while (reader.next()) (readers[reader.field] ?? (() => reader.skip()))();
  const none = { offset: 0, counts: [] };
  const buckets = { positive: positive ?? none, negative: negative ?? none };
  const histogram = { scale, count, sum, zeroCount, zeroThreshold, ...buckets };
  return {
    attributes: requireFew(attributes),
    exemplars,
    timeMs,
    hasNoValue: isGone(flags),
    value: { kind: "exponential", histogram },
  };
}

function readBuckets(reader: MessageReader): ExponentialBuckets {
  const counts: number[] = [];
  let offset = 0;
  while (reader.next()) {
    if (reader.field === 1) offset = reader.signed();
    else if (reader.field === 2) reader.numbers(counts);
    else reader.skip();
  }
  return { offset, counts };
}

function readSummaryPoint(reader: MessageReader): OtlpPoint {
  const attributes: [string, string][] = [];
  const quantiles: [number, number][] = [];
  let [timeMs, flags, count, sum] = [0, 0, 0, 0];
  while (reader.next()) {
    if (reader.field === 3) timeMs = milliseconds(reader.fixed64());
    else if (reader.field === 4) count = Number(reader.fixed64());
    else if (reader.field === 5) sum = reader.double();
    else if (reader.field === 6) quantiles.push(readQuantile(reader.message()));
    else if (reader.field === 7) attributes.push([...readAttribute(reader.message())]);
    else if (reader.field === 8) flags = reader.varint();
    else reader.skip();
  }
  return {
    attributes: requireFew(attributes),
    timeMs,
    hasNoValue: isGone(flags),
    value: { kind: "summary", count, sum, quantiles },
  };
}

function readQuantile(reader: MessageReader): [number, number] {
  const pair: [number, number] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) pair[0] = reader.double();
    else if (reader.field === 2) pair[1] = reader.double();
    else reader.skip();
  }
  return pair;
}

export function isGone(flags: number): boolean {
  return (flags & NO_RECORDED_VALUE) !== 0;
}

export function milliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n);
}
