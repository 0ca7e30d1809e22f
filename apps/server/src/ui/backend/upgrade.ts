import { type IncomingMessage, ServerResponse } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { type AllowedOrigins, type App, HttpError, isAllowedOrigin, MAX_STATUS } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Dispatcher } from "undici";
import { answeredHeaders } from "./headers.ts";

/** Where a WebSocket goes, and what it is asked with. */
export interface UpgradeTarget {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Milliseconds until the API has agreed. */
  readonly answerMs: number;
}

/** A connection that asks to become a WebSocket: the bytes behind its request. */
const asking = new WeakMap<IncomingMessage, Buffer>();

/** Sends requests that ask to upgrade through the routes and hooks of all others. */
export function takeUpgrades(app: App): void {
  const open = new Set<Duplex>();
  const latest = new WeakMap<Duplex, ServerResponse>();
  const { server } = app;
  server.on("request", ({ socket }, response) => latest.set(socket, response));
  server.on("upgrade", (request: IncomingMessage, _socket: Duplex, head: Buffer) => {
    const { socket } = request;
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => open.delete(socket));
    asking.set(request, head);
    const earlier = latest.get(socket);
    if (earlier !== undefined && !earlier.writableFinished) {
      abandon(earlier);
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => {
      response.detachSocket(socket);
      response.emit("close");
      // Node's limits of a connection ended with its parser: nothing may be left open for the other side to end.
      if (response.statusCode !== 101) socket.destroySoon();
    });
    app.routing(request, response);
  });
  // Nobody but the two ends knows when a WebSocket is done.
  app.addHook("preClose", async () => {
    for (const socket of open) socket.destroy();
  });
}

/**
 * Ends a request whose connection asks for an upgrade before it has its answer. Node no longer tells those who work on
 * it that the connection is gone.
 */
function abandon(response: ServerResponse): void {
  response.req.destroy();
  response.destroy();
  response.emit("close");
}

export function asksToUpgrade({ raw }: FastifyRequest): boolean {
  return asking.has(raw);
}

/**
 * A browser lets every page open a WebSocket, cookies and all: only pages of this server and of listed origins may.
 *
 * @throws HttpError `forbidden`
 */
export function refuseForeignSocket({ headers, host }: FastifyRequest, origins: AllowedOrigins): void {
  const { origin } = headers;
  if (origin === undefined || isAllowedOrigin(origin, origins)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new HttpError("forbidden", { detail: "Pages of this origin may not open a WebSocket here." });
}

/** The headers with which a WebSocket is agreed on. @see RFC 6455, 4.1 */
export function handshakeHeaders({ headers }: FastifyRequest): Record<string, string | string[]> {
  const names = Object.entries(headers).filter(([name]) => name === "origin" || name.startsWith("sec-websocket-"));
  return Object.fromEntries(names.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * Joins the two connections when the API agrees; answers with its status when it does not.
 *
 * @throws what the dispatcher says of an API that cannot be reached
 */
export async function joinSockets(
  request: FastifyRequest,
  reply: FastifyReply,
  { dispatcher, target }: { readonly dispatcher: Dispatcher; readonly target: UpgradeTarget },
): Promise<FastifyReply> {
  const answer = await agree(dispatcher, target);
  if (answer.kind === "refused") {
    if (answer.statusCode > MAX_STATUS) throw new HttpError("bad_gateway");
    return reply.code(answer.statusCode).send({ message: "The API opens no WebSocket at this address." });
  }
  const client = request.raw.socket;
  const { socket } = answer;
  if (client.destroyed) {
    socket.destroy();
    return reply;
  }
  // From here on a failure of either end ends both.
  socket.on("error", () => client.destroy());
  socket.once("close", () => client.destroy());
  reply.hijack();
  reply.raw.writeHead(101, { ...answeredHeaders(answer.headers), connection: "Upgrade", upgrade: "websocket" });
  reply.raw.end();
  socket.write(asking.get(request.raw) ?? Buffer.alloc(0));
  client.setTimeout(0);
  pipeline(client, socket, client, () => {
    client.destroy();
    socket.destroy();
  });
  return reply;
}

type Agreement =
  | {
      readonly kind: "agreed";
      readonly headers: Record<string, string | string[] | undefined>;
      readonly socket: Duplex;
    }
  | { readonly kind: "refused"; readonly statusCode: number };

function agree(dispatcher: Dispatcher, { answerMs, ...target }: UpgradeTarget): Promise<Agreement> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(
      { ...target, method: "GET", upgrade: "websocket", headersTimeout: answerMs },
      {
        onRequestStart: () => undefined,
        onRequestUpgrade: (_controller, _statusCode, headers, socket) => resolve({ kind: "agreed", headers, socket }),
        onResponseStart: (controller, statusCode) => {
          resolve({ kind: "refused", statusCode });
          controller.abort(new TypeError("The body of a refusal is of no use"));
        },
        onResponseData: () => undefined,
        onResponseEnd: () => undefined,
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
