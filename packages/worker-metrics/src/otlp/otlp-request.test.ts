import { describe, expect, it } from "vitest";
import { createRegistry, createWorkerMetrics, type OtlpMetric } from "../index.ts";

const TAGS = { namespace: "default", task_queue: "mail" };

/** The metrics of a request, by name. */
function metricsOf(request: ReturnType<ReturnType<typeof createRegistry>["toOtlp"]>): Map<string, OtlpMetric> {
  const metrics = request.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  return new Map(metrics.map((metric) => [metric.name, metric]));
}

describe("the metrics of a worker as an OTLP request", () => {
  it("has cumulative, monotonic sums with one text attribute per tag", () => {
    const before = BigInt(Date.now()) * 1_000_000n;
    const metrics = createWorkerMetrics();
    metrics.add("sticky_cache_hit", TAGS, 3);

    const [hits] = metricsOf(metrics.toOtlp()).values();

    expect(hits).toMatchObject({
      name: "vedette_sticky_cache_hit",
      description: "Workflow tasks for which a cached execution was found.",
      sum: { aggregationTemporality: 2, isMonotonic: true },
    });
    expect(hits).not.toHaveProperty("unit");
    const [point] = hits?.sum?.dataPoints ?? [];
    expect(point).toMatchObject({
      asDouble: 3,
      attributes: [
        { key: "namespace", value: { stringValue: "default" } },
        { key: "task_queue", value: { stringValue: "mail" } },
      ],
    });
    const [start, time] = [BigInt(point?.startTimeUnixNano ?? 0), BigInt(point?.timeUnixNano ?? 0)];
    expect(start >= before && time >= start && time <= BigInt(Date.now()) * 1_000_000n).toBe(true);
  });
  it("keeps the start of a series while its values grow", () => {
    const registry = createRegistry();
    const startOf = () => metricsOf(registry.toOtlp()).get("jobs")?.sum?.dataPoints[0]?.startTimeUnixNano;
    registry.counter("jobs", "Jobs.").bind().inc();
    const first = startOf();
    registry.counter("jobs", "Jobs.").bind().inc();

    expect(first).toMatch(/^\d{19}$/);
    expect(startOf()).toBe(first);
  });
  it.each([
    ["core", {}, "vedette_request_latency", "ms", [50, 100, 500, 1000, 2500, 10_000], 75],
    ["core", { useSecondsForDurations: true }, "vedette_request_latency", "s", [0.05, 0.1, 0.5, 1, 2.5, 10], 0.075],
    ["java", {}, "vedette_request_latency_seconds", "s", [0.05, 0.1, 0.5, 1, 2.5, 10], 0.075],
  ] as const)(
    "gives durations of %s %j their unit, and one bucket more than bounds",
    (family, options, name, unit, explicitBounds, sum) => {
      const metrics = createWorkerMetrics({ family, ...options });
      metrics.record("request_latency", { namespace: "default", operation: "SendMail" }, 75);

      const latency = metricsOf(metrics.toOtlp()).get(name);

      expect(latency).toMatchObject({ unit, histogram: { aggregationTemporality: 2 } });
      expect(latency?.histogram?.dataPoints[0]).toMatchObject({
        count: "1",
        sum,
        explicitBounds,
        bucketCounts: ["0", "1", "0", "0", "0", "0", "0"],
      });
    },
  );
  it("names its program and tells it from others of the name", () => {
    const resourceOf = ({ resourceMetrics: [first] }: ReturnType<ReturnType<typeof createRegistry>["toOtlp"]>) =>
      Object.fromEntries(first?.resource.attributes.map(({ key, value }) => [key, value.stringValue]) ?? []);
    const id = { "service.instance.id": expect.stringMatching(/^[\da-f-]{36}$/) };

    expect(resourceOf(createRegistry().toOtlp())).toEqual({ "service.name": "unknown_service", ...id });
    expect(resourceOf(createWorkerMetrics({ serviceName: "mailer" }).toOtlp())).toEqual({
      "service.name": "mailer",
      ...id,
    });
    expect(resourceOf(createWorkerMetrics().toOtlp({ "host.name": "a", "service.instance.id": "7" }))).toEqual({
      "service.name": "vedette",
      "service.instance.id": "7",
      "host.name": "a",
    });
  });
});

describe("a registry as an OTLP request", () => {
  it("reads gauges anew, with the values that JSON has no number for as text", () => {
    const registry = createRegistry();
    const gauge = registry.gauge("room_bytes", "Room.");
    const values = [1.5, Infinity, -Infinity, NaN];
    registry.onExpose(() => gauge.bind().set(values.shift() ?? 0));
    gauge.bind();

    const read = () => metricsOf(registry.toOtlp()).get("room_bytes");

    expect(read()).toMatchObject({ unit: "By", gauge: { dataPoints: [{ asDouble: 1.5, attributes: [] }] } });
    expect([read(), read(), read()].map((metric) => metric?.gauge?.dataPoints[0]?.asDouble)).toEqual([
      "Infinity",
      "-Infinity",
      "NaN",
    ]);
  });
  it("leaves out what has no series", () => {
    const registry = createRegistry();
    registry.counter("jobs", "Jobs.", ["queue"]);

    expect(metricsOf(registry.toOtlp()).size).toBe(0);
  });
  it.each([0, 1, 3])("written in slices is the same, with %i metrics", async (count) => {
    const registry = createRegistry();
    for (let at = 0; at < count; at += 1) registry.counter(`jobs_${at}`, 'The "jobs".').bind().inc(at);
    const resource = { 'a"metrics":[]': '"metrics":[]' };
    const timeless = (value: unknown) => JSON.stringify(value).replace(/"timeUnixNano":"\d+"/g, "");

    let text = "";
    for await (const slice of registry.toOtlpInSlices(resource)) text += slice;

    expect(timeless(JSON.parse(text))).toBe(timeless(registry.toOtlp(resource)));
  });
});
