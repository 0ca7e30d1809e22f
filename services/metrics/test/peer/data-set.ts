/** A series with its samples: times in milliseconds. */
export interface SampleSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly (readonly [timeMs: number, value: number])[];
}

/** A multiple of every step that the queries use. */
export const START_MS = 1_700_006_400_000;
export const END_MS = START_MS + 2 * 3600 * 1000;

const SCRAPE_MS = 15_000;

/** Numbers that look random and are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Series of all kinds that dashboards ask for. No sample lies on a whole second, so that the ends of ranges, which
 * belong to a range in old versions of the peer and not in new ones, hold none.
 */
export function dataSet(): SampleSeries[] {
  return [...counters(), ...gauges(), ...histograms(), ...oddSeries()];
}

function scrapeTimes(seed: number, from = START_MS, to = END_MS): number[] {
  const random = randomNumbers(seed);
  const offset = 1000 * (seed % 15) + 217;
  const times: number[] = [];
  for (let time = from + offset; time < to; time += SCRAPE_MS) times.push(time + Math.floor(random() * 300));
  return times;
}

function series(
  labels: Record<string, string>,
  seed: number,
  next: (before: number, random: () => number) => number,
  times = scrapeTimes(seed),
): SampleSeries {
  const random = randomNumbers(seed * 7919);
  let value = next(0, random);
  return {
    labels,
    samples: times.map((time) => {
      value = next(value, random);
      return [time, value] as const;
    }),
  };
}

function counters(): SampleSeries[] {
  const all: SampleSeries[] = [];
  for (const [at, instance] of ["a:9090", "b:9090", "c:9090"].entries()) {
    for (const [kind, code] of ["200", "404", "500"].entries()) {
      const labels = { __name__: "http_requests_total", job: at < 2 ? "api" : "web", instance, code };
      // Restarts now and then: the counter begins again.
      const next = (before: number, random: () => number) =>
        random() < 0.005 ? Math.floor(random() * 10) : before + Math.floor((random() * 100) / (kind + 1));
      all.push(series(labels, 10 * at + kind + 1, next));
    }
  }
  return all;
}

function gauges(): SampleSeries[] {
  const walk = (before: number, random: () => number) => before + (random() - 0.5) * 12.34567;
  return [
    series({ __name__: "memory_bytes", job: "api", instance: "a:9090" }, 41, (_, random) => random() * 8e9),
    series({ __name__: "memory_bytes", job: "api", instance: "b:9090" }, 42, (_, random) => random() * 8e9),
    series({ __name__: "memory_bytes", job: "web", instance: "c:9090" }, 43, (_, random) => random() * 8e9),
    series({ __name__: "temperature", room: "north", floor: "1" }, 44, walk),
    series({ __name__: "temperature", room: "south", floor: "1" }, 45, walk),
    series(
      { __name__: "temperature", room: "cellar", floor: "-1" },
      46,
      (before, random) => walk(before, random) - 0.1,
    ),
    series({ __name__: "info", job: "api", instance: "a:9090", version: "1.2.3" }, 47, () => 1),
    series({ __name__: "info", job: "api", instance: "b:9090", version: "1.2.4" }, 48, () => 1),
    series({ __name__: "info", job: "web", instance: "c:9090", version: "1.2.4" }, 49, () => 1),
    series({ __name__: "state" }, 50, (_, random) => Math.floor(random() * 4)),
    series({ __name__: "birth_seconds", job: "api" }, 51, () => 1_582_934_399.5),
    series({ __name__: "birth_seconds", job: "web" }, 52, () => -86_400),
  ];
}

function histograms(): SampleSeries[] {
  const all: SampleSeries[] = [];
  const bounds = ["0.1", "0.25", "0.5", "1", "2.5", "+Inf"];
  for (const [at, job] of ["api", "web"].entries()) {
    for (const instance of ["a:9090", "b:9090"]) {
      const labels = { job, instance };
      const times = scrapeTimes(60 + at);
      const columns = bucketCounts(bounds.length, times.length, 60 + at + instance.length);
      for (const [index, le] of bounds.entries()) {
        const counts = columns.map((column) => column[index] ?? 0);
        all.push(fixed({ __name__: "latency_seconds_bucket", ...labels, le }, times, counts));
      }
      const totals = columns.map((column) => column.at(-1) ?? 0);
      all.push(fixed({ __name__: "latency_seconds_count", ...labels }, times, totals));
      const sums = totals.map((total) => total * 0.37);
      all.push(fixed({ __name__: "latency_seconds_sum", ...labels }, times, sums));
    }
  }
  return all;
}

function bucketCounts(bounds: number, steps: number, seed: number): number[][] {
  const random = randomNumbers(seed);
  const counts = new Array<number>(bounds).fill(0);
  return Array.from({ length: steps }, () => {
    let added = 0;
    for (let bound = 0; bound < bounds; bound += 1) {
      added += Math.floor(random() * 5);
      counts[bound] = (counts[bound] ?? 0) + added;
    }
    return [...counts];
  });
}

function fixed(labels: Record<string, string>, times: readonly number[], values: readonly number[]): SampleSeries {
  return { labels, samples: times.map((time, index) => [time, values[index] ?? 0] as const) };
}

/** Gaps, infinities, NaN, very large, very small and single values. */
function oddSeries(): SampleSeries[] {
  const early = scrapeTimes(70).filter((time) => time < START_MS + 1_800_000);
  const late = scrapeTimes(71).filter((time) => time > START_MS + 3_600_000);
  const oddValues = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    -0,
    1e300,
    -1e300,
    5e-324,
    1e-7,
    1e21,
  ];
  return [
    series({ __name__: "gappy", part: "early" }, 70, (before) => before + 1, early),
    series({ __name__: "gappy", part: "late" }, 71, (before) => before + 1, late),
    series({ __name__: "odd" }, 72, (_, random) => oddValues[Math.floor(random() * oddValues.length)] ?? 0),
    series({ __name__: "overflow_a" }, 73, () => 1.7e308),
    series({ __name__: "overflow_b" }, 74, () => 1.7e308),
    { labels: { __name__: "single" }, samples: [[START_MS + 3_000_217, 42]] },
    series({ __name__: "young_total" }, 75, (before) => before + 3, late),
    series({ __name__: "escaped", text: 'quote " backslash \\ line\nend', unicode: "Zürich ☂" }, 76, () => 1),
  ];
}

/** The series in the OpenMetrics text format, as the peer's tool reads it. */
export function toOpenMetrics(all: readonly SampleSeries[]): string {
  const byName = Map.groupBy(all, ({ labels }) => labels["__name__"] ?? "");
  const lines = [...byName].flatMap(([name, group]) => [
    `# TYPE ${name} unknown`,
    ...group.flatMap(({ labels, samples }) =>
      samples.map(([time, value]) => `${name}{${labelText(labels)}} ${valueText(value)} ${time / 1000}`),
    ),
  ]);
  return `${lines.join("\n")}\n# EOF\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .filter(([name]) => name !== "__name__")
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`)
    .join(",");
}

function valueText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return Object.is(value, -0) ? "-0" : String(value);
}
