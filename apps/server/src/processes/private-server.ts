import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { App } from "@vedette/http";
import { contentTypeOf, negotiateFormat, type Registry } from "@vedette/worker-metrics";

/** The loopback address of one process of several. */
export function privateUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

const SWEEP_MS = 50;
/** Time for requests in flight when the process stops. */
const DRAIN_MS = 1_000;

/** Of the metrics of all processes, where {@link servePrivately} alone would show one's own. */
export const ALL_METRICS = "/metrics?of=all";

/**
 * Serves a process on an address of its own, to those of this machine: `/metrics` of itself alone, and the whole API,
 * for what only this process can answer. Without TLS, which ends at the public address.
 *
 * @param options - `port`: 0 for any free one
 */
export async function servePrivately(
  app: App,
  { registry, port }: { readonly registry: Registry; readonly port: number },
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    if (request.url === "/metrics") expose(registry, request, response);
    else app.routing(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    // Stays: a failed accept is reported here as well.
    server.on("error", reject);
    server.listen({ host: "127.0.0.1", port, exclusive: true }, resolve);
  });
  const address = server.address();
  return {
    url: privateUrl(typeof address === "object" && address !== null ? address.port : port),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      // Streams of other processes go through here and have no end of their own.
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

function expose(registry: Registry, { headers }: IncomingMessage, response: ServerResponse): void {
  const format = negotiateFormat(headers.accept);
  response.writeHead(200, { "content-type": contentTypeOf(format) }).end(registry.expose(format));
}
