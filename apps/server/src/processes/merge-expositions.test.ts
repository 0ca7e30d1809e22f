import { expect, it } from "vitest";
import { mergeExpositions } from "./merge-expositions.ts";

const TYPE = "# HELP requests_total Requests.\n# TYPE requests_total counter\n";

it("names each family once and says of which process a sample is", () => {
  const merged = mergeExpositions([
    { process: 1, text: `${TYPE}requests_total{code="200"} 3\n# TYPE up gauge\nup 1\n` },
    { process: 2, text: `# TYPE up gauge\nup 1\n${TYPE}requests_total{code="200"} 4\nrequests_total{} 5\n` },
  ]);

  expect(merged).toBe(
    [
      "# HELP requests_total Requests.",
      "# TYPE requests_total counter",
      'requests_total{process="1",code="200"} 3',
      'requests_total{process="2",code="200"} 4',
      'requests_total{process="2"} 5',
      "# TYPE up gauge",
      'up{process="1"} 1',
      'up{process="2"} 1',
      "",
    ].join("\n"),
  );
});

it("ends OpenMetrics once", () => {
  const text = "# TYPE up gauge\nup 1\n# EOF\n";
  expect(mergeExpositions([1, 2].map((process) => ({ process, text })))).toBe(
    '# TYPE up gauge\nup{process="1"} 1\nup{process="2"} 1\n# EOF\n',
  );
});
