import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import { type RunningUi, startUi } from "./running-server.ts";

/** What a request has come as. */
export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface EchoApi {
  readonly address: string;
  stop(): Promise<void>;
}

/** An API that says what it was asked. A mock: the real one does not show the headers that it got. */
export async function startEcho(): Promise<EchoApi> {
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith("/api/never")) return;
    let body = "";
    for await (const chunk of request) body += chunk;
    const seen: Seen = { method: request.method, url: request.url, headers: request.headers, body };
    const cookies = ["refresh=planted", "vedette_session=of-the-api"];
    response.writeHead(200, { "content-type": "application/json", "set-cookie": cookies, "x-of-the-api": "yes" });
    response.end(JSON.stringify(seen));
  });
  server.on("upgrade", (request, socket: Duplex, head: Buffer) => answerSocket(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens `/api/socket` to a WebSocket whose first message says what it was asked with; frames come back as they are. */
function answerSocket({ url, headers }: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (url !== "/api/socket") {
    socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    return;
  }
  const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${WEBSOCKET_GUID}`).digest("base64");
  const agreed = ["HTTP/1.1 101 Switching Protocols", "connection: Upgrade", "upgrade: websocket"];
  socket.write(`${[...agreed, `sec-websocket-accept: ${accept}`].join("\r\n")}\r\n\r\n`);
  const text = Buffer.from(headers.authorization ?? "nobody");
  socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
  const echo = (frame: Buffer) => socket.write(unmasked(frame));
  if (head.length > 0) echo(head);
  socket.on("data", echo);
  socket.on("end", () => socket.end());
  socket.on("error", () => socket.destroy());
}

/** @see RFC 6455, 1.3 */
const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** The same frame as a server sends it: of a client's short one, the first two bytes and the text without its mask. */
function unmasked(frame: Buffer): Buffer {
  const mask = frame.subarray(2, 6);
  const text = frame.subarray(6).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([frame[0] ?? 0, text.length]), text]);
}

/** A UI server in front of it, until the test ends. */
export async function aUiBefore(
  api: { readonly address: string },
  env: Readonly<Record<string, string>> = {},
): Promise<RunningUi> {
  const ui = await startUi({ VEDETTE_ADDRESS: api.address, ...env });
  onTestFinished(async () => void (await ui.stop()));
  return ui;
}
