import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { HttpError, type RoutePlugin, readJson, untilAbandoned } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MetricsError } from "../errors.ts";
import { DecodeBudget } from "../ingest/decode-budget.ts";
import { decoding, LARGE_BYTES } from "../ingest/decoding.ts";
import { readOtlpJson } from "../ingest/otlp-json.ts";
import { readOtlpMessage } from "../ingest/otlp-message.ts";
import { type OtlpOptions, seriesOfOtlp } from "../ingest/otlp-series.ts";
import type { SentRequest } from "../ingest/sent-request.ts";
import { addMetadata, storeSamples } from "../ingest/store-samples.ts";
import type { Metrics } from "../metrics.ts";
import { inSlices } from "../store/pauses.ts";
import { principalOf, WRITE } from "./access.ts";

const MAX_BYTES = 32 * 1024 * 1024;
/** JSON is parsed in one go, which takes up to 10 ms for each MiB: longer reports come as protobuf. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const MAX_JSON_VALUES = 100_000;
const JSON_TYPE = "application/json";
const PROTOBUF_TYPE = "application/x-protobuf";
/** Cases of refusal that an answer names. */
const MAX_NAMED = 5;

const unpack = promisify(gunzip);

/** OTLP over HTTP, at the path that is asked for. @see OpenTelemetry Protocol, OTLP/HTTP */
export const otlpRoutes: RoutePlugin<{ metrics: Metrics; path: string }> = async (app, { metrics, path }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [JSON_TYPE, PROTOBUF_TYPE],
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  const writable = { config: { permission: WRITE, decodesBody: true }, bodyLimit: MAX_BYTES };
  app.post(path, writable, async (request, reply) => {
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const isCompressed = isGzip(request);
    const size = isCompressed ? announcedLength(body) : body.length;
    const signal = untilAbandoned(reply);
    const wait = { principal: principalOf(request), size, held: body.length, signal };
    const stored = await metrics.ingestGate.run(wait, async () => {
      const bytes = isCompressed ? await unpacked(body, size) : body;
      return await store(metrics, () => decode(bytes, isJson(request), metrics, signal));
    });
    return answer(request, reply, stored);
  });
};

function optionsOf(settings: Metrics["settings"]): OtlpOptions {
  return {
    strategy: settings["metrics.otlp.translation_strategy"],
    promoted: settings["metrics.otlp.promote_resource_attributes"],
    makesNativeHistograms: settings["metrics.otlp.convert_histograms_to_nhcb"],
  };
}

type SentReport = SentRequest & { readonly rejectedPoints: number };

async function store(metrics: Metrics, read: () => Promise<SentReport>) {
  const sent = await read();
  const { refusals, refusedPoints } = await storeSamples(metrics.open.store, sent);
  await addMetadata(metrics.sentMetadata, sent);
  return { rejected: sent.rejectedPoints + refusedPoints, message: refusals.slice(0, MAX_NAMED).join("; ") };
}

/** @throws MetricsError `samples_refused`, `too_many_elements` */
function decode(bytes: Buffer, isInJson: boolean, metrics: Metrics, signal: AbortSignal): Promise<SentReport> {
  const { settings, deltaSums: deltas } = metrics;
  const budget = new DecodeBudget(settings["metrics.ingest.max_elements"]);
  return decoding(async () => {
    const reading = isInJson ? readOtlpJson(await jsonOf(bytes)) : readOtlpMessage(bytes, budget);
    const resources = await inSlices(reading, signal);
    return await inSlices(seriesOfOtlp({ resources, deltas, options: optionsOf(settings), budget }), signal);
  });
}

/** @throws HttpError `bad_json`, `body_too_large`, `too_many_values` */
async function jsonOf(bytes: Buffer): Promise<unknown> {
  if (bytes.length > MAX_JSON_BYTES) throw new HttpError("body_too_large");
  return (await readJson(bytes, MAX_JSON_VALUES)).value;
}

/** @throws HttpError `unsupported_media_type` */
function isGzip({ headers }: FastifyRequest): boolean {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return false;
  if (encoding === "gzip") return true;
  throw new HttpError("unsupported_media_type", { detail: "This path accepts gzip only." });
}

const GZIP_FRAME_BYTES = 18;

/** Bytes of a gzip body once decompressed, as its trailer says. */
function announcedLength(body: Buffer): number {
  const announced = body.length < GZIP_FRAME_BYTES ? 0 : body.readUInt32LE(body.length - 4);
  return Math.max(announced, body.length);
}

/** Decompresses a body, which may be larger than it announced only within the size that does not wait. */
function unpacked(body: Buffer, announced: number): Promise<Buffer> {
  const maxOutputLength = announced < LARGE_BYTES ? LARGE_BYTES : MAX_BYTES;
  return unpack(body, { maxOutputLength }).catch((cause: unknown) => {
    if (Object(cause).code === "ERR_BUFFER_TOO_LARGE") throw new HttpError("body_too_large", { cause });
    throw new MetricsError("samples_refused", { detail: "The body is not valid gzip.", cause });
  });
}

/** An ExportMetricsServiceResponse in the form of the request; empty when everything was stored. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { rejected, message }: { readonly rejected: number; readonly message: string },
): FastifyReply {
  const isWhole = rejected === 0 && message === "";
  if (isJson(request)) {
    reply.type(JSON_TYPE);
    return reply.send(
      isWhole ? {} : { partialSuccess: { rejectedDataPoints: String(rejected), errorMessage: message } },
    );
  }
  reply.type(PROTOBUF_TYPE);
  return reply.send(isWhole ? Buffer.alloc(0) : partialSuccess(rejected, message));
}

function partialSuccess(rejected: number, message: string): Buffer {
  const text = Buffer.from(message);
  const inner = Buffer.concat([Buffer.from([0x08]), varint(rejected), Buffer.from([0x12]), varint(text.length), text]);
  return Buffer.concat([Buffer.from([0x0a]), varint(inner.length), inner]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    const isLast = rest < 128;
    bytes.push((rest % 128) | (isLast ? 0 : 128));
    if (isLast) return Buffer.from(bytes);
  }
}

function isJson({ headers }: FastifyRequest): boolean {
  return (headers["content-type"] ?? "").startsWith(JSON_TYPE);
}
