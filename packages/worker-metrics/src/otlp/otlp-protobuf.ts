import type { OtlpAttribute, OtlpMetric, OtlpNumberPoint, Resource } from "./otlp-request.ts";
import { otlpRequest } from "./otlp-request.ts";

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;

const encoder = new TextEncoder();

/** Field numbers and wire types are those of opentelemetry-proto: metrics/v1, common/v1, resource/v1. */
class MessageWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  text(field: number, text: string): this {
    return text === "" ? this : this.raw(field, encoder.encode(text));
  }

  raw(field: number, bytes: Uint8Array): this {
    this.#tag(field, LENGTH);
    this.#varint(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  message(field: number, write: (writer: MessageWriter) => void): this {
    const inner = new MessageWriter();
    write(inner);
    return this.raw(field, inner.bytes);
  }

  varint(field: number, value: number): this {
    this.#tag(field, VARINT);
    this.#varint(value);
    return this;
  }

  double(field: number, value: number): this {
    this.#tag(field, FIXED_64);
    this.#double(value);
    return this;
  }

  /** @param text - a whole number that may be larger than numbers hold */
  fixed64(field: number, text: string): this {
    this.#tag(field, FIXED_64);
    this.#fixed64(BigInt(text));
    return this;
  }

  packedDoubles(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    return this.message(field, (inner) => {
      for (const value of values) inner.#double(value);
    });
  }

  packedFixed64(field: number, texts: readonly string[]): this {
    if (texts.length === 0) return this;
    return this.message(field, (inner) => {
      for (const text of texts) inner.#fixed64(BigInt(text));
    });
  }

  #tag(field: number, type: number): void {
    this.#varint(field * 8 + type);
  }

  #varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length] = (rest % 128) | 128;
      this.#length += 1;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  #double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  #fixed64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#length, value, true);
    this.#length += 8;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + size));
    larger.set(this.bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** One metric as the bytes of a Metric message. */
export function metricBytes(metric: OtlpMetric): Uint8Array {
  const writer = new MessageWriter()
    .text(1, metric.name)
    .text(2, metric.description)
    .text(3, metric.unit ?? "");
  const { gauge, sum, histogram } = metric;
  if (gauge !== undefined) {
    writer.message(5, (inner) => {
      for (const point of gauge.dataPoints) numberPoint(inner, point);
    });
  }
  if (sum !== undefined) {
    writer.message(7, (inner) => {
      for (const point of sum.dataPoints) numberPoint(inner, point);
      inner.varint(2, sum.aggregationTemporality).varint(3, 1);
    });
  }
  if (histogram === undefined) return writer.bytes;
  return writer.message(9, (inner) => {
    for (const point of histogram.dataPoints) {
      inner.message(1, (one) => {
        one.fixed64(2, point.startTimeUnixNano).fixed64(3, point.timeUnixNano).fixed64(4, point.count);
        one.double(5, point.sum).packedFixed64(6, point.bucketCounts).packedDoubles(7, point.explicitBounds);
        attributes(one, 9, point.attributes);
      });
    }
    inner.varint(2, histogram.aggregationTemporality);
  }).bytes;
}

function numberPoint(writer: MessageWriter, point: OtlpNumberPoint): void {
  writer.message(1, (one) => {
    one.fixed64(2, point.startTimeUnixNano).fixed64(3, point.timeUnixNano).double(4, Number(point.asDouble));
    attributes(one, 7, point.attributes);
  });
}

function attributes(writer: MessageWriter, field: number, all: readonly OtlpAttribute[]): void {
  for (const { key, value } of all) {
    writer.message(field, (one) => one.text(1, key).message(2, (any) => any.raw(1, encoder.encode(value.stringValue))));
  }
}

/** An ExportMetricsServiceRequest around the bytes of its metrics. */
export function requestBytes(resource: Resource, metrics: readonly Uint8Array[]): Uint8Array {
  const [described] = otlpRequest(resource, []).resourceMetrics;
  return new MessageWriter().message(1, (writer) => {
    writer.message(1, (inner) => attributes(inner, 1, described?.resource.attributes ?? []));
    writer.message(2, (scope) => {
      scope.message(1, (inner) => inner.text(1, described?.scopeMetrics[0]?.scope.name ?? ""));
      for (const metric of metrics) scope.raw(2, metric);
    });
  }).bytes;
}

/** What an ExportMetricsServiceResponse says is missing; nothing for bytes that are none. */
export function readPartialSuccess(bytes: Uint8Array): { rejectedDataPoints: number; errorMessage: string } {
  const result = { rejectedDataPoints: 0, errorMessage: "" };
  const partial = [...fieldsOf(bytes)].find(({ field }) => field === 1)?.bytes;
  for (const { field, number, bytes: text } of partial === undefined ? [] : fieldsOf(partial)) {
    if (field === 1) result.rejectedDataPoints = number;
    if (field === 2 && text !== undefined) result.errorMessage = new TextDecoder().decode(text);
  }
  return result;
}

/** The fields of a message that are numbers, or bytes behind their length; it ends where there is another kind. */
function* fieldsOf(bytes: Uint8Array): Generator<{ field: number; number: number; bytes: Uint8Array | undefined }> {
  let at = 0;
  const varint = (): number => {
    let [value, factor] = [0, 1];
    for (let byte = bytes[at]; byte !== undefined; byte = bytes[at]) {
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    return value;
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = varint();
    const isBytes = tag % 8 === LENGTH;
    if (!isBytes && tag % 8 !== VARINT) return;
    yield { field: Math.floor(tag / 8), number, bytes: isBytes ? bytes.subarray(at, at + number) : undefined };
    if (isBytes) at += number;
  }
}
