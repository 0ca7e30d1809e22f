import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** What a server does to a connection instead of a proper response. */
export interface Breakage {
  readonly name: string;
  /** @param response - the bytes of the proper response */
  act(socket: Socket, response: Buffer): void;
  /** Breaks the connection before it has a request. */
  readonly atAccept?: true;
  /** The client is left waiting: only its own deadline ends the call. */
  readonly isSilent?: true;
}

const headEnd = (response: Buffer): number => response.indexOf("\r\n\r\n") + 4;
const json = (head: string, body: string): string =>
  `HTTP/1.1 ${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** The places at which a response is cut, by the number of bytes that are sent before. */
const PLACES: Readonly<Record<string, (response: Buffer) => number>> = {
  "before the first byte": () => 0,
  "in the status line": () => 8,
  "in the headers": (response) => Math.floor(headEnd(response) / 2),
  "after the headers": headEnd,
  "in the body": (response) => Math.floor((headEnd(response) + response.length) / 2),
  "before the last byte": (response) => response.length - 1,
};

function cutsAt(place: string, length: (response: Buffer) => number): Breakage[] {
  const first = (response: Buffer): Buffer => response.subarray(0, length(response));
  return [
    {
      name: `resets ${place}`,
      act: (socket, response) => socket.write(first(response), () => setTimeout(() => socket.resetAndDestroy(), 5)),
    },
    { name: `ends ${place}`, act: (socket, response) => socket.end(first(response)) },
  ];
}

const sending = (name: string, text: string | Buffer): Breakage => ({ name, act: (socket) => socket.end(text) });

/** Every way in which a call to another server breaks. */
export const BREAKAGES: readonly Breakage[] = [
  { name: "resets when it is connected", atAccept: true, act: (socket) => socket.resetAndDestroy() },
  ...Object.entries(PLACES).flatMap(([place, length]) => cutsAt(place, length)),
  sending("redirects without a body", json("302 Found\r\nLocation: https://login.example.com/", "")),
  sending("redirects with a body", json("302 Found\r\nLocation: https://login.example.com/", "moved")),
  sending("answers 304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
  sending("sends garbage", Buffer.from("\u0000\u0001garbage\r\n\r\n\u00ff\r\n".repeat(20), "latin1")),
  sending(
    "breaks its chunks",
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n',
  ),
  sending("answers 999", json("999 Beyond", "{}")),
  sending("answers 500 as HTML", "HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<b/>"),
  sending("names two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
  sending("claims gzip", json("200 OK\r\nContent-Encoding: gzip", "not gzip")),
  { name: "never answers", isSilent: true, act: () => undefined },
  { name: "stops in the headers", isSilent: true, act: (socket, response) => socket.write(response.subarray(0, 20)) },
  {
    name: "stops in the body",
    isSilent: true,
    act: (socket, response) => socket.write(response.subarray(0, headEnd(response) + 1)),
  },
];

export interface BreakingServer extends AsyncDisposable {
  /** Host and port. */
  readonly address: string;
  readonly port: number;
  /** How connections break from now on; `undefined` for a proper response. */
  breakage: Breakage | undefined;
  /** Connections so far. */
  readonly connections: number;
  /** Runs something while nothing listens on the port. */
  whileClosed<T>(run: () => Promise<T>): Promise<T>;
}

export interface BreakingServerOptions {
  /** The proper response, byte by byte. */
  readonly response: string;
  /** The server speaks when it is connected, as mail servers do. */
  readonly speaksFirst?: boolean;
}

/** Starts a server of raw connections that breaks as it is told. */
export async function startBreakingServer(options: BreakingServerOptions): Promise<BreakingServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const response = Buffer.from(options.response);
  const server: Server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    const { breakage } = breaking;
    const act = (): void => {
      if (breakage === undefined) socket.end(response);
      else breakage.act(socket, response);
    };
    if (options.speaksFirst === true || breakage?.atAccept === true) act();
    else socket.once("data", act);
    socket.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = server.address();
  const port = typeof place === "object" && place !== null ? place.port : 0;
  const breaking: BreakingServer = {
    address: `127.0.0.1:${port}`,
    port,
    breakage: undefined,
    get connections() {
      return connections;
    },
    async whileClosed(run) {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
      try {
        return await run();
      } finally {
        server.listen(port, "127.0.0.1");
        await once(server, "listening");
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
  return breaking;
}
