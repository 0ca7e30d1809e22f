import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorkerMetrics, normalizeExposition, ParseError, parseExposition } from "../src/index.ts";

/** What a TypeScript worker writes: milliseconds, no suffixes, a tag of its own. */
const TYPESCRIPT = `# TYPE temporal_request counter
temporal_request{namespace="default",operation="PollActivityTaskQueue",service_name="temporal-core-sdk"} 3
# TYPE temporal_request_latency histogram
temporal_request_latency_bucket{namespace="default",operation="Respond",service_name="temporal-core-sdk",le="50"} 1
temporal_request_latency_bucket{namespace="default",operation="Respond",service_name="temporal-core-sdk",le="100"} 2
temporal_request_latency_bucket{namespace="default",operation="Respond",service_name="temporal-core-sdk",le="+Inf"} 2
temporal_request_latency_sum{namespace="default",operation="Respond",service_name="temporal-core-sdk"} 120
temporal_request_latency_count{namespace="default",operation="Respond",service_name="temporal-core-sdk"} 2
# TYPE temporal_num_pollers gauge
temporal_num_pollers{namespace="default",poller_type="sticky_workflow_task",task_queue="q"} 2
`;

/** What a Go worker writes: seconds, suffixes, tags padded, a shorter cause, a gauge where a counter is meant. */
const GO = `# TYPE temporal_request gauge
temporal_request_total{client_name="temporal_go",namespace="default",operation="PollActivityTaskQueue",task_queue="none"} 4
temporal_request_resource_exhausted_total{client_name="temporal_go",namespace="default",operation="Start",cause="RpsLimit"} 1
temporal_request_latency_seconds_bucket{client_name="temporal_go",namespace="default",operation="Respond",le="0.05"} 5
temporal_request_latency_seconds_bucket{client_name="temporal_go",namespace="default",operation="Respond",le="0.2"} 6
temporal_request_latency_seconds_bucket{client_name="temporal_go",namespace="default",operation="Respond",le="+Inf"} 6
temporal_request_latency_seconds_sum{client_name="temporal_go",namespace="default",operation="Respond"} 0.3
temporal_request_latency_seconds_count{client_name="temporal_go",namespace="default",operation="Respond"} 6
`;

/** What a Java worker writes: "none" in tags that do not apply, the largest value as a gauge, old names. */
const JAVA = `temporal_activity_canceled_total{activity_type="Send",exception="none",namespace="default",task_queue="q",workflow_type="none"} 2
temporal_activity_execution_latency_seconds_max{activity_type="Send",exception="none",namespace="default",task_queue="q"} 9
temporal_local_activity_total_total{activity_type="Send",exception="none",namespace="default",task_queue="q"} 7
temporal_somebody_elses{exception="none"} 1
`;

