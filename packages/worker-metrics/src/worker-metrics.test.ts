import { describe, expect, it } from "vitest";
import { CATALOGUE, createWorkerMetrics } from "./index.ts";

const queue = { namespace: "default", task_queue: "mail" };

describe("the metrics of a worker", () => {
  it("write durations in milliseconds for core SDKs", () => {
    const metrics = createWorkerMetrics();

    metrics.histogram("activity_schedule_to_start_latency", queue).record(250.5);

    expect(metrics.expose()).toContain(
      'vedette_activity_schedule_to_start_latency_bucket{namespace="default",task_queue="mail",le="500"} 1\n',
    );
    expect(metrics.expose()).toContain('_sum{namespace="default",task_queue="mail"} 250.5\n');
  });
  it.each(["go", "java"] as const)("write durations in seconds, with suffixes, for %s", (family) => {
    const metrics = createWorkerMetrics({ family, prefix: "acme_" });

    metrics.histogram("activity_schedule_to_start_latency", queue).record(250);
    metrics.counter("poller_start", queue).add();

    expect(metrics.expose()).toContain(
      'acme_activity_schedule_to_start_latency_seconds_bucket{namespace="default",task_queue="mail",le="0.5"} 1\n',
    );
    expect(metrics.expose()).toContain('acme_poller_start_total{namespace="default",task_queue="mail"} 1\n');
  });
  it("never end in _total twice", () => {
    const metrics = createWorkerMetrics({ family: "go" });

    metrics.counter("local_activity_total", { ...queue, activity_type: "a" }).add();

    expect(metrics.expose()).toContain("vedette_local_activity_total{");
  });
  it("take a clock that ran backwards for no time at all", () => {
    const metrics = createWorkerMetrics();

    metrics.histogram("activity_schedule_to_start_latency", queue).record(-3);

    expect(metrics.expose()).toContain('_sum{namespace="default",task_queue="mail"} 0\n');
  });
  it("give the same handle for the same tags in any order", () => {
    const metrics = createWorkerMetrics();

    const one = metrics.counter("activity_poll_no_task", { namespace: "a", task_queue: "b" });

    expect(metrics.counter("activity_poll_no_task", { task_queue: "b", namespace: "a" })).toBe(one);
  });
  it.each([
    ["milliseconds", {}, "acme_request_latency", ["0.5", "2.5", "9"]],
    ["seconds", { family: "go" }, "acme_request_latency_seconds", ["0.5", "2.5", "9"]],
  ] as const)("use bounds of one's own, in %s as they are exported, whatever the prefix", (_, family, name, bounds) => {
    const histogramBucketOverrides = { request_latency: [0.5, 2.5, 9] };
    const metrics = createWorkerMetrics({ ...family, prefix: "acme_", histogramBucketOverrides });

    metrics.request({ operation: "SendMail", durationMs: 2 });
    metrics.record("activity_schedule_to_start_latency", queue, 2);

    expect(boundsOf(metrics.expose(), name)).toEqual([...bounds, "+Inf"]);
    const others = boundsOf(metrics.expose(), name.replace("request_latency", "activity_schedule_to_start_latency"));
    expect(others).toHaveLength(8);
  });
  it.each([
    ["no bound", { request_latency: [] }],
    ["falling bounds", { request_latency: [2, 1] }],
    ["the same bound twice", { request_latency: [1, 1] }],
    ["a bound that is not finite", { request_latency: [1, Number.POSITIVE_INFINITY] }],
    ["a name with its prefix", { vedette_request_latency: [1] }],
    ["a counter", { request: [1] }],
  ])("refuse %s at once, and name the metric", (_, histogramBucketOverrides) => {
    const [name = ""] = Object.keys(histogramBucketOverrides);

    expect(() => createWorkerMetrics({ histogramBucketOverrides })).toThrow(new RegExp(`\\b${name}\\b`));
    expect(() => createWorkerMetrics({ histogramBucketOverrides })).toThrow(TypeError);
  });
  it.each([0, -1, 1.5, Number.NaN])("refuse a cardinality limit of %s", (cardinalityLimit) => {
    expect(() => createWorkerMetrics({ cardinalityLimit })).toThrow(/cardinalityLimit/);
  });
  it("hold percentages between 0 and 100, and say so once", () => {
    const warnings: string[] = [];
    const metrics = createWorkerMetrics({ onWarning: (text) => warnings.push(text) });

    for (const value of [140, 150]) metrics.gauge("resource_slots_mem_usage", {}).set(value);

    expect(metrics.expose()).toContain("vedette_resource_slots_mem_usage 100\n");
    expect(warnings).toEqual(["resource_slots_mem_usage was set outside of 0 to 100."]);
  });
  it("say once of each metric that its series overflow", () => {
    const warnings: string[] = [];
    const metrics = createWorkerMetrics({ cardinalityLimit: 1, onWarning: (text) => warnings.push(text) });

    for (const task_queue of ["a", "b", "c"]) metrics.add("activity_poll_no_task", { ...queue, task_queue });

    expect(metrics.expose()).toContain('task_queue="_overflow_"} 2\n');
    expect(warnings).toEqual([expect.stringContaining("vedette_activity_poll_no_task has more than 1 series")]);
  });
  it("measure by the clock that they are given", () => {
    let now = 1000;
    const metrics = createWorkerMetrics({ now: () => now });
    const stop = metrics.histogram("activity_execution_latency", { ...queue, activity_type: "a" }).time();
    const request = metrics.startRequest({ operation: "SendMail" });

    now += 70.5;
    stop();
    request.end();

    expect(metrics.expose()).toContain('vedette_activity_execution_latency_sum{activity_type="a"');
    expect(metrics.expose().match(/_sum\{.*\} 70\.5\n/g)).toHaveLength(2);
  });
});

