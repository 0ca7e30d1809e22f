import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWorkerMetrics, exportOtlp, type OtlpExportError, type OtlpRequest } from "../index.ts";

interface Received {
  readonly request: IncomingMessage;
  /** Unpacked. */
  readonly bytes: Buffer;
  readonly body: OtlpRequest;
}

/** A collector that keeps what it gets and answers as a test says. */
async function openCollector() {
  const received: Received[] = [];
  const answers: ((response: ServerResponse) => void)[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
    const isJson = request.headers["content-type"] === "application/json";
    received.push({ request, bytes: text, body: isJson ? JSON.parse(text.toString()) : { resourceMetrics: [] } });
    const answer = answers.shift() ?? ((quiet: ServerResponse) => quiet.end("{}"));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const HOURLY = { intervalMs: 3_600_000 };
const valueIn = ({ body }: Received) =>
  body.resourceMetrics[0]?.scopeMetrics[0]?.metrics[0]?.sum?.dataPoints[0]?.asDouble;

describe("an export to a collector", () => {
  let collector: Awaited<ReturnType<typeof openCollector>>;
  beforeEach(async () => {
    collector = await openCollector();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await collector.close();
  });

  function worker() {
    const metrics = createWorkerMetrics({ serviceName: "mailer" });
    const count = () => metrics.add("sticky_cache_hit", { namespace: "default", task_queue: "mail" });
    count();
    return { metrics, count, url: `${collector.origin}/v1/metrics` };
  }

  it.each(["none", "gzip"] as const)("posts JSON with headers, packed with %s", async (compression) => {
    const { metrics, url } = worker();
    const headers = { authorization: "Bearer let-me-in" };
    await using exporter = metrics.exportOtlp({ url, headers, compression, ...HOURLY });

    await exporter.flush();

    const [{ request, body } = expect.fail("nothing came")] = collector.received;
    expect(request).toMatchObject({ method: "POST", url: "/v1/metrics" });
    expect(request.headers).toMatchObject({ "content-type": "application/json", ...headers });
    expect(request.headers["content-encoding"]).toBe(compression === "gzip" ? "gzip" : undefined);
    expect(body.resourceMetrics[0]?.resource.attributes[0]).toEqual({
      key: "service.name",
      value: { stringValue: "mailer" },
    });
  });

  it("posts protobuf where that is wanted, and reads what the collector says of it", async () => {
    const { metrics, url } = worker();
    const lost = Buffer.from("0a0b0802120774 6f6f206f6c64".replace(" ", ""), "hex");
    collector.answers.push((response) => response.setHeader("content-type", "application/x-protobuf").end(lost));
    await using exporter = metrics.exportOtlp({ url, protocol: "http/protobuf", compression: "gzip", ...HOURLY });

    await expect(exporter.flush()).rejects.toMatchObject({
      message: "The collector took only a part of the metrics. 2 points were lost: too old",
    });

    const [{ request, bytes } = expect.fail("nothing came")] = collector.received;
    expect(request.headers).toMatchObject({ "content-type": "application/x-protobuf", "content-encoding": "gzip" });
    expect(bytes.includes("vedette_sticky_cache_hit")).toBe(true);
    expect(() => metrics.exportOtlp({ url, protocol: "grpc" as "http/json" })).toThrow("http/protobuf");
  });

  it("goes on by itself, after a failure as well, with what there is by then", async () => {
    const { metrics, count, url } = worker();
    const failures: OtlpExportError[] = [];
    collector.answers.push((response) => response.writeHead(503, { "retry-after": "0" }).end());
    await using _ = metrics.exportOtlp({
      url,
      intervalMs: 10,
      onError: (error) => {
        count();
        failures.push(error);
      },
    });

    await vi.waitFor(() => expect(collector.received.length).toBeGreaterThan(2), { timeout: 25_000 });

    expect(collector.received.slice(0, 2).map(valueIn)).toEqual([1, 2]);
    expect(failures).toMatchObject([{ code: "refused", status: 503, retryAfterMs: 0 }]);
  });

  it("sends once more when it is shut down, and never again", async () => {
    const { metrics, url } = worker();
    const exporter = metrics.exportOtlp({ url, ...HOURLY });

    await Promise.all([exporter.shutdown(), exporter.shutdown()]);
    await exporter.shutdown();

    expect(collector.received.map(valueIn)).toEqual([1]);
  });

  it("tells what was refused, lost or unreachable", async () => {
    const { metrics, url } = worker();
    const lost = { partialSuccess: { rejectedDataPoints: "2", errorMessage: "too old" } };
    collector.answers.push(
      (response) => response.writeHead(400).end("{}"),
      (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      (response) => response.end(JSON.stringify(lost)),
      (response) => response.end("no JSON"),
    );
    await using exporter = metrics.exportOtlp({ url, ...HOURLY, onError: () => undefined });

    await expect(exporter.flush()).rejects.toMatchObject({ code: "refused", status: 400 });
    await expect(exporter.flush()).rejects.toMatchObject({ code: "refused", status: 307 });
    await expect(exporter.flush()).rejects.toMatchObject({
      code: "partially_accepted",
      message: "The collector took only a part of the metrics. 2 points were lost: too old",
    });
    await exporter.flush();
    await collector.close();
    await expect(exporter.flush()).rejects.toMatchObject({ code: "unreachable" });
  });

  it("gives a collector up that does not answer in time", async () => {
    const { metrics, url } = worker();
    collector.answers.push(
      () => undefined,
      () => undefined,
    );
    await using exporter = metrics.exportOtlp({ url, timeoutMs: 50, ...HOURLY, onError: () => undefined });

    await expect(exporter.flush()).rejects.toMatchObject({ code: "timed_out" });
  });

  it("tells of a callback that fails, and sends nothing then", async () => {
    const { metrics, url } = worker();
    const cause = new Error("no such gauge");
    metrics.registry.onExpose(() => {
      throw cause;
    });
    const onError = vi.fn();

    await metrics.exportOtlp({ url, ...HOURLY, onError }).shutdown();

    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "unreadable", cause }));
    expect(collector.received).toEqual([]);
  });

  it("tells onError when the last export fails", async () => {
    const { metrics, url } = worker();
    const onError = vi.fn();
    collector.answers.push((response) => response.writeHead(500).end());

    await metrics.exportOtlp({ url, ...HOURLY, onError }).shutdown();

    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "refused", status: 500 }));
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "ORIGIN/base/" }, "/base/v1/metrics"],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "ORIGIN/as-it-is", OTEL_EXPORTER_OTLP_ENDPOINT: "ORIGIN" }, "/as-it-is"],
  ])("goes where the environment says: %j", async (environment, path) => {
    for (const [name, value] of Object.entries(environment)) {
      vi.stubEnv(name, value.replace("ORIGIN", collector.origin));
    }
    await using exporter = exportOtlp(worker().metrics.registry, { url: "http://127.0.0.1:1/", ...HOURLY });

    await exporter.flush();

    expect(collector.received[0]?.request.url).toBe(path);
  });

  it.each([
    { url: "collector:4317" },
    { url: "" },
    { url: "http://me:secret@127.0.0.1/v1/metrics" },
    { url: "http://127.0.0.1/", intervalMs: 0 },
    { url: "http://127.0.0.1/", timeoutMs: 0.5 },
    { url: "http://127.0.0.1/", headers: { authorization: "two\nlines" } },
  ])("refuses %j at once", (options) => {
    expect(() => worker().metrics.exportOtlp(options)).toThrow(TypeError);
  });
});