describe("metrics of several SDKs, read as one", () => {
  const pointsOf = (texts: string | string[], name: string, options = {}) =>
    normalizeExposition(texts, options).metrics.find((metric) => metric.name === name);

  it("have the catalogue's names, types and tags", () => {
    expect(pointsOf(GO, "request")).toEqual({
      name: "request",
      type: "counter",
      unit: null,
      family: "go",
      points: [{ tags: { namespace: "default", operation: "PollActivityTaskQueue" }, value: 4 }],
    });
    expect(pointsOf(TYPESCRIPT, "num_pollers")?.points).toEqual([
      { tags: { namespace: "default", poller_type: "workflow_sticky_task", task_queue: "q" }, value: 2 },
    ]);
    expect(pointsOf(GO, "request_resource_exhausted")?.points[0]?.tags["cause"]).toBe(
      "RESOURCE_EXHAUSTED_CAUSE_RPS_LIMIT",
    );
    expect(pointsOf(JAVA, "activity_execution_cancelled")?.points).toEqual([
      { tags: { activity_type: "Send", namespace: "default", task_queue: "q" }, value: 2 },
    ]);
    expect(pointsOf(JAVA, "local_activity_total")?.family).toBe("java");
  });

  it("have durations in one unit", () => {
    const point = pointsOf(TYPESCRIPT, "request_latency")?.points[0];

    expect(point).toMatchObject({
      buckets: [
        [0.05, 1],
        [0.1, 2],
        [Number.POSITIVE_INFINITY, 2],
      ],
      sum: 0.12,
      count: 2,
    });
    expect(pointsOf(GO, "request_latency", { unit: "ms" })?.points[0]).toMatchObject({ sum: 300 });
  });

  it("are added up, histograms by the bounds that they share", () => {
    const { metrics, notes } = normalizeExposition([TYPESCRIPT, GO]);
    const latency = metrics.find(({ name }) => name === "request_latency");

    expect(metrics.find(({ name }) => name === "request")?.points).toMatchObject([{ value: 7 }]);
    expect(latency?.points).toMatchObject([
      {
        buckets: [
          [0.05, 6],
          [Number.POSITIVE_INFINITY, 8],
        ],
        count: 8,
      },
    ]);
    expect(notes.join()).toContain("request_latency: bounds differ");
  });

  it("keep what is asked for, and say what is not known and what was left out", () => {
    const { unknown, notes } = normalizeExposition(JAVA);

    expect(unknown).toEqual(["temporal_somebody_elses"]);
    expect(notes).toContain("temporal_activity_execution_latency_seconds_max was left out");
    expect(pointsOf(TYPESCRIPT, "request", { keepTags: ["service_name"] })?.points[0]?.tags).toHaveProperty(
      "service_name",
    );
  });

  it.each(["core", "go", "java"] as const)("read back what our own %s workers write, in both formats", (family) => {
    const metrics = createWorkerMetrics({ family });
    metrics.add("workflow_completed", { namespace: "n", task_queue: "q", workflow_type: 'a "b" \\ \n é' }, 3);
    metrics.record("workflow_endtoend_latency", { namespace: "n", task_queue: "q", workflow_type: "w" }, 1500);

    for (const format of ["text", "openmetrics"] as const) {
      const text = metrics.expose({ format });
      expect(pointsOf(text, "workflow_completed")?.points).toEqual([
        { tags: { namespace: "n", task_queue: "q", workflow_type: 'a "b" \\ \n é' }, value: 3 },
      ]);
      expect(pointsOf(text, "workflow_endtoend_latency")?.points).toMatchObject([{ sum: 1.5, count: 1 }]);
    }
  });
});

describe("an exposition", () => {
  it("is read with its families, times and format", () => {
    const { format, families } = parseExposition(
      '# HELP a Some\\nhelp.\n# TYPE a counter\n# UNIT a seconds\na_total{x="1"} 2 1.5 # {} 1\n# EOF\n',
    );

    expect(format).toBe("openmetrics");
    expect(families).toMatchObject([
      {
        name: "a",
        type: "counter",
        help: "Some\nhelp.",
        unit: "seconds",
        samples: [{ name: "a_total", value: 2, timestampMs: 1500 }],
      },
    ]);
  });

  it.each([
    ["a", "value_expected"],
    ["a x", "value_expected"],
    ["a 0x10", "value_expected"],
    ['a{b="c} 1', "quote_missing"],
    ["a{b=c} 1", "quote_missing"],
    ['a{b="1",b="2"} 1', "label_repeated"],
    ['a{b="1" c="2"} 1', "label_expected"],
    ["a 1 2 3", "text_behind"],
    ["{} 1", "name_expected"],
  ])("with the line %j is refused, or passed over where that is asked for", (line, code) => {
    expect(() => parseExposition(`ok 1\n${line}\n`)).toThrow(expect.objectContaining({ code, line: 2 }));
    const { families, errors } = parseExposition(`ok 1\n${line}\n`, { lenient: true });
    expect(families.find(({ name }) => name === "ok")?.samples).toHaveLength(1);
    expect(errors).toHaveLength(1);
  });

  it("that is too large, or has too much of something, is refused", () => {
    expect(() => parseExposition("a 1\nb 2\n", { maxSamples: 1, lenient: true })).toThrow(ParseError);
    expect(() => parseExposition("a 1\n", { maxBytes: 2 })).toThrow(ParseError);
    expect(() => parseExposition('a{b="long"} 1\n', { maxValueLength: 2 })).toThrow(ParseError);
  });

  it("may hold anything and breaks nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab_{}=",\\ \n1.+Inf#TYPE ') }), (text) => {
        const { families } = parseExposition(text, { lenient: true });
        for (const { samples } of families) for (const { name } of samples) expect(name).not.toBe("");
      }),
    );
  });
});
