import { compress } from "snappyjs";
import { type Field, message, zigzag } from "./protobuf-message.ts";

/** Samples of one moment in one request, packed for remote write 1.0. */
export interface WriteRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly samples: number;
}

const PER_REQUEST = 2000;

/** Counters, each with the labels that a scraped series has. One request after the other, moment by moment. */
export function* counterRequests(series: number, times: readonly number[]): Generator<WriteRequest> {
  const labels = Array.from({ length: series }, (_, at) => labelBytes(at));
  for (const [step, time] of times.entries()) {
    for (let start = 0; start < series; start += PER_REQUEST) {
      const part = labels.slice(start, start + PER_REQUEST);
      const rows = part.map((own, at) => seriesBytes(own, sampleBytes((start + at + 1) * step, time)));
      yield { body: packed(rows), samples: part.length };
    }
  }
}

/** Native histograms with twenty buckets each. */
export function* histogramRequests(series: number, times: readonly number[]): Generator<WriteRequest> {
  for (const [step, time] of times.entries()) {
    const rows = Array.from({ length: series }, (_, at) =>
      seriesBytes(labelBytes(at, "latency"), message([4, histogram(at, step + 1, time)])),
    );
    yield { body: packed(rows), samples: series };
  }
}

function packed(rows: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(compress(Buffer.concat(rows)));
}

function labelBytes(at: number, name = "requests_total"): Buffer {
  const labels = {
    __name__: name,
    instance: `host-${at % 100}:9090`,
    job: `job-${at % 10}`,
    method: ["GET", "POST", "PUT"][at % 3] ?? "",
    path: `/p/${at}`,
  };
  return message(...Object.entries(labels).map(([key, value]): Field => [1, message([1, key], [2, value])]));
}

/** A TimeSeries inside a WriteRequest. */
function seriesBytes(labels: Buffer, values: Buffer): Buffer {
  return message([1, Buffer.concat([labels, values])]);
}

function sampleBytes(value: number, time: number): Buffer {
  return message([2, message([1, { double: value }], [2, time])]);
}

const BUCKETS = 20;

function histogram(at: number, step: number, time: number): Buffer {
  const counts = Array.from({ length: BUCKETS }, (_, bucket) => step * ((at + bucket) % 7));
  const deltas = counts.map((count, bucket): Field => [12, zigzag(count - (counts[bucket - 1] ?? 0))]);
  return message(
    [1, counts.reduce((sum, count) => sum + count, 0)],
    [3, { double: step * (at + 1) }],
    [4, zigzag(0)],
    [5, { double: 0.001 }],
    [11, message([1, zigzag(-8)], [2, BUCKETS])],
    ...deltas,
    [15, time],
  );
}
