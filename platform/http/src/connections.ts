import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SettingsOf } from "@vedette/settings";
import ipaddr from "ipaddr.js";
import type { App } from "./app.ts";
import { limitConnections } from "./connection-limit.ts";
import type { httpSettings } from "./settings.ts";

const STATUS_LINES: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_INVALID_METHOD", "501 Not Implemented"],
]);

/** Limits connections and answers what Node's parser refuses, always closing the connection after it. */
export function guardConnections(
  app: App,
  settings: SettingsOf<typeof httpSettings>,
  trustedProxies: readonly string[],
): void {
  const { server } = app;
  // A sender that announces more than any route takes is not told to go on.
  let largestBody = app.initialConfig.bodyLimit ?? 0;
  app.addHook("onRoute", ({ bodyLimit = 0 }) => {
    largestBody = Math.max(largestBody, bodyLimit);
  });
  limitPerAddress(server, settings["server.limits.connections_per_address"], trustedProxies);
  limitConnections(app, settings["server.limits.connections"]);
  // Fastify listens until the server does; afterwards this is a failed accept, which concerns one connection.
  server.on("error", (err) => {
    if (server.listening) app.log.warn({ err }, "failed to accept a connection");
  });
  server.removeAllListeners("clientError");
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => latest.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = latest.get(socket);
    if (response === undefined || !endAfter(response, socket)) refuseUnparsable(error, socket);
  });
  // Without a listener Node closes the connection without a response.
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    endWith(socket, "405 Method Not Allowed", "This server is not a proxy.");
    // Node's timeouts no longer apply to this socket.
    socket.once("finish", () => socket.destroy());
  });
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers["content-length"] ?? 0) > largestBody) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    response.writeContinue();
    server.emit("request", request, response);
  });
}

/**
 * Closes a connection that became unreadable without a second response on it: after the response to the request whose
 * body is broken, or after that of the last request that was read completely.
 *
 * @returns whether it is handled; `false` when nothing was sent for the bytes that cannot be read
 */
function endAfter(response: ServerResponse, socket: Socket): boolean {
  const isBodyBroken = !response.req.complete;
  if (response.writableFinished) {
    if (isBodyBroken) socket.destroySoon();
    return isBodyBroken;
  }
  if (isBodyBroken) {
    if (response.headersSent) socket.destroy();
    return response.headersSent;
  }
  if (!response.headersSent) response.shouldKeepAlive = false;
  response.once("finish", () => socket.destroySoon());
  return true;
}

function refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Of a handshake that failed nothing can be said in HTTP.
  const isHandshake = error.code?.startsWith("ERR_SSL_") === true;
  if (error.code === "ECONNRESET" || isHandshake || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_LINES.get(error.code ?? "") ?? "400 Bad Request";
  endWith(socket, status, "The request cannot be read.");
}

function endWith(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function limitPerAddress(server: Server, limit: number, trusted: readonly string[]): void {
  const openByAddress = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (isExempt(address, trusted)) return;
    const open = (openByAddress.get(address) ?? 0) + 1;
    if (open > limit) {
      socket.destroy();
      return;
    }
    openByAddress.set(address, open);
    socket.once("close", () => {
      const left = (openByAddress.get(address) ?? 1) - 1;
      if (left === 0) openByAddress.delete(address);
      else openByAddress.set(address, left);
    });
  });
}

function isExempt(address: string, trusted: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return true;
  const peer = ipaddr.process(address);
  if (peer.range() === "loopback") return true;
  return trusted.some((entry) => {
    const [network, bits] = entry.includes("/") ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
    if (network.kind() !== peer.kind()) return false;
    return bits === undefined ? network.toString() === peer.toString() : peer.match([network, bits]);
  });
}
