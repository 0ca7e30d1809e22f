import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { SettingsOf } from "@vedette/settings";
import ipaddr from "ipaddr.js";
import type { App } from "./app.ts";
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
  server.maxConnections = settings["server.limits.connections"];
  limitPerAddress(server, settings["server.limits.connections_per_address"], trustedProxies);
  server.removeAllListeners("clientError");
  server.on("clientError", refuseUnparsable);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers["content-length"] ?? 0) > largestBody) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    response.writeContinue();
    server.emit("request", request, response);
  });
}

function refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Of a handshake that failed nothing can be said in HTTP.
  const isHandshake = error.code?.startsWith("ERR_SSL_") === true;
  if (error.code === "ECONNRESET" || isHandshake || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_LINES.get(error.code ?? "") ?? "400 Bad Request";
  const body = JSON.stringify({ message: "The request cannot be read." });
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
