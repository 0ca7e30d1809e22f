import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "./registry.ts";
import { contentTypeOf, negotiateFormat } from "./text-format.ts";

export interface ListenOptions {
  /** Default 127.0.0.1: metrics are for this machine unless you say otherwise. */
  readonly host?: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/** A server that shows metrics at `/metrics`. */
export interface MetricsListener extends AsyncDisposable {
  /** Where it is, e.g. `http://127.0.0.1:9464`. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the metrics of a registry to scrapers: GET `/metrics`, in the format that is asked for, packed when that is
 * taken. It does not keep the process alive.
 *
 * @throws an error with code EADDRINUSE when the port is taken
 */
export async function listen(
  registry: Registry,
  { host = "127.0.0.1", port }: ListenOptions,
): Promise<MetricsListener> {
  // Not imported: what a browser loads of this package has no such module.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => {
    answer(registry, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  server.unref();
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  const name = host.includes(":") ? `[${host}]` : host;
  return { address: `http://${name}:${boundPort}`, close, [Symbol.asyncDispose]: close };
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.split("?", 1)[0] !== "/metrics") {
    response.writeHead(404).end();
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const format = negotiateFormat(request.headers.accept);
  const isPacked = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  response.writeHead(200, {
    "content-type": contentTypeOf(format),
    vary: "Accept, Accept-Encoding",
    ...(isPacked && { "content-encoding": "gzip" }),
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const { pipeline } = process.getBuiltinModule("node:stream/promises");
  const slices = registry.exposeInSlices(format);
  if (isPacked) await pipeline(slices, process.getBuiltinModule("node:zlib").createGzip(), response);
  else await pipeline(slices, response);
}
