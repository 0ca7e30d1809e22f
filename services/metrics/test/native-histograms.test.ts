import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compress } from "snappyjs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DecodeBudget } from "../src/ingest/decode-budget.ts";
import { readWriteRequest } from "../src/ingest/remote-write.ts";
import { storeSamples } from "../src/ingest/store-samples.ts";
import type { Metrics } from "../src/metrics.ts";
import { inSlices } from "../src/store/pauses.ts";
import { type ComparedAnswer, differencesOf } from "./peer/compare.ts";
import { hasPrometheus, type PrometheusServer, startPrometheus } from "./peer/prometheus-server.ts";
import { type Field, message, zigzag } from "./protobuf-message.ts";
import { openTestMetrics, openTestStore, type TestStore } from "./test-store.ts";

const T = 1_700_000_000_000;
const VARIANCE = ((Math.SQRT1_2 - 1.25) ** 2 + 2 * (Math.SQRT2 - 1.25) ** 2 + (2 * Math.SQRT2 - 1.25) ** 2) / 4;

interface WrittenHistogram {
  readonly timeMs: number;
  readonly schema?: number;
  readonly sum: number;
  readonly zero?: number;
  readonly zeroThreshold?: number;
  /** Counts of neighbouring buckets, the first one at this index. */
  readonly first?: number;
  readonly positive?: readonly number[];
  readonly negative?: readonly number[];
  readonly bounds?: readonly number[];
  readonly count?: number;
  readonly hint?: number;
}

/** A histogram of integers, as remote write has it. */
function histogram(written: WrittenHistogram): Buffer {
  const { timeMs, schema = 0, sum, zero = 0, zeroThreshold = 0.001, first = 1, hint = 0 } = written;
  const { positive = [], negative = [], bounds = [] } = written;
  const count = written.count ?? [...positive, ...negative].reduce((total, one) => total + one, zero);
  const side = (counts: readonly number[], spans: number, deltas: number): Field[] => [
    ...(counts.length === 0 ? [] : [[spans, message([1, zigzag(first)], [2, counts.length])] as const]),
    ...counts.map((one, at): Field => [deltas, zigzag(one - (counts[at - 1] ?? 0))]),
  ];
  return message(
    [1, count],
    [3, { double: sum }],
    [4, zigzag(schema)],
    [5, { double: bounds.length > 0 ? 0 : zeroThreshold }],
    [6, zero],
    ...side(negative, 8, 9),
    ...side(positive, 11, 12),
    [14, hint],
    [15, timeMs],
    ...bounds.map((bound): Field => [16, { double: bound }]),
  );
}

type Labels = Readonly<Record<string, string>>;

function seriesFields(labels: Labels): Field[] {
  return Object.entries(labels).map(([name, value]): Field => [1, message([1, name], [2, value])]);
}

function histogramSeries(labels: Labels, ...histograms: readonly WrittenHistogram[]): Buffer {
  return message(...seriesFields(labels), ...histograms.map((one): Field => [4, histogram(one)]));
}

const write = (...series: readonly Buffer[]) => compress(message(...series.map((one): Field => [1, one])));
const headers = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };

