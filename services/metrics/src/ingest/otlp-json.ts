import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import {
  type Attributes,
  isGone,
  milliseconds,
  type OtlpExemplar,
  type OtlpMetric,
  type OtlpPoint,
  type OtlpResource,
  requireFew,
  textOfAny,
} from "./otlp-message.ts";
import { ProtobufError } from "./protobuf.ts";

/** 64-bit numbers are texts in JSON, and some senders write numbers. */
const Long = Type.Union([Type.String({ pattern: "^-?\\d{1,20}$" }), Type.Integer()]);
/** NaN and infinities are texts. */
const Double = Type.Union([Type.Number(), Type.Enum(["NaN", "Infinity", "-Infinity"])]);
const Attribute = Type.Object({
  key: Type.String(),
  value: Type.Optional(
    Type.Object({
      stringValue: Type.Optional(Type.String()),
      boolValue: Type.Optional(Type.Boolean()),
      intValue: Type.Optional(Long),
      doubleValue: Type.Optional(Double),
      bytesValue: Type.Optional(Type.String()),
      arrayValue: Type.Optional(Type.Unknown()),
      kvlistValue: Type.Optional(Type.Unknown()),
    }),
  ),
});
/** What may lie inside each other, looked at one level at a time. */
const AnyList = Type.Object({ values: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 1000 })) });
const AnyMap = Type.Object({
  values: Type.Optional(
    Type.Array(Type.Object({ key: Type.String(), value: Type.Optional(Type.Unknown()) }), { maxItems: 1000 }),
  ),
});
const AnyValue = Type.Object({
  stringValue: Type.Optional(Type.String()),
  boolValue: Type.Optional(Type.Boolean()),
  intValue: Type.Optional(Long),
  doubleValue: Type.Optional(Double),
  bytesValue: Type.Optional(Type.String()),
  arrayValue: Type.Optional(AnyList),
  kvlistValue: Type.Optional(AnyMap),
});
const Exemplar = Type.Object({
  filteredAttributes: Type.Optional(Type.Array(Attribute)),
  timeUnixNano: Type.Optional(Long),
  asDouble: Type.Optional(Double),
  asInt: Type.Optional(Long),
  spanId: Type.Optional(Type.String({ maxLength: 32 })),
  traceId: Type.Optional(Type.String({ maxLength: 64 })),
});
const exemplars = { exemplars: Type.Optional(Type.Array(Exemplar)) };
const common = {
  attributes: Type.Optional(Type.Array(Attribute)),
  timeUnixNano: Long,
  flags: Type.Optional(Type.Integer()),
};
const NumberPoint = Type.Object({
  ...common,
  ...exemplars,
  asDouble: Type.Optional(Double),
  asInt: Type.Optional(Long),
});
const HistogramPoint = Type.Object({
  ...common,
  ...exemplars,
  count: Type.Optional(Long),
  sum: Type.Optional(Double),
  bucketCounts: Type.Optional(Type.Array(Long)),
  explicitBounds: Type.Optional(Type.Array(Double)),
});
const ExponentialBuckets = Type.Object({
  offset: Type.Optional(Type.Integer()),
  bucketCounts: Type.Optional(Type.Array(Long, { maxItems: 10_000 })),
});
const ExponentialPoint = Type.Object({
  ...common,
  ...exemplars,
  count: Type.Optional(Long),
  sum: Type.Optional(Double),
  scale: Type.Optional(Type.Integer()),
  zeroCount: Type.Optional(Long),
  zeroThreshold: Type.Optional(Double),
  positive: Type.Optional(ExponentialBuckets),
  negative: Type.Optional(ExponentialBuckets),
});
const SummaryPoint = Type.Object({
  ...common,
  count: Type.Optional(Long),
  sum: Type.Optional(Double),
  quantileValues: Type.Optional(
    Type.Array(Type.Object({ quantile: Type.Optional(Double), value: Type.Optional(Double) })),
  ),
});
const temporality = { aggregationTemporality: Type.Optional(Type.Integer()) };
const Metric = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  unit: Type.Optional(Type.String()),
  gauge: Type.Optional(Type.Object({ dataPoints: Type.Array(NumberPoint) })),
  sum: Type.Optional(
    Type.Object({ dataPoints: Type.Array(NumberPoint), isMonotonic: Type.Optional(Type.Boolean()), ...temporality }),
  ),
  histogram: Type.Optional(Type.Object({ dataPoints: Type.Array(HistogramPoint), ...temporality })),
  summary: Type.Optional(Type.Object({ dataPoints: Type.Array(SummaryPoint) })),
  exponentialHistogram: Type.Optional(Type.Object({ dataPoints: Type.Array(ExponentialPoint), ...temporality })),
});
const Export = Type.Object({
  resourceMetrics: Type.Optional(
    Type.Array(
      Type.Object({
        resource: Type.Optional(Type.Object({ attributes: Type.Optional(Type.Array(Attribute)) })),
        // Metrics are checked one by one, with a turn for others in between.
        scopeMetrics: Type.Optional(Type.Array(Type.Object({ metrics: Type.Optional(Type.Array(Type.Unknown())) }))),
      }),
    ),
  ),
});

/**
 * Reads an ExportMetricsServiceRequest in JSON, in slices.
 *
 * @throws ProtobufError for JSON of another form; DecodeLimitError
 * @see OTLP, JSON Protobuf Encoding
 */
