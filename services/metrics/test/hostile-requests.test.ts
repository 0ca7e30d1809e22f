import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { longestTurnMs, TURN_BUDGET_MS } from "@vedette/http/testing";
import { compress } from "snappyjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { message, packed } from "./protobuf-message.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

const T = 1_700_000_000_000;
const OTLP = "/v1/metrics";
const WRITE = "/prometheus/api/v1/write";
const V2 = "application/x-protobuf;proto=io.prometheus.write.v2.Request";

/** The same bytes again and again, up to a decoded size below 32 MiB. */
const repeated = (unit: Buffer, bytes = 30 * 1024 * 1024) => Buffer.alloc(bytes - (bytes % unit.length), unit);
const label = (name: string, value: string) => message([1, name], [2, value]);
const sample = (timeMs: number) => message([1, { double: 1 }], [2, timeMs]);
/** A report with these bytes as the data of its one metric, which is a gauge (5) or a histogram (9). */
const report = (field: number, data: Buffer) =>
  message([1, message([2, message([2, message([1, "m"], [field, data])])])]);
const time = { fixed64: BigInt(T) * 1_000_000n };

describe("a hostile write request", () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const sendOtlp = async (body: Buffer | string, type = "application/x-protobuf") => ({
    url: OTLP,
    headers: { "content-type": type, "content-encoding": "gzip" },
    payload: await promisify(gzip)(body),
  });
  const sendWrite = async (body: Buffer, type = "application/x-protobuf") => ({
    url: WRITE,
    headers: { "content-type": type, "content-encoding": "snappy" },
    payload: compress(body),
  });

  const manySymbols = Buffer.concat([
    message([4, ""], [4, "x".repeat(1_000_000)]),
    repeated(message([5, message([1, packed([1, 1])])]), 3000),
  ]);
  it.each([
    ["OTLP of 15 million empty fields", () => sendOtlp(repeated(Buffer.from([0x0a, 0])))],
    ["OTLP of a million empty points", () => sendOtlp(report(5, repeated(message([1, ""]), 2_000_000)))],
    [
      "OTLP of a histogram with a million bounds",
      () => sendOtlp(report(9, message([1, message([7, repeated(Buffer.alloc(8), 8_000_000)])]))),
    ],
    [
      "OTLP of a histogram with 20,000 bounds",
      () => sendOtlp(report(9, message([1, message([7, repeated(Buffer.alloc(8), 160_000)])]))),
    ],
    [
      "OTLP of a point with 100,000 attributes",
      () => sendOtlp(report(5, message([1, repeated(message([7, message([1, "a"])]), 500_000)]))),
    ],
    [
      "OTLP that names a long text for each of many points",
      () =>
        sendOtlp(
          message([
            1,
            message(
              [1, message([1, message([1, "service.name"], [2, message([1, "x".repeat(1_000_000)])])])],
              [2, message([2, message([1, "m"], [5, repeated(message([1, message([3, time])]), 30_000)])])],
            ),
          ]),
        ),
    ],
    ["OTLP in JSON of a million values", () => sendOtlp(`[${"{},".repeat(1_000_000)}{}]`, "application/json")],
    ["OTLP in JSON of 9 MiB", () => sendOtlp(`["${"x".repeat(9 * 1024 * 1024)}"]`, "application/json")],
    ["remote write 1.0 of 15 million empty series", () => sendWrite(repeated(Buffer.from([0x0a, 0])))],
    [
      "remote write 1.0 of a series with a million empty labels",
      () => sendWrite(message([1, repeated(Buffer.from([0x0a, 0]), 2_000_000)])),
    ],
    [
      "remote write 1.0 of a histogram with 3 million deltas",
      () => sendWrite(message([1, message([4, message([12, repeated(Buffer.from([1]), 3_000_000)])])])),
    ],
    ["remote write 2.0 of 15 million symbols", () => sendWrite(repeated(message([4, ""])), V2)],
    [
      "remote write 2.0 of a series with 10 million references",
      () => sendWrite(message([4, ""], [5, message([1, repeated(Buffer.from([0]), 10_000_000)])]), V2),
    ],
    ["remote write 2.0 that names a long text for each of many series", () => sendWrite(manySymbols, V2)],
  ])("is rejected with 413 in slices and stores nothing: %s", async (_title, request) => {
    const sent = await request();
    let statusCode = 0;

    const turnMs = await longestTurnMs(async () => {
      ({ statusCode } = await store.app.inject({ method: "POST", ...sent }));
    });

    expect(statusCode).toBe(413);
    expect(turnMs).toBeLessThan(TURN_BUDGET_MS);
    expect(store.metrics.open.store.head.seriesCount).toBe(0);
  });
});

describe("the largest write request", () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const series = (name: string, at: number, timeMs: number) =>
    message([1, label("__name__", name)], [1, label("at", String(at))], [2, sample(timeMs)]);
  const list = (field: number, count: number, row: (at: number) => Buffer) =>
    Buffer.concat(Array.from({ length: count }, (_, at) => message([field, row(at)])));
  const oneSeries = (name: string, timeMs: number) =>
    message([1, Buffer.concat([message([1, label("__name__", name)]), list(2, 160_000, (at) => sample(timeMs + at))])]);
  it.each([
    ["45,000 new series", (round: number) => list(1, 45_000, (at) => series(`new_${round}`, at, T))],
    ["45,000 known series", (round: number) => list(1, 45_000, (at) => series("new_0", at, T + 1 + round))],
    ["160,000 samples of one new series", (round: number) => oneSeries(`one_${round}`, T)],
    ["160,000 samples of one known series", (round: number) => oneSeries("one_0", T + (round + 1) * 160_000)],
  ])("is stored in slices: %s", async (_title, bodyOf) => {
    const headers = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
    const payloads = [0, 1, 2].map((round) => compress(bodyOf(round)));
    let statusCode = 0;

    const turnMs = await longestTurnMs(async (round) => {
      const payload = payloads[round] ?? Buffer.alloc(0);
      ({ statusCode } = await store.app.inject({ method: "POST", url: WRITE, headers, payload }));
    });

    expect(statusCode).toBe(204);
    expect(turnMs).toBeLessThan(TURN_BUDGET_MS);
  });
});
