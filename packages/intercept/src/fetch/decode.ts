import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { InterceptError } from "../errors.ts";

/** Larger bodies are refused: a small answer must not fill the memory. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_ENCODINGS = 5;

type Decoder = (body: Buffer, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
  ["zstd", promisify(zstdDecompress)],
]);

/**
 * Decodes a body by its content-encoding: gzip, deflate, br and zstd, also several. Unknown encodings are left alone.
 *
 * @throws InterceptError `ERR_FETCH_DECODE`
 */
export async function decodeBody(body: Buffer, contentEncoding: string | undefined, url: string): Promise<Buffer> {
  const encodings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  if (body.length === 0 || encodings.length > MAX_ENCODINGS) return body;
  let decoded = body;
  for (const encoding of encodings.toReversed()) {
    try {
      decoded = await decodeOne(decoded, encoding);
    } catch (cause) {
      const message = `route.fetch: the body of ${url} is not ${encoding}`;
      throw new InterceptError("ERR_FETCH_DECODE", message, { url, encoding, cause });
    }
  }
  return decoded;
}

async function decodeOne(body: Buffer, encoding: string): Promise<Buffer> {
  const limit = { maxOutputLength: MAX_BYTES };
  // Some servers send deflate without its zlib frame.
  if (encoding === "deflate") return await promisify(isZlib(body) ? inflate : inflateRaw)(body, limit);
  return (await DECODERS.get(encoding)?.(body, limit)) ?? body;
}

function isZlib(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8;
}