export function* readOtlpJson(value: unknown): Generator<void, OtlpResource[]> {
  if (!Check(Export, value)) throw notAnExport();
  const resources: OtlpResource[] = [];
  for (const { resource, scopeMetrics = [] } of value.resourceMetrics ?? []) {
    yield;
    const metrics: OtlpMetric[] = [];
    for (const scope of scopeMetrics) {
      for (const metric of scope.metrics ?? []) {
        yield;
        if (!Check(Metric, metric)) throw notAnExport();
        metrics.push(readMetric(metric));
      }
    }
    resources.push({ attributes: attributesOf(resource?.attributes), metrics });
  }
  return resources;
}

function notAnExport(): ProtobufError {
  return new ProtobufError("the JSON is not an ExportMetricsServiceRequest");
}

function readMetric(metric: Static<typeof Metric>): OtlpMetric {
  const { name, description = "", unit = "", gauge, sum, histogram, summary, exponentialHistogram } = metric;
  return {
    name,
    description,
    unit,
    isMonotonic: sum?.isMonotonic ?? false,
    temporality: (sum ?? histogram ?? exponentialHistogram)?.aggregationTemporality ?? 0,
    points: [
      ...(gauge?.dataPoints ?? []).map(readNumberPoint),
      ...(sum?.dataPoints ?? []).map(readNumberPoint),
      ...(histogram?.dataPoints ?? []).map(readHistogramPoint),
      ...(exponentialHistogram?.dataPoints ?? []).map(readExponentialPoint),
      ...(summary?.dataPoints ?? []).map(readSummaryPoint),
    ],
  };
}

function readNumberPoint(point: Static<typeof NumberPoint>): OtlpPoint {
  const { asDouble, asInt = 0 } = point;
  return {
    ...pointOf(point),
    value: { kind: "number", value: asDouble === undefined ? Number(asInt) : Number(asDouble) },
  };
}

function readHistogramPoint(point: Static<typeof HistogramPoint>): OtlpPoint {
  const { count = 0, sum, bucketCounts = [], explicitBounds = [] } = point;
  return {
    ...pointOf(point),
    value: {
      kind: "histogram",
      count: Number(count),
      sum: sum === undefined ? undefined : Number(sum),
      bounds: explicitBounds.map(Number),
      counts: bucketCounts.map(Number),
    },
  };
}

function readExponentialPoint(point: Static<typeof ExponentialPoint>): OtlpPoint {
  const { count = 0, sum = 0, scale = 0, zeroCount = 0, zeroThreshold = 0, positive = {}, negative = {} } = point;
  const buckets = ({ offset = 0, bucketCounts = [] }: Static<typeof ExponentialBuckets>) => ({
    offset,
    counts: bucketCounts.map(Number),
  });
  const histogram = {
    scale,
    count: Number(count),
    sum: Number(sum),
    zeroCount: Number(zeroCount),
    zeroThreshold: Number(zeroThreshold),
    positive: buckets(positive),
    negative: buckets(negative),
  };
  return { ...pointOf(point), value: { kind: "exponential", histogram } };
}

function readSummaryPoint(point: Static<typeof SummaryPoint>): OtlpPoint {
  const { count = 0, sum = 0, quantileValues = [] } = point;
  const quantiles = quantileValues.map(({ quantile = 0, value = 0 }) => [Number(quantile), Number(value)] as const);
  return { ...pointOf(point), value: { kind: "summary", count: Number(count), sum: Number(sum), quantiles } };
}

function pointOf({
  attributes,
  exemplars: sent = [],
  timeUnixNano,
  flags = 0,
}: Pick<Static<typeof NumberPoint>, "attributes" | "exemplars" | "timeUnixNano" | "flags">) {
  return {
    attributes: attributesOf(attributes),
    exemplars: sent.map(readExemplar),
    timeMs: milliseconds(BigInt(timeUnixNano)),
    hasNoValue: isGone(flags),
  };
}

function attributesOf(attributes: readonly Static<typeof Attribute>[] = []): Attributes {
  return requireFew(attributes.map(({ key, value = {} }) => [key, textOfAny(anyOf(value, 0))] as const));
}

function readExemplar(exemplar: Static<typeof Exemplar>): OtlpExemplar {
  const { filteredAttributes, timeUnixNano = 0, asDouble, asInt = 0, spanId = "", traceId = "" } = exemplar;
  return {
    attributes: [...attributesOf(filteredAttributes), ["span_id", spanId], ["trace_id", traceId]],
    timeMs: milliseconds(BigInt(timeUnixNano)),
    value: asDouble === undefined ? Number(asInt) : Number(asDouble),
  };
}

/** Lists and maps inside each other that are read. */
const MAX_DEPTH = 20;

/** An AnyValue as JavaScript has it. @throws ProtobufError for one of another form, or nested too deeply */
function anyOf(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || !Check(AnyValue, value)) throw new ProtobufError("an attribute is no AnyValue");
  const { stringValue, boolValue, intValue, doubleValue, bytesValue, arrayValue, kvlistValue } = value;
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map((one) => anyOf(one, depth + 1));
  if (kvlistValue === undefined) return stringValue ?? boolValue ?? intValue ?? doubleValue ?? bytesValue ?? "";
  return Object.fromEntries((kvlistValue.values ?? []).map(({ key, value: one = {} }) => [key, anyOf(one, depth + 1)]));
}
