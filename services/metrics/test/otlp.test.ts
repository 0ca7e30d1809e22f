import { gzipSync } from "node:zlib";
import { createWorkerMetrics } from "@vedette/worker-metrics";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { message } from "./protobuf-message.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

const T = 1_700_000_000;
const timeUnixNano = `${T}000000000`;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** One report of one program, in the JSON of OTLP. */
function report(...metrics: readonly object[]) {
  const attributes = [
    text("service.name", "mailer"),
    text("service.namespace", "post"),
    text("service.instance.id", "a1"),
    text("host.name", "watch"),
  ];
  return { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] };
}

const sum = (value: number) => ({
  name: "mails.sent",
  unit: "{mail}",
  sum: { isMonotonic: true, aggregationTemporality: 2, dataPoints: [{ timeUnixNano, asInt: String(value) }] },
});

describe("OTLP over HTTP", () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store[Symbol.asyncDispose]());

  const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    store.app.inject({
      method: "POST",
      url: "/prometheus/api/v1/otlp/v1/metrics",
      headers: { "content-type": "application/json", ...headers },
      payload,
    });
  const ask = async (query: string) => {
    const url = `/prometheus/api/v1/query?query=${encodeURIComponent(query)}&time=${T}`;
    return JSON.parse((await store.app.inject(url)).body).data.result;
  };

  it("is stored under names of Prometheus, with job, instance and what else is known of the program", async () => {
    const gauge = {
      name: "queue.size",
      unit: "By",
      gauge: { dataPoints: [{ timeUnixNano, asDouble: 1.5, attributes: [text("queue", "mail")] }] },
    };

    const answer = await send(JSON.stringify(report(sum(7), gauge)));

    expect([answer.statusCode, answer.body]).toEqual([200, "{}"]);
    expect(await ask("mails_sent_total")).toEqual([
      { metric: { __name__: "mails_sent_total", instance: "a1", job: "post/mailer" }, value: [T, "7"] },
    ]);
    expect(await ask("queue_size_bytes")).toMatchObject([{ metric: { queue: "mail" }, value: [T, "1.5"] }]);
    expect(await ask("target_info")).toMatchObject([{ metric: { host_name: "watch", job: "post/mailer" } }]);
  });

  it("makes buckets of histograms, cumulative and with the last one", async () => {
    const histogram = {
      name: "mail.duration",
      unit: "ms",
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [{ timeUnixNano, count: "6", sum: 42, bucketCounts: ["1", "2", "3"], explicitBounds: [5, 10] }],
      },
    };

    await send(JSON.stringify(report(histogram)));

    const buckets = await ask("mail_duration_milliseconds_bucket");
    expect(
      buckets
        .map(({ metric, value }: { metric: { le: string }; value: [number, string] }) => [metric.le, value[1]])
        .sort(),
    ).toEqual([
      ["+Inf", "6"],
      ["10", "3"],
      ["5", "1"],
    ]);
    expect((await ask("mail_duration_milliseconds_sum"))[0].value[1]).toBe("42");
  });

  it("has no sum of a histogram that was sent without one, as of values below zero", async () => {
    const histogram = (name: string, temporality: number, dataPoint: object) => ({
      name,
      histogram: { aggregationTemporality: temporality, dataPoints: [{ timeUnixNano, ...dataPoint }] },
    });
    const counts = { count: "3", bucketCounts: ["1", "2"], explicitBounds: [5] };
    await send(JSON.stringify(report(histogram("cold", 2, counts), histogram("colder", 1, counts))));
    const point = message([3, { fixed64: BigInt(timeUnixNano) }], [4, { fixed64: 3n }], [6, { fixed64: 3n }]);
    const metric = message([1, "coldest"], [9, message([1, point], [2, 2])]);
    await send(message([1, message([2, message([2, metric])])]), { "content-type": "application/x-protobuf" });

    for (const name of ["cold", "colder", "coldest"]) {
      expect(await ask(`${name}_count`)).toMatchObject([{ value: [T, "3"] }]);
      expect(await ask(`${name}_sum`)).toEqual([]);
    }
  });

  it("is taken where exporters send it by default, too, and from nobody else", async () => {
    const request = { method: "POST", url: "/v1/metrics", payload: JSON.stringify(report(sum(7))) } as const;
    const headers = { "content-type": "application/json" };

    expect((await store.app.inject({ ...request, headers })).statusCode).toBe(200);
    expect(await ask("mails_sent_total")).toHaveLength(1);
    await using closed = await openTestStore([], async () => undefined);
    expect((await closed.app.inject({ ...request, headers })).statusCode).toBe(401);
  });

  it("takes gzip, and protobuf", async () => {
    expect((await send(gzipSync(JSON.stringify(report(sum(7)))), { "content-encoding": "gzip" })).statusCode).toBe(200);
    const resource = message([1, message([1, "service.name"], [2, message([1, "x"])])]);
    const point = message([3, { fixed64: BigInt(timeUnixNano) }], [4, { double: 2.5 }]);
    const metric = message([1, "g"], [5, message([1, point])]);
    const exported = message([1, message([1, resource], [2, message([2, metric])])]);

    const answer = await send(exported, { "content-type": "application/x-protobuf" });

    expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
      200,
      "application/x-protobuf",
      "",
    ]);
    expect(await ask("g")).toEqual([{ metric: { __name__: "g", job: "x" }, value: [T, "2.5"] }]);
  });

  it("takes what the workers' own library sends as protobuf", async () => {
    const worker = createWorkerMetrics({ serviceName: "mailer" });
    const tags = { namespace: "default", task_queue: "mail" };
    worker.add("sticky_cache_hit", tags, 3);
    worker.set("sticky_cache_size", tags, -1.5);
    worker.record("workflow_task_schedule_to_start_latency", tags, 150);
    const body = Buffer.from(await worker.registry.toOtlpProtobuf({ "service.name": "mailer" }));

    const answer = await send(body, { "content-type": "application/x-protobuf" });

    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    const now = async (query: string) =>
      JSON.parse((await store.app.inject(`/prometheus/api/v1/query?query=${encodeURIComponent(query)}`)).body).data
        .result[0]?.value[1];
    expect(await now('vedette_sticky_cache_hit_total{task_queue="mail",job="mailer"}')).toBe("3");
    expect(await now("vedette_sticky_cache_size")).toBe("-1.5");
    expect(await now('{__name__=~"vedette_workflow_task_schedule_to_start.*_bucket",le="500"}')).toBe("1");
    expect(await now('{__name__=~"vedette_workflow_task_schedule_to_start.*_sum"}')).toBe("150");
  });

  it.each([
    ["underscore_with_suffixes", "mails_sent_total", "host_name"],
    ["underscore_without_suffixes", "mails_sent", "host_name"],
    ["no_utf8_escaping_with_suffixes", "mails.sent_total", "host.name"],
    ["no_translation", "mails.sent", "host.name"],
  ] as const)("names things as the settings say: %s", async (strategy, name, label) => {
    await using named = await openTestStore([], undefined, {
      "metrics.otlp.translation_strategy": strategy,
      "metrics.otlp.promote_resource_attributes": ["host.name"],
    });
    const headers = { "content-type": "application/json" };
    await named.app.inject({ method: "POST", url: "/v1/metrics", headers, payload: JSON.stringify(report(sum(7))) });

    const series = "/prometheus/api/v1/series?match[]={job=%22post/mailer%22}";
    expect(JSON.parse((await named.app.inject(series)).body).data).toEqual([
      { __name__: name, [label]: "watch", instance: "a1", job: "post/mailer" },
    ]);
  });

  it("says of a point what the point says, of its program where the point is silent, and never another program's name", async () => {
    await using promoting = await openTestStore([], undefined, {
      "metrics.otlp.promote_resource_attributes": ["host.name"],
    });
    const attributes = [text("host.name", "deck"), text("job", "other")];
    const gauge = { name: "g", gauge: { dataPoints: [{ timeUnixNano, asDouble: 1, attributes }] } };
    const silent = { name: "s", gauge: { dataPoints: [{ timeUnixNano, asDouble: 1 }] } };
    const headers = { "content-type": "application/json" };
    const payload = JSON.stringify(report(gauge, silent));
    await promoting.app.inject({ method: "POST", url: "/v1/metrics", headers, payload });

    const series = "/prometheus/api/v1/series?match[]={job=%22post/mailer%22,__name__=~%22g|s%22}";
    expect(JSON.parse((await promoting.app.inject(series)).body).data).toEqual([
      { __name__: "g", host_name: "deck", instance: "a1", job: "post/mailer" },
      { __name__: "s", host_name: "watch", instance: "a1", job: "post/mailer" },
    ]);
  });

  it("makes native histograms of all histograms where the settings say so", async () => {
    await using native = await openTestStore([], undefined, { "metrics.otlp.convert_histograms_to_nhcb": true });
    const point = { timeUnixNano, count: "6", sum: 42, bucketCounts: ["1", "2", "3"], explicitBounds: [5, 10] };
    const metric = { name: "d", histogram: { aggregationTemporality: 2, dataPoints: [point] } };
    const headers = { "content-type": "application/json" };
    await native.app.inject({ method: "POST", url: "/v1/metrics", headers, payload: JSON.stringify(report(metric)) });

    const url = `/prometheus/api/v1/query?query=d&time=${T}`;
    expect(JSON.parse((await native.app.inject(url)).body).data.result[0].histogram[1]).toEqual({
      count: "6",
      sum: "42",
      buckets: [
        [0, "-Inf", "5", "1"],
        [0, "5", "10", "2"],
        [0, "10", "+Inf", "3"],
      ],
    });
  });

  it("keeps exemplars where they belong, what is said of metrics, and attributes that are lists", async () => {
    const exemplar = {
      timeUnixNano,
      asDouble: 7,
      traceId: "0af7",
      spanId: "b7ad",
      filteredAttributes: [text("who", "x")],
    };
    const attributes = [{ key: "tags", value: { arrayValue: { values: [{ stringValue: "a" }, { intValue: "2" }] } } }];
    const json = {
      name: "d",
      description: "How long.",
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [
          {
            timeUnixNano,
            attributes,
            count: "3",
            sum: 9,
            bucketCounts: ["1", "2"],
            explicitBounds: [5],
            exemplars: [exemplar],
          },
        ],
      },
    };
    const span = message([2, { fixed64: BigInt(timeUnixNano) }], [3, { double: 1 }], [5, Buffer.from("0af7", "hex")]);
    const point = message([3, { fixed64: BigInt(timeUnixNano) }], [4, { double: 2.5 }], [5, span]);
    const protobuf = message([1, message([2, message([2, message([1, "g"], [5, message([1, point])])])])]);
    await send(JSON.stringify(report(json)));
    await send(protobuf, { "content-type": "application/x-protobuf" });

    const exemplars = async (query: string) =>
      JSON.parse((await store.app.inject(`/prometheus/api/v1/query_exemplars?query=${query}&start=0&end=2e9`)).body)
        .data;
    expect(await exemplars("d_bucket")).toMatchObject([
      {
        seriesLabels: { le: "+Inf", tags: '["a","2"]' },
        exemplars: [{ labels: { trace_id: "0af7", span_id: "b7ad", who: "x" }, value: "7", timestamp: T }],
      },
    ]);
    expect(await exemplars("g")).toMatchObject([{ exemplars: [{ labels: { trace_id: "0af7" }, value: "1" }] }]);
    const metadata = JSON.parse((await store.app.inject("/prometheus/api/v1/metadata?metric=d")).body).data;
    expect(metadata).toEqual({ d: [{ type: "histogram", help: "How long.", unit: "" }] });
  });

  it("says which part it cannot store, and stores the rest", async () => {
    const nameless = { ...sum(1), name: "" };
    const foreign = { name: "é", gauge: { dataPoints: [{ timeUnixNano, asDouble: 1 }] } };

    const answer = await send(JSON.stringify(report(nameless, foreign, sum(7))));

    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body).partialSuccess).toMatchObject({
      rejectedDataPoints: "2",
      errorMessage: expect.stringMatching(/a metric has no name.*nothing is left of the name é/),
    });
    expect(await ask("mails_sent_total")).toHaveLength(1);
  });

  it("counts the points that the store refuses, each once however many series it makes", async () => {
    const wait = (bucketCounts: readonly string[], at = timeUnixNano) => ({
      name: "wait",
      unit: "s",
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [{ timeUnixNano: at, count: "3", sum: 4, bucketCounts, explicitBounds: [1] }],
      },
    });
    const partial = async (...metrics: readonly object[]) =>
      JSON.parse((await send(JSON.stringify(report(...metrics)))).body).partialSuccess;
    const exponential = (scale: number) => ({
      name: "load",
      exponentialHistogram: { aggregationTemporality: 2, dataPoints: [point(scale)] },
    });

    expect(await partial(wait(["1", "2"]), sum(7))).toBeUndefined();
    expect(await partial(wait(["1", "2"]), sum(7))).toBeUndefined();
    expect(await partial(wait(["2", "1"]), sum(7))).toMatchObject({
      rejectedDataPoints: "1",
      errorMessage: "1 samples have another value than the one that is stored",
    });
    const tooNew = wait(["1", "2"], `${Math.round(Date.now() / 1000) + 3600}000000000`);
    expect(await partial(wait(["2", "1"]), sum(8), tooNew)).toMatchObject({ rejectedDataPoints: "3" });
    expect(await partial(exponential(-9))).toMatchObject({ rejectedDataPoints: "1" });
  });

  it("rejects points whose labels are too long, and stores the rest", async () => {
    const long = {
      name: "queue.size",
      gauge: { dataPoints: [{ timeUnixNano, asDouble: 1, attributes: [text("queue", "x".repeat(65_537))] }] },
    };

    const response = await send(JSON.stringify(report(sum(7), long)));

    expect(JSON.parse(response.body).partialSuccess).toEqual({
      rejectedDataPoints: "1",
      errorMessage: "the labels of a series are too many or too long",
    });
    expect(await ask("queue_size")).toEqual([]);
    expect(await ask("mails_sent_total")).toHaveLength(1);
  });

  it("refuses what is larger than it may be when it is unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024 + 1, " "), { level: 1 });

    expect((await send(bomb, { "content-encoding": "gzip" })).statusCode).toBe(413);
  });

  it("adds up what only tells the difference, the same report once", async () => {
    const at = (seconds: number, metric: object) =>
      JSON.parse(JSON.stringify(metric).replaceAll(timeUnixNano, `${T + seconds}000000000`));
    const histogram = {
      name: "wait",
      unit: "s",
      histogram: {
        aggregationTemporality: 1,
        dataPoints: [{ timeUnixNano, count: "3", sum: 4, bucketCounts: ["1", "2"], explicitBounds: [1] }],
      },
    };
    const exponential = { name: "load", exponentialHistogram: { aggregationTemporality: 1, dataPoints: [point(0)] } };
    const delta = { ...sum(5), sum: { ...sum(5).sum, aggregationTemporality: 1 } };
    for (const seconds of [-20, -10, -10, 0]) {
      await send(JSON.stringify(report(...[delta, histogram, exponential].map((one) => at(seconds, one)))));
    }

    expect(await ask("mails_sent_total")).toMatchObject([{ value: [T, "15"] }]);
    expect(await ask('wait_seconds_bucket{le="1"}')).toMatchObject([{ value: [T, "3"] }]);
    expect(await ask("wait_seconds_sum")).toMatchObject([{ value: [T, "12"] }]);
    expect(await ask("histogram_count(load)")).toMatchObject([{ value: [T, "18"] }]);
  });

  const point = (scale: number) => ({
    timeUnixNano,
    scale,
    count: "6",
    sum: 10,
    zeroCount: "1",
    positive: { offset: -1, bucketCounts: ["1", "2", "0", "1"] },
    negative: { bucketCounts: ["1"] },
  });

  it("stores exponential histograms as native ones, made coarser where they are too fine", async () => {
    const exponential = (name: string, scale: number) => ({
      name,
      exponentialHistogram: { aggregationTemporality: 2, dataPoints: [point(scale)] },
    });

    const answer = await send(JSON.stringify(report(exponential("fit", 0), exponential("fine", 10))));

    expect([answer.statusCode, answer.body]).toEqual([200, "{}"]);
    // Index 0 of OTLP is (1, 2].
    expect((await ask("fit"))[0].histogram[1]).toEqual({
      count: "6",
      sum: "10",
      buckets: [
        [1, "-2", "-1", "1"],
        [3, "-0", "0", "1"],
        [0, "0.5", "1", "1"],
        [0, "1", "2", "2"],
        [0, "4", "8", "1"],
      ],
    });
    const fine = (await ask("fine"))[0].histogram[1].buckets;
    expect(fine.map(([, , , count]: string[]) => count)).toEqual(["1", "1", "1", "3"]);
    expect(Number(fine.at(-1)[2])).toBeCloseTo(2 ** (1 / 256), 12);
  });

  it("ends a series whose value is gone", async () => {
    const gone = { name: "gone", gauge: { dataPoints: [{ timeUnixNano, asDouble: 0, flags: 1 }] } };
    await send(JSON.stringify(report(gone)));

    expect(await ask("gone")).toEqual([]);
  });

  it.each([
    ["{", {}],
    ['{"resourceMetrics":7}', {}],
    ["\u0001\u0002\u0003", { "content-type": "application/x-protobuf" }],
    ["no gzip", { "content-encoding": "gzip" }],
  ])("refuses %j", async (payload, headers) => {
    expect((await send(payload, headers)).statusCode).toBe(400);
  });
});