describe("native histograms in remote write", () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store[Symbol.asyncDispose]());

  const send = (payload: Buffer | Uint8Array, own: Record<string, string> = {}) =>
    store.app.inject({
      method: "POST",
      url: "/prometheus/api/v1/write",
      headers: { ...headers, ...own },
      payload: Buffer.from(payload),
    });
  const answerOf = async (query: string, timeMs = T) => {
    const { body } = await store.app.inject(
      `/prometheus/api/v1/query?query=${encodeURIComponent(query)}&time=${timeMs / 1000}`,
    );
    return JSON.parse(body);
  };
  const numberOf = async (query: string, timeMs = T) =>
    Number(String((await answerOf(query, timeMs)).data.result[0]?.value[1]).replace("Inf", "Infinity"));

  const simple = { timeMs: T, sum: 5, first: 0, positive: [1, 2, 1], zeroThreshold: 0 };

  it("are stored, answered with their buckets, and not shown as anything else", async () => {
    const negative = { timeMs: T, sum: -3, zero: 2, negative: [1], positive: [3] };
    const sent = await send(write(histogramSeries({ __name__: "h", job: "a" }, negative)));
    await send(write(histogramSeries({ __name__: "h", job: "a" }, negative)));

    expect([sent.statusCode, sent.headers["x-prometheus-remote-write-histograms-written"]]).toEqual([204, "1"]);
    const buckets = [
      [1, "-2", "-1", "1"],
      [3, "-0.001", "0.001", "2"],
      [0, "1", "2", "3"],
    ];
    expect((await answerOf("h")).data.result).toEqual([
      { metric: { __name__: "h", job: "a" }, histogram: [T / 1000, { count: "6", sum: "-3", buckets }] },
    ]);
    const range = `/prometheus/api/v1/query_range?query=h&start=${T / 1000}&end=${T / 1000 + 60}&step=60`;
    const matrix = JSON.parse((await store.app.inject(range)).body).data.result;
    expect(matrix[0].histograms).toHaveLength(2);
    expect(matrix[0].values).toBeUndefined();
    const names = JSON.parse((await store.app.inject("/prometheus/api/v1/labels")).body).data;
    expect(names).toEqual(["__name__", "job"]);
    const series = JSON.parse((await store.app.inject("/prometheus/api/v1/series?match[]=h")).body).data;
    expect(series).toEqual([{ __name__: "h", job: "a" }]);
  });

  // Values of the peer's own test scripts.
  it.each<[string, number]>([
    ["histogram_count(h)", 4],
    ["histogram_sum(h)", 5],
    ["histogram_avg(h)", 1.25],
    ["histogram_fraction(1, 2, h)", 0.5],
    ["histogram_fraction(0, 8, h)", 1],
    ["histogram_fraction(2, 1, h)", 0],
    ["histogram_quantile(0.5, h)", Math.SQRT2],
    ["histogram_quantile(1, h)", 4],
    ["histogram_quantile(0, h)", 0.5],
    ["histogram_quantile(2, h)", Number.POSITIVE_INFINITY],
    // The middles of the buckets are the square roots of 1/2, 2 and 8.
    ["histogram_stdvar(h)", VARIANCE],
    ["histogram_stddev(h)", Math.sqrt(VARIANCE)],
    // What the peer of the same version does not know of histograms.
    ["histogram_count(last_over_time(h[2m]))", 4],
    ['histogram_count(label_replace(h, "x", "y", "", ""))', 4],
    ["histogram_sum(-h)", -5],
    ["histogram_sum(h * 2)", 10],
    ["histogram_count(h / 2)", 2],
    ["histogram_count(avg_over_time(h[2m]))", 4],
    ["h == bool h", 1],
    ["resets(h[2m])", 0],
  ])("%s is %d", async (query, expected) => {
    await send(write(histogramSeries({ __name__: "h" }, simple)));

    const found = await numberOf(query);
    if (Number.isFinite(expected)) expect(found).toBeCloseTo(expected, 10);
    else expect(found).toBe(expected);
  });

  it.each<[string, number]>([
    ["histogram_count(h </ 2)", 3],
    ["histogram_sum(h </ 2)", Math.SQRT1_2 + 2 * Math.SQRT2],
    ["histogram_count(h >/ 2)", 1],
    ["histogram_sum(h >/ 2)", Math.sqrt(8)],
    // Inside an exponential bucket, by the logarithm.
    [`histogram_count(h </ ${Math.SQRT2})`, 2],
    [`histogram_count(h >/ ${Math.SQRT2})`, 2],
    // What loses nothing stays as it is, its sum included.
    ["histogram_sum(h </ 100)", 5],
    ["histogram_sum(h >/ -Inf)", 5],
    ["histogram_count(h </ -1)", 0],
    ["histogram_count(h </ on () vector(2))", 3],
  ])("cut off, %s is %d", async (query, expected) => {
    await send(write(histogramSeries({ __name__: "h" }, simple)));

    expect(await numberOf(query)).toBeCloseTo(expected, 10);
  });

  it("are cut off only where there are some, and what that makes keeps its name", async () => {
    await send(write(histogramSeries({ __name__: "h" }, simple)));
    const floats = await answerOf("vector(1) </ 2");

    expect((await answerOf("h </ 2")).data.result[0].metric).toEqual({ __name__: "h" });
    expect(floats.data.result).toEqual([]);
    expect(floats.infos[0]).toContain('incompatible sample types encountered for binary operator "</": float </ float');
    expect((await answerOf("1 </ 2")).errorType).toBe("execution");
  });

  it("of bounds of their own are cut off evenly between two of them", async () => {
    const custom = { timeMs: T, schema: -53, sum: 10, first: 0, positive: [1, 2, 1], bounds: [5, 10] };
    await send(write(histogramSeries({ __name__: "c" }, custom)));

    expect(await numberOf("histogram_count(c </ 7.5)")).toBeCloseTo(2, 10);
    expect(await numberOf("histogram_count(c >/ 2.5)")).toBeCloseTo(3.5, 10);
    // How far the last bucket reaches is not known: it counts as above any value.
    expect(await numberOf("histogram_count(c </ 20)")).toBeCloseTo(3, 10);
    expect(await numberOf("histogram_count(c >/ 20)")).toBeCloseTo(1, 10);
  });

  it.each<[string, number, number]>([
    ["increase(h[1m] anchored)", 60_000, 4],
    ["increase(h[1m] smoothed)", 90_000, 2],
    ["rate(h[1m] anchored) * 60", 60_000, 4],
    // It began again before the third one: the second one counts as lost.
    ["increase(h[1m] anchored)", 120_000, 2],
    ["increase(h[1m] smoothed)", 90_000, 2],
    ["delta(h[1m] anchored)", 120_000, -6],
    ["resets(h[2m] anchored)", 120_000, 1],
  ])("%s at %i ms counts %d", async (query, after, expected) => {
    const growing = [
      simple,
      { ...simple, timeMs: T + 60_000, positive: [2, 4, 2] },
      ...(after === 120_000 ? [{ ...simple, timeMs: T + 120_000, positive: [1, 1, 0] }] : []),
    ];
    await send(write(histogramSeries({ __name__: "h" }, ...growing)));

    const counted = query.startsWith("resets") ? query : `histogram_count(${query})`;
    expect(await numberOf(counted, T + after)).toBeCloseTo(expected, 10);
  });

  it("with bounds of their own are read by them, and reconciled with others", async () => {
    const custom = { timeMs: T, schema: -53, sum: 10, first: 0 };
    await send(
      write(
        histogramSeries({ __name__: "c", job: "a" }, { ...custom, positive: [1, 2, 1], bounds: [5, 10] }),
        histogramSeries({ __name__: "c", job: "b" }, { ...custom, positive: [2, 2, 2], bounds: [2, 10] }),
      ),
    );

    expect(await numberOf('histogram_quantile(0.5, c{job="a"})')).toBeCloseTo(7.5, 10);
    const sum = await answerOf("sum(c)");
    expect(sum.data.result[0].histogram[1].buckets).toEqual([
      [0, "-Inf", "10", "7"],
      [0, "10", "+Inf", "3"],
    ]);
    expect(sum.infos[0]).toContain("mismatched custom buckets were reconciled during aggregation");
  });

  it("beside floats are kept apart, and mixing them is noted", async () => {
    const float = message(...seriesFields({ __name__: "h" }), [2, message([1, { double: 7 }], [2, T + 60_000])]);
    await send(write(histogramSeries({ __name__: "h" }, simple)));
    await send(write(float));

    expect((await answerOf("h", T + 30_000)).data.result[0].histogram[1].count).toBe("4");
    expect((await answerOf("h", T + 60_000)).data.result[0].value[1]).toBe("7");
    const mixed = await answerOf("rate(h[5m])", T + 60_000);
    expect(mixed.data.result).toEqual([]);
    expect(mixed.warnings[0]).toContain('encountered a mix of histograms and floats for metric name "h"');
    expect(await numberOf("max_over_time(h[5m])", T + 60_000)).toBe(7);
    expect(await numberOf("count_over_time(h[5m])", T + 60_000)).toBe(2);
    const impossible = await answerOf("h + 1", T + 30_000);
    expect(impossible.data.result).toEqual([]);
    expect(impossible.infos[0]).toContain('binary operator "+": histogram + float');
  });

  it("end at a stale marker", async () => {
    const end = message([1, 0], [3, { double: 0 }], [15, T + 1000]);
    // The marker is a NaN with certain bits, which no number of this language keeps.
    end.writeUInt32LE(2, 3);
    end.writeUInt32LE(0x7ff00000, 7);
    await send(write(histogramSeries({ __name__: "h" }, simple)));
    await send(write(message(...seriesFields({ __name__: "h" }), [4, end])));

    expect((await answerOf("h", T + 500)).data.result).toHaveLength(1);
    expect((await answerOf("h", T + 1500)).data.result).toEqual([]);
  });

  it.each<[string, WrittenHistogram, string]>([
    ["another count than their buckets", { ...simple, count: 9 }, "4 observations are in the buckets"],
    ["a schema that is none", { ...simple, schema: -9 }, "schema -9"],
    ["bounds that fall", { ...simple, schema: -53, bounds: [2, 1] }, "not rising"],
    ["more buckets than bounds", { ...simple, schema: -53, bounds: [1] }, "more buckets than bounds"],
  ])("with %s are refused for good, and the rest is stored", async (_, bad, reason) => {
    const answer = await send(
      write(histogramSeries({ __name__: "bad" }, bad), histogramSeries({ __name__: "good" }, simple)),
    );

    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body).error).toContain(reason);
    expect((await answerOf('{__name__=~"bad|good"}')).data.result).toHaveLength(1);
  });

  it("2.0 are stored, too, with the exemplars beside them", async () => {
    const symbols = ["", "__name__", "h", "trace_id", "abc"].map((text): Field => [4, text]);
    const exemplar = message([1, Buffer.from([3, 4])], [2, { double: 1.5 }], [3, T]);
    const series = message([1, Buffer.from([1, 2])], [3, histogram(simple)], [4, exemplar]);

    const answer = await send(compress(message(...symbols, [5, series])), {
      "content-type": "application/x-protobuf;proto=io.prometheus.write.v2.Request",
    });

    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      "x-prometheus-remote-write-samples-written": "0",
      "x-prometheus-remote-write-histograms-written": "1",
      "x-prometheus-remote-write-exemplars-written": "1",
    });
    const url = `/prometheus/api/v1/query_exemplars?query=rate(h[5m])&start=${T / 1000 - 1}&end=${T / 1000 + 1}`;
    expect(JSON.parse((await store.app.inject(url)).body).data).toEqual([
      {
        seriesLabels: { __name__: "h" },
        exemplars: [{ labels: { trace_id: "abc" }, value: "1.5", timestamp: T / 1000 }],
      },
    ]);
  });
});

