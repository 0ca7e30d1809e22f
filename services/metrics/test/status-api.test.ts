import { once } from "node:events";
import { createServer } from "node:http";
import { compress } from "snappyjs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { message } from "./protobuf-message.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

const PROTOBUF = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };

function write(store: TestStore, ...series: readonly Buffer[]) {
  const payload = compress(Buffer.concat(series));
  return store.app.inject({ method: "POST", url: "/prometheus/api/v1/write", headers: PROTOBUF, payload });
}

/** A TimeSeries with one sample, or what 1.0 says of a metric. */
const sample = (name: string, id: number, timeMs = Date.now()) =>
  message([
    1,
    message([1, message([1, "__name__"], [2, name])], [1, message([1, "id"], [2, String(id)])], [2, value(timeMs)]),
  ]);
const value = (timeMs: number) => message([1, { double: 1 }], [2, timeMs]);
const said = (name: string, help: string) => message([3, message([1, 1], [2, name], [4, help])]);

describe("what the store tells of itself", () => {
  const target = createServer((_request, response) => response.end("# TYPE jobs counter\njobs 1\n"));
  let instance: string;
  let store: TestStore;
  beforeAll(async () => {
    target.listen(0, "127.0.0.1");
    await once(target, "listening");
    const address = target.address();
    instance = `127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
    const dropped = {
      job_name: "dropped",
      static_configs: [{ targets: ["10.0.0.1:9"] }],
      relabel_configs: [{ action: "drop", source_labels: ["__address__"], regex: ".+" }],
    };
    const scrape = [{ job: "one", targets: [instance] }, { job: "two", targets: [instance] }, dropped];
    store = await openTestStore([], undefined, { "metrics.scrape": scrape, "metrics.scrape_interval": "1s" });
    store.metrics.startScraping();
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    target.close();
    target.closeAllConnections();
  });

  const ask = async (path: string) => {
    const { statusCode, body } = await store.app.inject(`/prometheus/api/v1/${path}`);
    expect(statusCode).toBe(200);
    return JSON.parse(body).data;
  };

  it("names its jobs, and the targets of one of them or of one state", async () => {
    await vi.waitFor(async () => expect((await ask("targets")).activeTargets).toHaveLength(2), { timeout: 20_000 });
    const pools = ({ activeTargets }: { activeTargets: { scrapePool: string }[] }) =>
      activeTargets.map(({ scrapePool }) => scrapePool);

    expect((await ask("scrape_pools")).scrapePools.sort()).toEqual(["dropped", "one", "two"]);
    expect(pools(await ask("targets?scrapePool=two"))).toEqual(["two"]);
    expect(await ask("targets?state=dropped")).toMatchObject({
      activeTargets: [],
      droppedTargets: [{ scrapePool: "dropped", discoveredLabels: { __address__: "10.0.0.1:9" } }],
      droppedTargetCounts: { dropped: 1 },
    });
    expect((await ask("targets?state=active")).droppedTargets).toEqual([]);
  });

  it("cuts what is said of metrics at its limits", async () => {
    await write(store, said("first", "One."), said("first", "Two."), said("second", "Three."));

    expect((await ask("metadata?metric=first")).first).toHaveLength(2);
    expect((await ask("metadata?metric=first&limit_per_metric=1")).first).toHaveLength(1);
    expect(Object.keys(await ask("metadata?limit=1"))).toHaveLength(1);
  });

  it("has read its log, and has nothing left to clean", async () => {
    expect(await ask("status/walreplay")).toMatchObject({ state: "done" });
    for (const method of ["POST", "PUT"] as const) {
      const url = "/prometheus/api/v1/admin/tsdb/clean_tombstones";
      expect((await store.app.inject({ method, url })).statusCode).toBe(204);
    }
  });
});

describe("a store without room for new series", () => {
  it("refuses them for now and says when to come again; known ones go on", async () => {
    await using store = await openTestStore([], undefined, {
      "metrics.max_series": 1000,
      "metrics.scrape_self": false,
    });
    const now = Date.now();
    const known = Array.from({ length: 1000 }, (_, id) => sample("a", id, now - 1000));
    expect((await write(store, ...known)).statusCode).toBe(204);

    const refused = await write(store, sample("a", 0, now), sample("b", 1, now));

    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
    expect(JSON.parse(refused.body).error).toContain('too many series for b{id="1"}');
    const counted = await store.app.inject("/prometheus/api/v1/query?query=count_over_time(a{id=%220%22}[5m])");
    expect(JSON.parse(counted.body).data.result).toMatchObject([{ value: [expect.any(Number), "2"] }]);
    const attributes = [{ key: "id", value: { stringValue: "2" } }];
    const dataPoints = [{ timeUnixNano: `${now}000000`, asDouble: 1, attributes }];
    const metrics = [{ name: "c", gauge: { dataPoints } }];
    const payload = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
    const headers = { "content-type": "application/json" };
    const report = await store.app.inject({ method: "POST", url: "/v1/metrics", headers, payload });
    expect(JSON.parse(report.body)).toMatchObject({ partialSuccess: { rejectedDataPoints: "1" } });
  });
});
