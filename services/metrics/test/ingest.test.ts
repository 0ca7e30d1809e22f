import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compress } from "snappyjs";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMatcher } from "../src/labels/matcher.ts";
import { hasPrometheus, PROMETHEUS } from "./peer/prometheus-server.ts";
import { type Field, message } from "./protobuf-message.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

const V1 = "application/x-protobuf";
const V2 = "application/x-protobuf;proto=io.prometheus.write.v2.Request";
const T = 1_700_000_000_000;

const sample = (value: number, timeMs = T) => message([1, { double: value }], [2, timeMs]);

function series(labels: Readonly<Record<string, string>>, ...samples: readonly Buffer[]): Buffer {
  return message(
    ...Object.entries(labels).map(([name, value]): Field => [1, message([1, name], [2, value])]),
    ...samples.map((one): Field => [2, one]),
  );
}

describe("remote write", () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store[Symbol.asyncDispose]());

  const send = (body: Buffer, headers: Record<string, string> = {}, path = "write") =>
    store.app.inject({
      method: "POST",
      url: `/prometheus/api/v1/${path}`,
      headers: { "content-type": V1, "content-encoding": "snappy", ...headers },
      payload: compress(body),
    });
  const valuesOf = async (query: string, at = T) => {
    const { body } = await store.app.inject(
      `/prometheus/api/v1/query?query=${encodeURIComponent(query)}&time=${at / 1000}`,
    );
    return JSON.parse(body).data.result;
  };

  it.each(["write", "push"])(
    "1.0 at /%s is stored, its labels in order, the same once more a success",
    async (path) => {
      const request = message([1, series({ zone: "b", __name__: "up", empty: "", job: "a" }, sample(1.5))]);

      expect((await send(request, {}, path)).statusCode).toBe(204);
      expect((await send(request, {}, path)).statusCode).toBe(204);

      expect(await valuesOf("up")).toEqual([
        { metric: { __name__: "up", job: "a", zone: "b" }, value: [T / 1000, "1.5"] },
      ]);
    },
  );

  it("finds a series again in whatever form it is written", async () => {
    const label = (name: string, value: string): Field => [1, message([1, name], [2, value])];
    const [name, job] = [label("__name__", "up"), label("job", "a")];
    const at = (second: number) => T + second * 1000;
    const forms = [
      message(name, job, [2, sample(1, at(0))]),
      message(name, job, [2, sample(2, at(1))]),
      message(job, name, [2, sample(3, at(2))]),
      message([1, message([2, "up"], [1, "__name__"])], job, [2, sample(4, at(3))]),
      message(name, label("empty", ""), job, [2, sample(5, at(4))]),
      message(name, job, [9, 1], [2, sample(6, at(5))]),
      message([2, sample(7, at(6))], name, job),
      message(name, job, [2, message([2, at(7)], [1, { double: 8 }])]),
      message(name, job, [2, message([1, { double: 9 }], [7, "more"], [2, at(8)])]),
      message(name, job, [2, message([2, at(9)])]),
      message(name, job, [2, sample(11, at(10))], [2, sample(12, at(11))]),
      message(name, job, [2, sample(13, at(12))], [3, message([2, { double: 1 }], [3, at(12)])]),
      message(name, [2, sample(14, at(13))], job),
    ];

    for (const form of forms) expect((await send(message([1, form]))).statusCode).toBe(204);

    const [found, ...others] = await valuesOf("up[1h]", at(20));
    expect(others).toEqual([]);
    expect(found.metric).toEqual({ __name__: "up", job: "a" });
    expect(found.values.map(([, value]: [number, string]) => Number(value))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12, 13, 14,
    ]);
  });

  it("keeps series apart in whatever order they come, ended ones that come again among them", async () => {
    const orders = ["abcd", "abcd", "dcba", "abcd", "bd", "abcd", "aacd", "acbd", "abcd"];
    const sendAll = async (order: string, at: number) => {
      const of = (job: string, n: number) =>
        series({ __name__: "up", job }, sample(job.charCodeAt(0) * 1000 + at, T + at * 1000 + n));
      const { statusCode } = await send(message(...[...order].map((job, n): Field => [1, of(job, n)])));
      expect(statusCode).toBe(204);
    };
    for (const [at, order] of orders.entries()) await sendAll(order, at);
    const selectors = [[createMatcher("job", "=", "b")]];
    await store.metrics.open.store.delete({ selectors, fromMs: -Infinity, toMs: Infinity });
    for (const [at, order] of orders.entries()) await sendAll(order, orders.length + at);

    const all = await valuesOf("up[1h]", T + 60_000);
    for (const { metric, values } of all) {
      const numbers = values.map(([, value]: [number, string]) => Number(value));
      expect(new Set(numbers.map((number: number) => Math.floor(number / 1000)))).toEqual(
        new Set([metric.job.charCodeAt(0)]),
      );
    }
    expect(
      all.map(({ metric, values }: { metric: { job: string }; values: [] }) => [metric.job, values.length]),
    ).toEqual(
      [..."abcd"].map((job) => {
        const times = job === "b" ? 1 : 2;
        return [job, times * [...orders.join("")].filter((one) => one === job).length];
      }),
    );
  });

  it("2.0 finds a series again, its labels in order or not, whoever wrote it first", async () => {
    await send(message([1, series({ __name__: "up", job: "a" }, sample(1))]));
    const symbols = ["", "__name__", "up", "job", "a"].map((text): Field => [4, text]);
    const request = (references: readonly number[], value: number) =>
      message(...symbols, [5, message([1, Buffer.from(references)], [2, sample(value, T + value * 1000)])]);

    for (const [at, references] of [
      [1, 2, 3, 4],
      [3, 4, 1, 2],
      [1, 2, 3, 4],
    ].entries())
      expect((await send(request(references, at + 2), { "content-type": V2 })).statusCode).toBe(204);

    const all = await valuesOf("up[1h]", T + 20_000);
    expect(all.map(({ values }: { values: [number, string][] }) => values.map(([, value]) => value))).toEqual([
      ["1", "2", "3", "4"],
    ]);
  });

  it.each([
    [
      "a label whose name the store keeps for itself",
      { "\0": "c", __name__: "part" },
      T,
      "a name that cannot be stored",
    ],
    ["a time that no calendar reaches", { __name__: "ancient" }, -(2 ** 60), "too old"],
  ])("refuses %s for good", async (_, labels, timeMs, reason) => {
    const request = message([1, series(labels, sample(1, timeMs))], [1, series({ __name__: "good" }, sample(1))]);

    for (const again of [request, request]) {
      const answer = await send(again);
      expect(answer.statusCode).toBe(400);
      expect(JSON.parse(answer.body).error).toContain(reason);
    }

    expect(await valuesOf('{__name__=~"part|ancient|good"}')).toHaveLength(1);
  });

  it("2.0 is stored by its symbols, and says how much was", async () => {
    const symbols = ["", "__name__", "up", "job", "a"].map((text): Field => [4, text]);
    const references = Buffer.from([1, 2, 3, 4]);
    const request = message(...symbols, [5, message([1, references], [2, sample(2)], [2, sample(3, T + 1000)])]);

    const answer = await send(request, { "content-type": V2 });

    expect(answer.statusCode).toBe(204);
    expect(answer.headers["x-prometheus-remote-write-samples-written"]).toBe("2");
    expect(await valuesOf("up", T + 1000)).toEqual([
      { metric: { __name__: "up", job: "a" }, value: [T / 1000 + 1, "3"] },
    ]);
  });

  it("2.0 may say when a counter began, with its series or each sample: what is stored is what was counted", async () => {
    const began = T - 60_000;
    const symbols = ["", "__name__", "jobs_total", "latency"].map((text): Field => [4, text]);
    const counted = message([1, { double: 2 }], [2, T], [3, began]);
    const latency = message([1, 3], [3, { double: 1.5 }], [6, 3], [15, T], [17, began]);
    const counter = message([1, Buffer.from([1, 2])], [2, counted], [6, began]);
    const histogram = message([1, Buffer.from([1, 3])], [3, latency], [6, began]);

    const answer = await send(message(...symbols, [5, counter], [5, histogram]), { "content-type": V2 });

    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(answer.headers["x-prometheus-remote-write-samples-written"]).toBe("1");
    expect(answer.headers["x-prometheus-remote-write-histograms-written"]).toBe("1");
    expect(await valuesOf("jobs_total[1h]")).toEqual([
      { metric: { __name__: "jobs_total" }, values: [[T / 1000, "2"]] },
    ]);
    expect(await valuesOf("histogram_count(latency)")).toMatchObject([{ value: [T / 1000, "3"] }]);
  });

  it("keeps what both versions say of metrics, and answers with a tag", async () => {
    const said = message([1, 1], [2, "jobs_total"], [4, "Jobs done."], [5, ""]);
    await send(message([1, series({ __name__: "jobs_total" }, sample(1))], [3, said]));
    const symbols = ["", "__name__", "heat", "Warmth.", "celsius"].map((text): Field => [4, text]);
    const refs = Buffer.from([0x0a, 0x02, 0x01, 0x02]);
    const metadata = message([5, message([1, 2], [3, 3], [4, 4])]);
    const one = Buffer.concat([refs, message([2, sample(3)]), metadata]);
    await send(message(...symbols, [5, one]), { "content-type": V2 });

    const url = "/prometheus/api/v1/metadata";
    const answer = await store.app.inject(url);
    expect(JSON.parse(answer.body).data).toEqual({
      heat: [{ type: "gauge", help: "Warmth.", unit: "celsius" }],
      jobs_total: [{ type: "counter", help: "Jobs done.", unit: "" }],
    });
    const again = await store.app.inject({ url, headers: { "if-none-match": String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("ends a series at a stale marker", async () => {
    const stale = message([1, { fixed64: 0x7ff0000000000002n }], [2, T + 1000]);
    await send(message([1, series({ __name__: "up" }, sample(1), stale)]));

    expect(await valuesOf("up")).toHaveLength(1);
    expect(await valuesOf("up", T + 2000)).toEqual([]);
  });

  it("takes times before 1970", async () => {
    expect((await send(message([1, series({ __name__: "old" }, sample(7, -5000))]))).statusCode).toBe(204);
    expect(await valuesOf("old", -5000)).toEqual([{ metric: { __name__: "old" }, value: [-5, "7"] }]);
  });

  it("stores the good part of a request and refuses the rest for good", async () => {
    const request = message(
      [1, series({ __name__: "good" }, sample(1))],
      [1, series({ job: "nameless" }, sample(1))],
      [
        1,
        message([1, message([1, "__name__"], [2, "twice"])], [1, message([1, "__name__"], [2, "b"])], [2, sample(1)]),
      ],
      [1, series({ __name__: "ahead" }, sample(1, Date.now() + 3_600_000))],
    );

    const answer = await send(request);

    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body).error).toMatch(/no name.*comes twice.*ahead of the clock/);
    expect(await valuesOf("good")).toHaveLength(1);
    expect(await valuesOf("ahead")).toEqual([]);
  });

  it.each([
    ["no snappy", Buffer.from("plain text"), 400],
    ["a snappy block that announces 4 GB", Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]), 413],
    ["a message that ends in a field", compress(message([1, Buffer.from([0x0a, 0x7f])])), 400],
    ["symbols that are not there", compress(message([5, message([1, Buffer.from([8, 9])])])), 400, V2],
  ])("refuses %s", async (_, payload, status, type = V1) => {
    const headers = { "content-type": type, "content-encoding": "snappy" };
    const { statusCode } = await store.app.inject({
      method: "POST",
      url: "/prometheus/api/v1/write",
      headers,
      payload,
    });

    expect(statusCode).toBe(status);
  });

  it.each([
    [{ "content-encoding": "gzip" }, 415],
    [{ "content-type": "application/x-protobuf;proto=something.Else" }, 415],
    [{ "content-type": "application/json" }, 415],
  ])("refuses %o", async (headers, status) => {
    expect((await send(message([1, series({ __name__: "a" }, sample(1))]), headers)).statusCode).toBe(status);
  });

  it.each([
    ["anybody who may only look", async () => false, 403],
    ["somebody whose role lets them write", async (action: string) => action === "metrics:write", 204],
  ])("from %s", async (_, mayChange, status) => {
    await using people = await openTestStore([], async () => ({
      who: { kind: "user", userId: "u", email: "u@example.com", sessionId: "s", via: "bearer" },
      principal: "user:u",
      seriesFor: async () => "all",
      mayChange,
    }));
    const answer = await people.app.inject({
      method: "POST",
      url: "/prometheus/api/v1/write",
      headers: { "content-type": V1, "content-encoding": "snappy" },
      payload: compress(message([1, series({ __name__: "a" }, sample(1))])),
    });

    expect(answer.statusCode).toBe(status);
  });
});

