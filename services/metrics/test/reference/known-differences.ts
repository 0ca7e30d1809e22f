/** Evaluations of the reference's scripts that differ here, by script and line, with the reason. */
export const KNOWN_DIFFERENCES: ReadonlyMap<string, string> = new Map(
  [
    {
      reason: "start timestamps of samples are not stored",
      script: "start_timestamps.test",
      lines: [
        8, 13, 18, 24, 29, 34, 47, 71, 79, 87, 149, 174, 194, 259, 282, 299, 326, 418, 422, 438, 441, 444, 448, 465,
        471, 477, 490, 507, 515, 520, 536,
      ],
    },
    {
      reason: "reset hints are stored as sent, while the reference sets them from its chunks; no API returns them",
      script: "native_histograms.test",
      lines: [1884, 1889, 1948, 1953, 1958, 1963, 2017, 2022],
    },
    {
      reason: "reset hints are stored as sent, while the reference sets them from its chunks; no API returns them",
      script: "range_queries.test",
      lines: [93],
    },
    {
      reason: "limit_ratio selects other series, by another hash",
      script: "limit.test",
      lines: [103],
    },
  ].flatMap(({ reason, script, lines }) => lines.map((line) => [`${script}:${line}`, reason] as const)),
);
