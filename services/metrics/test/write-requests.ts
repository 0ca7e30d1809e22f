import { compress } from "snappyjs";
import { labelBytes } from "../src/labels/label-bytes.ts";
import { message, packed, zigzag } from "./protobuf-message.ts";

/** Samples of one moment in one request, as a body of remote write 1.0. */
export interface WriteRequest {
  readonly timeMs: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly samples: number;
}

const PER_REQUEST = 2000;

/** Counters, each with the labels that a scraped series has. One request after the other, moment by moment. */
export function* counterRequests(series: number, times: readonly number[]): Generator<WriteRequest> {
  const labels = Array.from({ length: series }, (_, at) => labelsOf(at));
  const writer = new SampleWriter();
  for (const [step, time] of times.entries()) {
    for (let start = 0; start < series; start += PER_REQUEST) {
      const part = labels.slice(start, start + PER_REQUEST);
      writer.begin(time);
      for (const [at, own] of part.entries()) writer.add(own, (start + at + 1) * step);
      yield { timeMs: time, body: compressed([writer.bytes]), samples: part.length };
    }
  }
}

/** Writes series of one sample each side by side: millions of them, faster than a server takes them. */
class SampleWriter {
  readonly #buffer = Buffer.alloc(PER_REQUEST * 512);
  #length = 0;
  /** Sample {1: double, 2: time}; the double stands from the fourth byte on. */
  #sample: Buffer = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  begin(time: number): void {
    this.#length = 0;
    this.#sample = message([2, message([1, { double: 0 }], [2, time])]);
  }

  add(labels: Buffer, value: number): void {
    this.#sample.writeDoubleLE(value, 3);
    this.#buffer[this.#length] = 0x0a;
    this.#length = this.#writeLength(labels.length + this.#sample.length, this.#length + 1);
    this.#length += labels.copy(this.#buffer, this.#length);
    this.#length += this.#sample.copy(this.#buffer, this.#length);
  }

  /** Lengths here take one byte or two. @returns the place behind it */
  #writeLength(length: number, at: number): number {
    if (length < 128) {
      this.#buffer[at] = length;
      return at + 1;
    }
    this.#buffer[at] = (length & 127) | 128;
    this.#buffer[at + 1] = length >>> 7;
    return at + 2;
  }
}

/** Native histograms with twenty buckets each. */
export function* histogramRequests(series: number, times: readonly number[]): Generator<WriteRequest> {
  for (const [step, time] of times.entries()) {
    const rows = Array.from({ length: series }, (_, at) =>
      seriesBytes(labelsOf(at, "latency"), message([4, histogram(at, step + 1, time)])),
    );
    yield { timeMs: time, body: compressed(rows), samples: series };
  }
}

function compressed(rows: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(compress(Buffer.concat(rows)));
}

/** Labels as a request has them. All texts are short and plain. */
function labelsOf(at: number, name = "requests_total"): Buffer {
  const labels = {
    __name__: name,
    instance: `host-${at % 100}:9090`,
    job: `job-${at % 10}`,
    method: ["GET", "POST", "PUT"][at % 3] ?? "",
    path: `/p/${at}`,
  };
  return Buffer.from(labelBytes(Object.entries(labels).flat()), "latin1");
}

/** The same counters as a target shows them at its n-th scrape. */
export function counterExposition(series: number, scrape: number): string {
  const lines = ["# TYPE requests_total counter\n"];
  for (let at = 0; at < series; at += 1) {
    lines.push(`requests_total{method="${["GET", "POST", "PUT"][at % 3]}",path="/p/${at}"} ${(at + 1) * scrape}\n`);
  }
  return lines.join("");
}

const LAST_BOUND = 22;

/** Classic histograms of 25 series each as a target shows them at its n-th scrape; every other sum is no whole number. */
export function histogramExposition(histograms: number, scrape: number): string {
  const lines = ["# TYPE latency_seconds histogram\n"];
  for (let at = 0; at < histograms; at += 1) {
    const labels = `method="${["GET", "POST", "PUT"][at % 3]}",path="/p/${at}"`;
    const step = scrape * ((at % 7) + 1);
    for (let bound = 1; bound <= LAST_BOUND; bound += 1) {
      lines.push(`latency_seconds_bucket{${labels},le="${bound / 8}"} ${step * bound}\n`);
    }
    lines.push(`latency_seconds_bucket{${labels},le="+Inf"} ${step * (LAST_BOUND + 1)}\n`);
    lines.push(`latency_seconds_sum{${labels}} ${(step * (at + 1)) / 2}\n`);
    lines.push(`latency_seconds_count{${labels}} ${step * (LAST_BOUND + 1)}\n`);
  }
  return lines.join("");
}

/** A TimeSeries inside a WriteRequest. */
function seriesBytes(labels: Buffer, values: Buffer): Buffer {
  return message([1, Buffer.concat([labels, values])]);
}

const BUCKETS = 20;

function histogram(at: number, step: number, time: number): Buffer {
  const counts = Array.from({ length: BUCKETS }, (_, bucket) => step * ((at + bucket) % 7));
  const deltas = counts.map((count, bucket) => zigzag(count - (counts[bucket - 1] ?? 0)));
  return message(
    [1, counts.reduce((sum, count) => sum + count, 0)],
    [3, { double: step * (at + 1) }],
    [4, zigzag(0)],
    [5, { double: 0.001 }],
    [11, message([1, zigzag(-8)], [2, BUCKETS])],
    [12, packed(deltas)],
    [15, time],
  );
}