describe.skipIf(!hasPrometheus)("a real Prometheus that writes to us", () => {
  it("finds its samples here, and sees no failure", async () => {
    await using store = await openTestStore();
    await store.app.listen({ host: "127.0.0.1", port: 0 });
    const ours = `127.0.0.1:${(store.app.server.address() as AddressInfo).port}`;
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "vedette-peer-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(
      join(folder, "prometheus.yml"),
      `scrape_configs: [{job_name: peer, scrape_interval: 1s, static_configs: [{targets: ["127.0.0.1:${port}"]}]}]\n` +
        `remote_write: [{url: "http://${ours}/prometheus/api/v1/write"}]\n`,
    );
    const peer = spawn(
      PROMETHEUS,
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: "ignore" },
    );
    onTestFinished(async () => {
      peer.kill("SIGKILL");
      if (peer.exitCode === null && peer.signalCode === null) await once(peer, "exit");
    });
    const ask = async (query: string) => {
      const answer = await fetch(`http://${ours}/prometheus/api/v1/query?query=${encodeURIComponent(query)}`);
      return JSON.parse(await answer.text()).data.result;
    };

    await expect.poll(() => ask('up{job="peer"} == 1'), { timeout: 30_000, interval: 500 }).toHaveLength(1);
    await expect
      .poll(() => ask("prometheus_remote_storage_samples_total > 0"), { timeout: 30_000, interval: 500 })
      .toHaveLength(1);
    const failed = await ask("prometheus_remote_storage_samples_failed_total");
    expect(failed.map(({ value }: { value: [number, string] }) => value[1])).toEqual(["0"]);
  }, 70_000);
});

