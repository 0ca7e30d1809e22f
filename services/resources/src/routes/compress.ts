import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, gzip } from "node:zlib";
import type { App } from "@vedette/http";
import type { FastifyReply } from "fastify";

/** Bytes from which on an answer is worth it. */
export const MIN_COMPRESSED_BYTES = 1024;
/** Most of what there is to gain, at a third of the work of the usual level. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

const compress = promisify<Buffer, typeof OPTIONS, Buffer>(gzip);

/** Compresses large answers for those who ask for it; watches, which go past this hook, never. */
export function compressLargeAnswers(app: App): void {
  app.addHook("onSend", async ({ headers, method }, reply, payload: unknown) => {
    if (method === "HEAD" || !isGzipAskedFor(headers["accept-encoding"]) || !isText(reply)) return payload;
    if (payload instanceof Readable) {
      mark(reply);
      // A source that fails must not end like a whole answer: the connection breaks instead.
      return pipeline(payload, createGzip(OPTIONS), () => undefined);
    }
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length < MIN_COMPRESSED_BYTES) return payload;
    mark(reply);
    return await compress(bytes, OPTIONS);
  });
}

/** `gzip`, unless its weight is nothing. */
export function isGzipAskedFor(accepted: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(String(accepted ?? ""));
}

/** Pictures are compressed already, and so may be what a data source answers. */
function isText(reply: FastifyReply): boolean {
  return !reply.hasHeader("content-encoding") && /json|text\//.test(String(reply.getHeader("content-type") ?? ""));
}

function mark(reply: FastifyReply): void {
  reply.header("content-encoding", "gzip").removeHeader("content-length");
  const varies = reply.getHeader("vary");
  reply.header("vary", varies === undefined ? "Accept-Encoding" : `${String(varies)}, Accept-Encoding`);
}