describe("native histograms on the disk", () => {
  it("are there after a start, from log, snapshot and blocks alike", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "vedette-histograms-"));
    const hours = 5;
    const countsOf = async (metrics: Metrics) => {
      const request = {
        query: "histogram_count(h)",
        principal: "user:a",
        sight: "all" as const,
        signal: new AbortController().signal,
      };
      const { data } = await metrics.open.engine.range(request, T, T + hours * 3_600_000, 3_600_000);
      return data.kind === "matrix" ? [...(data.series[0]?.values ?? [])] : [];
    };
    const first = await openTestMetrics(dataDir);
    for (let hour = 0; hour <= hours; hour += 1) {
      const one = { timeMs: T + hour * 3_600_000, sum: hour, positive: [hour + 1] };
      const request = message([1, histogramSeries({ __name__: "h" }, one)]);
      await storeSamples(
        first.open.store,
        await inSlices(readWriteRequest(request, { store: first.open.store.head, budget: new DecodeBudget(10_000) })),
      );
    }
    await first.open.store.maintain();
    expect(first.open.store.status.blocks).toBeGreaterThan(0);
    await first.close();
    const second = await openTestMetrics(dataDir);

    const counts = await countsOf(second);

    await second.close();
    await rm(dataDir, { recursive: true, force: true });
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe.skipIf(!hasPrometheus)("native histograms beside a real Prometheus with the same ones", () => {
  let peer: PrometheusServer;
  let ours: TestStore;
  const STEP_MS = 15_000;
  const STEPS = 60;

  /** Counters that grow by chance and begin anew now and then, and a gauge. */
  function recorded(): Buffer[][] {
    let seed = 42;
    const chance = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const states = ["a", "b", "c"].map((job, at) => ({
      job,
      schema: at,
      zero: 10,
      sum: 1000,
      positive: [500, 400, 300, 200],
      negative: [50, 40],
    }));
    return Array.from({ length: STEPS }, (_, step) => {
      const timeMs = T + step * STEP_MS;
      const counters = states.map((state) => {
        if (chance(25) === 0) Object.assign(state, { zero: 1, sum: 3, positive: [1, 2, 0, 1], negative: [1, 0] });
        state.zero += chance(5);
        state.sum += chance(100);
        state.positive = state.positive.map((count) => count + chance(20));
        state.negative = state.negative.map((count) => count + chance(4));
        return histogramSeries({ __name__: "h", job: state.job }, { ...state, timeMs });
      });
      const positive = [chance(50), chance(50), chance(50)];
      const gauge = { timeMs, schema: 1, sum: chance(500), positive, hint: 3 };
      return [...counters, histogramSeries({ __name__: "g" }, gauge)];
    });
  }

  beforeAll(async () => {
    [peer, ours] = await Promise.all([startPrometheus(""), openTestStore()]);
    for (const series of recorded()) {
      const body = Buffer.from(write(...series));
      const theirs = await fetch(`${peer.url}/api/v1/write`, { method: "POST", headers, body });
      const { statusCode } = await ours.app.inject({
        method: "POST",
        url: "/prometheus/api/v1/write",
        headers,
        payload: body,
      });
      expect([theirs.status, statusCode]).toEqual([204, 204]);
    }
  }, 60_000);
  afterAll(async () => {
    await peer?.[Symbol.asyncDispose]();
    await ours?.[Symbol.asyncDispose]();
  });

  it.each([
    "h",
    "g",
    "rate(h[2m])",
    "increase(h[3m])",
    "delta(g[2m])",
    "sum(h)",
    "sum by (job) (rate(h[2m]))",
    "sum(rate(h[5m]))",
    "h + h",
    'h{job="a"} + on () h{job="b"}',
    "histogram_count(h)",
    "histogram_sum(rate(h[2m]))",
    "histogram_count(sum(increase(h[2m])))",
    "count(h)",
    "h[1m]",
    "h offset 1m",
    "histogram_count(h) / histogram_sum(h)",
    "count_over_time(h[2m])",
    "present_over_time(h[2m])",
    "timestamp(h)",
    "absent(h)",
    "group(h)",
  ])("%s gives the same", async (query) => {
    const search = new URLSearchParams({ query, time: String((T + 600_613) / 1000) });
    const [our, theirs] = (await Promise.all([
      ours.app.inject(`/prometheus/api/v1/query?${search}`).then(({ body }) => JSON.parse(body)),
      fetch(`${peer.url}/api/v1/query?${search}`).then((answer) => answer.json()),
    ])) as [ComparedAnswer, ComparedAnswer];

    expect(our.status, our.error).toBe("success");
    expect(theirs.status, theirs.error).toBe("success");
    expect(differencesOf(our, theirs)).toEqual([]);
  });
});
