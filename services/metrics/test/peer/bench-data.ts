import type { SampleSeries } from "./data-set.ts";

/** Multiple of two hours: all samples of the hour lie in one block. */
const BENCH_START_MS = 1_700_006_400_000;
export const BENCH_END_MS = BENCH_START_MS + 65 * 60 * 1000;

const SCRAPE_MS = 15_000;
const COUNTERS = 5000;
const HISTOGRAMS = 400;
const BOUNDS = ["0.01", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"];

/** What a middling installation scrapes in a bit more than an hour: counters, gauges and classic histograms. */
export function* benchSeries(): Generator<SampleSeries> {
  for (let at = 0; at < COUNTERS; at += 1) {
    const labels = {
      __name__: "requests_total",
      job: `job-${at % 10}`,
      instance: `host-${at % 100}:9090`,
      path: `/p/${at}`,
    };
    yield { labels, samples: counter(at, 50) };
  }
  for (let at = 0; at < 250; at += 1) {
    yield { labels: { __name__: "temperature", sensor: `sensor-${at}` }, samples: gauge(at) };
  }
  for (let at = 0; at < HISTOGRAMS; at += 1) {
    for (const [index, le] of BOUNDS.entries()) {
      const labels = { __name__: "latency_bucket", job: `job-${at % 10}`, instance: `host-${at}:9090`, le };
      yield { labels, samples: counter(at, 5 * (index + 1)) };
    }
  }
}

function times(): number[] {
  const count = Math.floor((BENCH_END_MS - BENCH_START_MS) / SCRAPE_MS);
  return Array.from({ length: count }, (_, at) => BENCH_START_MS + 217 + at * SCRAPE_MS);
}

function counter(seed: number, growth: number): [number, number][] {
  let state = seed + 1;
  let value = 0;
  return times().map((time) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    value += Math.floor((state / 2 ** 32) * growth);
    return [time, value];
  });
}

function gauge(seed: number): [number, number][] {
  let state = seed + 1;
  return times().map((time) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return [time, (state / 2 ** 32) * 40 - 10];
  });
}
