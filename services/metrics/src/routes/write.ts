import { type App, HttpError, type RoutePlugin, untilAbandoned } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { uncompress } from "snappyjs";
import { MetricsError } from "../errors.ts";
import { DecodeBudget } from "../ingest/decode-budget.ts";
import { decoding } from "../ingest/decoding.ts";
import { readWriteRequest } from "../ingest/remote-write.ts";
import { readWriteRequest2 } from "../ingest/remote-write-2.ts";
import type { DecodeContext, SentRequest } from "../ingest/sent-request.ts";
import { addMetadata, storeSamples } from "../ingest/store-samples.ts";
import type { Metrics } from "../metrics.ts";
import { inSlices } from "../store/pauses.ts";
import { principalOf, WRITE } from "./access.ts";
import { refuseOtherBodies } from "./request.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const PROTOBUF = "application/x-protobuf";
/** Messages by the `proto` parameter of the content type; without one it is the first version. */
const READERS: ReadonlyMap<string, (bytes: Buffer, context: DecodeContext) => Generator<void, SentRequest>> = new Map([
  ["prometheus.WriteRequest", readWriteRequest],
  ["io.prometheus.write.v2.Request", readWriteRequest2],
]);
/** Cases of refusal that an answer names. */
const MAX_NAMED = 5;

/** /api/v1/write and push: remote write 1.0 and 2.0. */
export const writeRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  takeProtobuf(app);
  const writable = { config: { permission: WRITE, decodesBody: true }, bodyLimit: MAX_BYTES };
  for (const path of ["/write", "/push"]) {
    app.post(path, writable, (request, reply) => take(request, reply, metrics));
  }
};

function takeProtobuf(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(PROTOBUF, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) => body);
  refuseOtherBodies(app, PROTOBUF);
}

async function take(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): Promise<FastifyReply> {
  const { store } = metrics.open;
  const read = readerOf(request);
  const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  const size = announcedLength(body);
  if (size > MAX_BYTES) throw new HttpError("body_too_large");
  const signal = untilAbandoned(reply);
  const { stored, histograms, exemplars, refusals, surplus } = await metrics.ingestGate.run(
    { principal: principalOf(request), size, held: body.length, signal },
    async () => {
      const budget = new DecodeBudget(metrics.settings["metrics.ingest.max_elements"]);
      const bytes = unpack(body);
      const sent = await decoding(() => inSlices(read(bytes, { store: store.head, budget }), signal));
      const result = await storeSamples(store, sent);
      await addMetadata(metrics.sentMetadata, sent);
      return result;
    },
  );
  reply.headers({
    "x-prometheus-remote-write-samples-written": String(stored),
    "x-prometheus-remote-write-histograms-written": String(histograms),
    "x-prometheus-remote-write-exemplars-written": String(exemplars),
  });
  if (refusals.length === 0) return reply.code(204).send();
  throw new MetricsError(surplus > 0 ? "too_many_series" : "samples_refused", {
    detail: refusals.slice(0, MAX_NAMED).join("; "),
  });
}

/** @throws HttpError `unsupported_media_type` */
function readerOf({ headers }: FastifyRequest) {
  const read = READERS.get(protoOf(headers["content-type"] ?? ""));
  if (read === undefined)
    throw new HttpError("unsupported_media_type", { detail: "This address takes remote write 1.0 and 2.0." });
  if (!["snappy", ""].includes(headers["content-encoding"] ?? "")) {
    throw new HttpError("unsupported_media_type", { detail: "This address takes snappy alone." });
  }
  return read;
}

function protoOf(contentType: string): string {
  return /;\s*proto=([^;\s]+)/.exec(contentType)?.[1] ?? "prometheus.WriteRequest";
}

/** @throws MetricsError `samples_refused` */
function unpack(body: Buffer): Buffer {
  try {
    return uncompress(body, MAX_BYTES);
  } catch (cause) {
    throw new MetricsError("samples_refused", { detail: "The body is no snappy block.", cause });
  }
}

/** The decoded length: it is checked before memory is allocated. @see snappy, format description: Preamble */
function announcedLength(body: Buffer): number {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = body[at] ?? 0;
    length += (byte & 127) * 2 ** (7 * at);
    if (byte < 128) break;
  }
  return length;
}
