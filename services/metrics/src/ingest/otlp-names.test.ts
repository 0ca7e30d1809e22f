import { describe, expect, it } from "vitest";
import type { OtlpMetric, OtlpPoint } from "./otlp-message.ts";
import { attributeLabels, nameOf } from "./otlp-names.ts";

const number: OtlpPoint = { attributes: [], timeMs: 0, hasNoValue: false, value: { kind: "number", value: 1 } };
const duration: OtlpPoint = { ...number, value: { kind: "histogram", count: 0, sum: 0, bounds: [], counts: [] } };
const gauge = (name: string, unit = ""): [OtlpMetric, OtlpPoint] => [
  { name, unit, isMonotonic: false, temporality: 0, points: [] },
  number,
];
const counter = (name: string, unit = ""): [OtlpMetric, OtlpPoint] => [
  { name, unit, isMonotonic: true, temporality: 2, points: [] },
  number,
];
const histogram = (name: string, unit = ""): [OtlpMetric, OtlpPoint] => [
  { name, unit, isMonotonic: false, temporality: 2, points: [] },
  duration,
];

describe("the name of a metric that comes by OTLP", () => {
  it.each([
    [histogram("http.server.duration", "s"), "http_server_duration_seconds"],
    [histogram("temporal_request_latency", "ms"), "temporal_request_latency_milliseconds"],
    [histogram("temporal_request_latency", "s"), "temporal_request_latency_seconds"],
    [histogram("temporal_request_latency", "milliseconds"), "temporal_request_latency_milliseconds"],
    [histogram("temporal_request_latency_seconds", "s"), "temporal_request_latency_seconds"],
    [histogram("temporal_request_latency"), "temporal_request_latency"],
    [counter("temporal_request"), "temporal_request_total"],
    [counter("temporal_local_activity_total"), "temporal_local_activity_total"],
    [counter("total.requests"), "requests_total"],
    [counter("requests.total.failed"), "requests_failed_total"],
    [counter("system.io", "By"), "system_io_bytes_total"],
    [counter("requests", "{request}"), "requests_total"],
    [counter("requests", "1"), "requests_total"],
    [gauge("temporal_num_pollers"), "temporal_num_pollers"],
    [gauge("temporal_request"), "temporal_request"],
    [gauge("cpu.utilization", "1"), "cpu_utilization_ratio"],
    [gauge("ratio.of.cache", "1"), "of_cache_ratio"],
    [gauge("memory", "%"), "memory_percent"],
    [gauge("disk", "TiBy"), "disk_tibibytes"],
    [gauge("disk", "TBy"), "disk_terabytes"],
    [gauge("disk", "KBy"), "disk_kilobytes"],
    [gauge("disk", "kBy"), "disk_kilobytes"],
    [gauge("speed", "By/s"), "speed_bytes_per_second"],
    [gauge("speed", "m/s"), "speed_meters_per_second"],
    [gauge("rate", "1/w"), "rate_per_week"],
    [gauge("rate", "{request}/mo"), "rate_per_month"],
    [gauge("rate", "By/{packet}"), "rate_bytes"],
    [gauge("rate", " s "), "rate_seconds"],
    [gauge("odd", "foo@bar/x#y"), "odd_foo_bar_per_x_y"],
    [gauge(".queue..size_", "By"), "queue_size_bytes"],
    [gauge("2xx.answers"), "_2xx_answers"],
    [gauge("größe"), "gr_e"],
    [gauge("rule:record"), "rule:record"],
  ])("of %j is %s", ([metric, point], name) => {
    expect(nameOf(metric, point, "underscore_with_suffixes")).toBe(name);
  });

  it.each([
    [histogram("http.server.duration", "s"), "http.server.duration_seconds"],
    [histogram("duration.seconds", "s"), "duration.seconds"],
    [histogram("seconds.of.work", "s"), "seconds.of.work_seconds"],
    [counter("requests.total"), "requests_total"],
    [counter("sent.bytes.total", "By"), "sent.bytes_total"],
    [gauge("cpu.ratio", "1"), "cpu_ratio"],
    [gauge("speed", "By/s"), "speed_bytes_per_second"],
    [gauge("größe", "By"), "größe_bytes"],
  ])("of %j stays but for its endings: %s", ([metric, point], name) => {
    expect(nameOf(metric, point, "no_utf8_escaping_with_suffixes")).toBe(name);
  });

  it("has no endings, or no other signs at all, where the settings say so", () => {
    expect(nameOf(...counter("http.server.requests", "s"), "underscore_without_suffixes")).toBe("http_server_requests");
    expect(nameOf(...counter("http.server.requests", "s"), "no_translation")).toBe("http.server.requests");
  });
});

describe("attributes that come by OTLP", () => {
  it("are labels that PromQL needs no quotes for, or stay as they are", () => {
    const attributes = ["http.method", "2xx", "_own", "__reserved", "a..b", "größe"].map((key) => [key, "x"] as const);

    expect(attributeLabels(attributes, "underscore_with_suffixes").map(([name]) => name)).toEqual([
      "key_2xx",
      "__reserved",
      "key_own",
      "a__b",
      "gr__e",
      "http_method",
    ]);
    expect(attributeLabels(attributes, "no_translation").map(([name]) => name)).toContain("http.method");
  });

  it("that come to one name are kept side by side, in the order of their keys", () => {
    const both = [
      ["a_b", "under"],
      ["a.b", "dot"],
    ] as const;

    expect(attributeLabels(both, "underscore_with_suffixes")).toEqual([["a_b", "dot;under"]]);
  });
});