describe("a request", () => {
  it("is counted when it starts, and its latency when it has ended", () => {
    const metrics = createWorkerMetrics();

    const request = metrics.startRequest({ operation: "SendMail", namespace: "default" });
    const whileRunning = metrics.expose();
    request.end();

    expect(whileRunning).toContain('vedette_request{namespace="default",operation="SendMail"} 1\n');
    expect(whileRunning).toContain('vedette_request_latency_count{namespace="default",operation="SendMail"} 0\n');
    expect(metrics.expose()).toContain('vedette_request_latency_count{namespace="default",operation="SendMail"} 1\n');
    expect(metrics.expose()).not.toContain("request_failure");
  });
  it("that fails is in the failures as well, once", () => {
    const metrics = createWorkerMetrics();

    const request = metrics.startRequest({ operation: "PollActivityTaskQueue", longPoll: true });
    request.end("UNAVAILABLE");
    request.end("UNAVAILABLE");

    expect(metrics.expose()).toContain(
      'vedette_long_request_failure{namespace="_unknown_",operation="PollActivityTaskQueue",status_code="UNAVAILABLE"} 1\n',
    );
  });
  it("can leave its error code out [spec 3, Metric tags: can be suppressed]", () => {
    const metrics = createWorkerMetrics({ disableErrorCodeTag: true });

    metrics.startRequest({ operation: "SendMail" }).end("INTERNAL");

    expect(metrics.expose()).toContain('vedette_request_failure{namespace="_unknown_",operation="SendMail"} 1\n');
  });
});

describe("a request that has ended", () => {
  it("is counted at once, with its failure and the cause that Go workers write", () => {
    const metrics = createWorkerMetrics({ family: "go" });

    metrics.request({
      operation: "StartWorkflowExecution",
      namespace: "default",
      durationMs: 12,
      statusCode: "RESOURCE_EXHAUSTED",
      cause: "RESOURCE_EXHAUSTED_CAUSE_RPS_LIMIT",
    });

    const tags = 'namespace="default",operation="StartWorkflowExecution"';
    expect(metrics.expose()).toContain(`vedette_request_total{${tags}} 1\n`);
    expect(metrics.expose()).toContain(`vedette_request_latency_seconds_sum{${tags}} 0.012\n`);
    expect(metrics.expose()).toContain(`vedette_request_failure_total{${tags},status_code="RESOURCE_EXHAUSTED"} 1\n`);
    expect(metrics.expose()).toContain(
      `vedette_request_resource_exhausted_total{${tags},cause="RESOURCE_EXHAUSTED_CAUSE_RPS_LIMIT"} 1\n`,
    );
  });
});