describe("emptying the store", () => {
  const clear = (store: TestStore, match = '{__name__=~".+"}') =>
    store.app.inject({
      method: "POST",
      url: "/prometheus/api/v1/admin/tsdb/delete_series",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ "match[]": match }).toString(),
    });
  const old = [{ labels: { __name__: "a" }, samples: [[1000, 1]] as const }];

  it("is refused unless the operator allows it", async () => {
    await using closed = await openTestStore(old);

    expect((await clear(closed)).statusCode).toBe(403);
    expect((await closed.metrics.open.store.labelNames(-1e15, 1e15)).length).toBe(1);
  });

  it("leaves what other selectors find", async () => {
    const other = { labels: { __name__: "b", job: "x" }, samples: [[1000, 1]] as const };
    await using store = await openTestStore([...old, other]);

    expect((await clear(store, "a")).statusCode).toBe(204);
    expect(await store.metrics.open.store.labelValues("__name__", -1e15, 1e15)).toEqual(["b"]);
    expect((await clear(store, "b[5m]")).statusCode).toBe(400);
    await using looking = await openTestStore(old, async () => ({
      who: { kind: "user", userId: "u", email: "u@example.com", sessionId: "s", via: "bearer" },
      principal: "user:u",
      seriesFor: async () => "all",
      mayChange: async (action) => action === "metrics:write",
    }));
    expect((await clear(looking, "a")).statusCode).toBe(403);
  });

  it("leaves a store in which the same samples can be written again, at any time", async () => {
    await using store = await openTestStore(old, undefined, { "metrics.reset": "admin" });

    expect((await clear(store)).statusCode).toBe(204);

    expect(store.metrics.open.store.status).toMatchObject({ series: 0, headSamples: 0, blocks: 0 });
    const request = message([1, series({ __name__: "a" }, sample(2, -1e9))]);
    const answer = await store.app.inject({
      method: "POST",
      url: "/prometheus/api/v1/write",
      headers: { "content-type": V1, "content-encoding": "snappy" },
      payload: compress(request),
    });
    expect(answer.statusCode).toBe(204);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
