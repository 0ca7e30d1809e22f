/** Seconds: the time of the last sample. */
export const T = 1_700_000_000;

/** A counter and a gauge with odd labels, one sample every 15 seconds for 10 minutes up to `T`. */
export function requestSeries() {
  const times = Array.from({ length: 40 }, (_, at) => (T - 600 + at * 15) * 1000);
  const of = (labels: Record<string, string>, value: (at: number) => number) => ({
    labels,
    samples: times.map((time, at) => [time, value(at)] as const),
  });
  return [
    of({ __name__: "requests_total", job: "api", code: "200" }, (at) => at * 10),
    of({ __name__: "requests_total", job: "api", code: "500" }, (at) => at),
    of({ __name__: "odd", text: 'a "b" \\ \n é', "label.name": "x" }, () => 1e-7),
  ];
}