describe("tags of every series", () => {
  it("stand beside those of the catalogue", () => {
    const metrics = createWorkerMetrics({ globalTags: { region: "eu" }, attachServiceName: true });

    metrics.add("activity_poll_no_task", queue, 2);
    metrics.set("sticky_cache_size", queue, 7);
    metrics.record("workflow_task_schedule_to_start_latency", queue, 1);

    const tags = 'namespace="default",task_queue="mail",region="eu",service_name="vedette"';
    expect(metrics.expose()).toContain(`vedette_activity_poll_no_task{${tags}} 2\n`);
    expect(metrics.expose()).toContain(`vedette_sticky_cache_size{${tags}} 7\n`);
    expect(metrics.expose({ format: "openmetrics" })).toContain(
      `vedette_workflow_task_schedule_to_start_latency_count{${tags}} 1\n`,
    );
  });
  it.each([{ task_queue: "mail" }, { region: "" }])("cannot be %j", (globalTags) => {
    expect(() => createWorkerMetrics({ globalTags })).toThrow(TypeError);
  });
});

describe("a binding", () => {
  it.each([
    ["an unknown metric", "workflow_naps", {}],
    ["a metric of another family", "poller_start", queue],
    ["a metric of another kind", "num_pollers", { ...queue, poller_type: "activity_task" }],
    ["a missing tag", "activity_poll_no_task", { namespace: "default" }],
    ["an unknown tag", "activity_poll_no_task", { ...queue, recipient: "ada" }],
    ["an empty tag", "activity_poll_no_task", { namespace: "", task_queue: "mail" }],
    ["a value outside a closed list", "worker_start", { ...queue, worker_type: "MailWorker" }],
    ["an operation with its package", "request", { namespace: "default", operation: "/mail.v1/Send" }],
  ])("to %s is refused with its name", (_, name, tags) => {
    const metrics = createWorkerMetrics();

    // @ts-expect-error the types refuse these already; programs in JavaScript meet the check
    expect(() => metrics.counter(name, tags)).toThrow(
      expect.objectContaining({ name: "TypeError", message: expect.stringContaining(name) }),
    );
    expect(metrics.expose()).toBe("");
  });
  it.each([
    ["dashes", { prefix: "my-app" }],
    ["milliseconds for Go", { family: "go", useSecondsForDurations: false }],
  ] as const)("cannot be had with %s", (_, options) => {
    expect(() => createWorkerMetrics(options)).toThrow(TypeError);
  });
});

describe("the types", () => {
  it("know the metrics of a family and the tags of a metric", () => {
    const core = createWorkerMetrics();
    const go = createWorkerMetrics({ family: "go" });

    // @ts-expect-error core workers have no such metric
    expect(() => core.counter("poller_start", queue)).toThrow(TypeError);
    // @ts-expect-error a tag is missing
    expect(() => core.counter("activity_poll_no_task", { namespace: "default" })).toThrow(TypeError);
    // @ts-expect-error the list of worker types is closed
    expect(() => go.counter("worker_start", { ...queue, worker_type: "MailWorker" })).toThrow(TypeError);
    // @ts-expect-error a histogram is no counter
    expect(() => go.counter("request_latency", { namespace: "default", operation: "A" })).toThrow(TypeError);
    expect(go.counter("poller_start", queue)).toBeDefined();
    expect(go.gauge("sticky_cache_size", {})).toBeDefined();
  });
});

describe("the catalogue", () => {
  it("has every metric of the requirements [spec 3, Workflow-SDK metrics]", () => {
    const names = Object.entries(CATALOGUE).flatMap(([name, { source }]) => (source === "spec" ? [name] : []));

    expect(names).toHaveLength(31);
  });
  it("gives bounds to histograms and to nothing else", () => {
    for (const [name, entry] of Object.entries(CATALOGUE))
      expect("bucketsMs" in entry, name).toBe(entry.type === "histogram");
  });
});

