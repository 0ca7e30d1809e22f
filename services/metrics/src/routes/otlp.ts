import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeText, HttpError, parseJson, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MetricsError } from "../errors.ts";
import { readOtlpJson } from "../ingest/otlp-json.ts";
import { type OtlpResource, readOtlpMessage } from "../ingest/otlp-message.ts";
import { type OtlpOptions, seriesOfOtlp } from "../ingest/otlp-series.ts";
import { ProtobufError } from "../ingest/protobuf.ts";
import { storeSamples } from "../ingest/store-samples.ts";
import type { Metrics } from "../metrics.ts";
import { WRITE } from "./access.ts";

const MAX_BYTES = 32 * 1024 * 1024;
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
    const sent = seriesOfOtlp(await readSent(request), metrics.deltaSums, optionsOf(metrics.settings));
    const { refusals, refusedPoints } = await storeSamples(metrics.open.store, sent);
    for (const metadata of sent.metadata ?? []) metrics.sentMetadata.add(metadata);
    const rejected = sent.rejectedPoints + refusedPoints;
    return answer(request, reply, { rejected, message: refusals.slice(0, MAX_NAMED).join("; ") });
  });
};

function optionsOf(settings: Metrics["settings"]): OtlpOptions {
  return {
    strategy: settings["metrics.otlp.translation_strategy"],
    promoted: settings["metrics.otlp.promote_resource_attributes"],
    makesNativeHistograms: settings["metrics.otlp.convert_histograms_to_nhcb"],
  };
}

/** @throws MetricsError `samples_refused`, HttpError `unsupported_media_type` */
async function readSent(request: FastifyRequest): Promise<OtlpResource[]> {
  const bytes = await unpacked(request);
  try {
    return isJson(request) ? readOtlpJson(parseJson(decodeText(bytes))) : readOtlpMessage(bytes);
  } catch (cause) {
    if (!(cause instanceof ProtobufError)) throw cause;
    throw new MetricsError("samples_refused", { detail: `The request cannot be decoded: ${cause.message}.`, cause });
  }
}

async function unpacked({ headers, body }: FastifyRequest): Promise<Buffer> {
  const bytes = body instanceof Buffer ? body : Buffer.alloc(0);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return bytes;
  if (encoding !== "gzip") throw new HttpError("unsupported_media_type", { detail: "This address takes gzip alone." });
  return unpack(bytes, { maxOutputLength: MAX_BYTES }).catch((cause: unknown) => {
    if (Object(cause).code === "ERR_BUFFER_TOO_LARGE") throw new HttpError("body_too_large", { cause });
    throw new MetricsError("samples_refused", { detail: "The body is no gzip.", cause });
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
