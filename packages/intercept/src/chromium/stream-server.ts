import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * A private server for bodies that come piece by piece: the DevTools protocol takes only complete ones. A paused request
 * is sent here under a path that nobody can guess, and the head of the answer is replaced on the way back.
 */
export class StreamServer {
  readonly #bodyByPath = new Map<string, AsyncIterable<Uint8Array>>();
  #server: Server | undefined;

  /** @returns the url that delivers the body, once */
  async offer(body: AsyncIterable<Uint8Array>): Promise<string> {
    this.#server ??= createServer((request, response) => this.#answer(request, response));
    if (!this.#server.listening) await listen(this.#server);
    const path = `/${randomUUID()}`;
    this.#bodyByPath.set(path, body);
    // A listening server has an address with a port.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${path}`;
  }

  /** Takes a body back that was not asked for. */
  withdraw(url: string): AsyncIterable<Uint8Array> | undefined {
    const { pathname } = new URL(url);
    const body = this.#bodyByPath.get(pathname);
    this.#bodyByPath.delete(pathname);
    return body;
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#bodyByPath.clear();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { origin = "*" } = request.headers;
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("access-control-allow-private-network", "true");
    if (request.method === "OPTIONS") {
      response.setHeader("access-control-allow-methods", request.headers["access-control-request-method"] ?? "*");
      response.setHeader("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*");
      response.writeHead(204).end();
      return;
    }
    request.resume();
    const body = this.#bodyByPath.get(request.url ?? "");
    this.#bodyByPath.delete(request.url ?? "");
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    // A page that leaves ends the body; a body that fails breaks the page's connection. Both are seen there.
    pipeline(Readable.from(body, { objectMode: false }), response).catch(() => response.destroy());
  }
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
  server.unref();
}
