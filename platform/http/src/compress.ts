import { pipeline, Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from "node:zlib";
import type { FastifyReply } from "fastify";
import type { App } from "./app.ts";

/** Bytes from which on an answer is worth it. */
export const MIN_COMPRESSED_BYTES = 1024;
/** Most of what there is to gain, at a third of the work of the usual level. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

interface Encoding {
  readonly name: string;
  readonly whole: (bytes: Buffer) => Promise<Buffer>;
  readonly stream: () => Transform;
}

const GZIP: Encoding = {
  name: "gzip",
  whole: (bytes) => promisify<Buffer, typeof OPTIONS, Buffer>(gzip)(bytes, OPTIONS),
  stream: () => createGzip(OPTIONS),
};
const ZSTD: Encoding = {
  name: "zstd",
  whole: (bytes) => promisify<Buffer, Buffer>(zstdCompress)(bytes),
  stream: () => createZstdCompress(),
};

/** Compresses large answers for those who ask for it; watches, which go past this hook, never. */
export function compressLargeAnswers(app: App): void {
  app.addHook("onSend", async ({ headers, method }, reply, payload: unknown) => {
    const accepted = headers["accept-encoding"];
    const encoding = isAskedFor("zstd", accepted) ? ZSTD : isAskedFor("gzip", accepted) ? GZIP : undefined;
    if (method === "HEAD" || encoding === undefined || !isText(reply)) return payload;
    if (payload instanceof Readable) {
      mark(reply, encoding);
      // A source that fails must not end like a whole answer: the connection breaks instead.
      return pipeline(payload, encoding.stream(), () => undefined);
    }
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length < MIN_COMPRESSED_BYTES) return payload;
    mark(reply, encoding);
    return await encoding.whole(bytes);
  });
}

/** Whether an encoding is named, unless its weight is nothing. */
function isAskedFor(name: "gzip" | "zstd", accepted: string | string[] | undefined): boolean {
  return ASKED_FOR[name].test(String(accepted ?? ""));
}

const ASKED_FOR = {
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i,
  zstd: /(?:^|,)\s*zstd\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i,
} as const;

export function isGzipAskedFor(accepted: string | string[] | undefined): boolean {
  return isAskedFor("gzip", accepted);
}

/** Pictures are compressed already, and so may be what a data source answers. */
function isText(reply: FastifyReply): boolean {
  return !reply.hasHeader("content-encoding") && /json|text\//.test(String(reply.getHeader("content-type") ?? ""));
}

function mark(reply: FastifyReply, { name }: Encoding): void {
  reply.header("content-encoding", name).removeHeader("content-length");
  const varies = reply.getHeader("vary");
  reply.header("vary", varies === undefined ? "Accept-Encoding" : `${String(varies)}, Accept-Encoding`);
}