describe("a worker that shows its metrics by itself", () => {
  const TAGS = { namespace: "default", task_queue: "mail" };

  it("serves them where scrapers ask, in their format, and nowhere else", async () => {
    const metrics = createWorkerMetrics();
    metrics.add("sticky_cache_hit", TAGS, 3);
    await using listener = await metrics.listen({ port: 0 });
    const ask = (path: string, init?: RequestInit) => fetch(listener.address + path, init);

    const plain = await ask("/metrics");
    const open = await ask("/metrics", { headers: { accept: "application/openmetrics-text" } });

    expect(plain.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(plain.headers.get("content-encoding")).toBe("gzip");
    expect(await plain.text()).toContain('vedette_sticky_cache_hit{namespace="default",task_queue="mail"} 3');
    expect(open.headers.get("content-type")).toContain("application/openmetrics-text");
    expect((await open.text()).endsWith("# EOF\n")).toBe(true);
    expect((await ask("/")).status).toBe(404);
    expect((await ask("/metrics", { method: "POST" })).status).toBe(405);
    const port = Number(new URL(listener.address).port);
    await expect(metrics.listen({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("shows a hundred thousand series it has never shown in slices of a few milliseconds, packed, too", async () => {
    const metrics = createWorkerMetrics({ cardinalityLimit: 100_000 });
    for (let index = 0; index < 100_000; index += 1) {
      metrics.add("sticky_cache_hit", { namespace: "default", task_queue: `queue-${(index * 7919) % 100_000}` }, 1);
    }
    await using listener = await metrics.listen({ port: 0 });
    const { default: http } = await import("node:http");
    let isOver = false;
    let longestMs = 0;
    const startMs = cpuMs();
    let beforeMs = startMs;
    const look = () => {
      const nowMs = cpuMs();
      longestMs = Math.max(longestMs, nowMs - beforeMs);
      beforeMs = nowMs;
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);

    for (const encoding of ["gzip", "identity"]) {
      await new Promise<void>((resolve, reject) => {
        const headers = { "accept-encoding": encoding };
        const asked = http.get(`${listener.address}/metrics`, { headers }, (answer) =>
          answer.resume().once("end", resolve),
        );
        asked.once("error", reject);
      });
    }
    isOver = true;

    // A slice takes a twentieth of both; sorting or packing in one go takes a third.
    expect(longestMs).toBeLessThan((cpuMs() - startMs) / 6);
  });

  it("begins anew with a reset, through the same handles", () => {
    const metrics = createWorkerMetrics();
    const hits = metrics.counter("sticky_cache_hit", TAGS);
    const latency = metrics.histogram("workflow_task_schedule_to_start_latency", TAGS);
    hits.add(3);
    latency.record(150);

    metrics.reset();
    hits.add();

    const text = metrics.expose();
    expect(text).toMatch(/^vedette_sticky_cache_hit\{.*\} 1$/m);
    expect(text).toMatch(/^vedette_workflow_task_schedule_to_start_latency_count\{.*\} 0$/m);
  });

  it("ends with its gauges at 0, and records nothing any more", async () => {
    const metrics = createWorkerMetrics();
    const hits = metrics.counter("sticky_cache_hit", TAGS);
    const size = metrics.gauge("sticky_cache_size", TAGS);
    hits.add(3);
    size.set(7);
    const listener = await metrics.listen({ port: 0 });

    await metrics.shutdown();
    hits.add();
    size.set(9);
    metrics.add("sticky_cache_hit", TAGS);

    expect(metrics.expose()).toMatch(/^vedette_sticky_cache_hit\{.*\} 3$/m);
    expect(metrics.expose()).toMatch(/^vedette_sticky_cache_size\{.*\} 0$/m);
    await expect(fetch(`${listener.address}/metrics`)).rejects.toThrow();
  });
});

/** The bounds of a histogram's first series. */
function boundsOf(exposition: string, name: string): string[] {
  const bounds = exposition.matchAll(new RegExp(`^${name}_bucket\\{.*le="([^"]+)"\\}`, "gm"));
  return [...bounds].map(([, bound = ""]) => bound);
}

/** Processor time of this thread: what others do meanwhile does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
