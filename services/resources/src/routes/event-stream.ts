import { once } from "node:events";
import { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { EventSink } from "../watch/watch.ts";

/** Bytes at which a stream that can wait does wait. */
const FULL_BYTES = 256 * 1024;
/** How often a silent connection is checked for a reader that is gone without a word. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Begins an answer without an end: lines of JSON, as they come. The headers go out at once, since `kubectl wait` does
 * nothing until they are there.
 */
export function openEventStream(reply: FastifyReply): EventSink {
  reply.hijack();
  const { raw } = reply;
  const ended = new AbortController();
  raw.once("close", () => ended.abort());
  raw.on("error", () => ended.abort());
  // Who has left already says so no more; by then whoever opens the stream listens for its end.
  if (raw.destroyed) process.nextTick(() => ended.abort());
  reply.headers({
    "content-type": "application/json",
    "cache-control": "no-store",
    // A proxy that collects answers would hold the events back.
    "x-accel-buffering": "no",
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.flushHeaders();
  if (raw.socket instanceof Socket) raw.socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return {
    get queued() {
      return raw.writableLength;
    },
    ended: ended.signal,
    send(bytes) {
      // A chunk of nothing would be the end.
      if (ended.signal.aborted || bytes.length === 0) return;
      const { socket } = raw;
      const isNextInLine = socket instanceof Socket && raw.writableLength === socket.writableLength;
      if (isNextInLine && raw.chunkedEncoding) socket.write(chunkOf(bytes));
      else raw.write(bytes);
    },
    async drained() {
      if (raw.writableLength < FULL_BYTES || ended.signal.aborted) return;
      await once(raw.socket ?? raw, "drain", { signal: ended.signal }).catch(() => undefined);
    },
    finish() {
      if (!raw.writableEnded) raw.end();
      ended.abort();
    },
    cut() {
      raw.destroy();
      ended.abort();
    },
  };
}

const chunks = new WeakMap<Uint8Array, Buffer>();

/**
 * Bytes as one chunk of a chunked answer, made once for all readers that get the same. Node would put it together anew
 * for each, in three parts: with a thousand readers that is most of the work of a change.
 *
 * @see RFC 9112, 7.1
 */
function chunkOf(bytes: Uint8Array): Buffer {
  const known = chunks.get(bytes);
  if (known !== undefined) return known;
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  chunks.set(bytes, chunk);
  return chunk;
}
