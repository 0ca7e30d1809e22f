import { once } from "node:events";
import { connect } from "node:net";
import { settingsFrom } from "@vedette/settings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createHttpServer, httpSettings, OPEN } from "../src/index.ts";
import { createLog } from "../src/log.ts";

const NEXT_REQUEST = "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n";

let app: App;
let port: number;
let count = 0;
beforeAll(async () => {
  const settings = settingsFrom(httpSettings);
  app = createHttpServer({ settings, publicUrl: "http://localhost", log: createLog("silent") });
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/open",
    config: { permission: OPEN },
    handler: async ({ method }) => {
      count += 1;
      return { method };
    },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(app.listeningOrigin).port);
});
afterAll(async () => await app.close());

/** Sends bytes and closes the sending side. @returns everything that the server sends until it closes */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  // The server resets a connection whose remaining bytes it does not read.
  socket.on("error", () => undefined);
  socket.end(bytes);
  await once(socket, "close");
  return text;
}

const statusesOf = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = ""]) => status);

describe("a request with ambiguous framing", () => {
  it.each([
    ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
    ["a list of lengths", "Content-Length: 2, 2\r\n\r\n{}"],
    ["a negative length", "Content-Length: -1\r\n\r\n"],
    ["a hexadecimal length", "Content-Length: 0x2\r\n\r\n{}"],
    ["a length and a transfer encoding", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["an unknown transfer encoding", "Transfer-Encoding: gzip\r\n\r\n"],
    ["a transfer encoding after chunked", "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"],
    ["a chunk size that is not hexadecimal", "Transfer-Encoding: chunked\r\n\r\nz\r\n\r\n"],
    ["a header continued on the next line", "X: a\r\n b\r\n\r\n"],
    ["NUL in a header", "X: a\0b\r\n\r\n"],
    ["a space before the colon", "Content-Length : 0\r\n\r\n"],
    ["a header line that ends with LF", "X: a\nY: b\r\n\r\n"],
    ["a header line that ends with CR", "X: a\rY: b\r\n\r\n"],
  ])("is rejected once and closes the connection: %s", async (_what, rest) => {
    const before = count;

    const text = await exchange(`POST /open HTTP/1.1\r\nHost: localhost\r\n${rest}${NEXT_REQUEST}`);

    expect(statusesOf(text), text).toEqual(["400"]);
    expect(count).toBe(before);
  });

  it("is answered with what follows it when it is not ambiguous", async () => {
    const head = "POST /open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;

    expect(statusesOf(await exchange(chunked + NEXT_REQUEST))).toEqual(["200", "200"]);
  });
});

describe("a request method", () => {
  it.each([
    ["CONNECT localhost:80", "405"],
    ["TRACE /open", "405"],
    ["BREW /open", "501"],
  ])("%s gets %s and nothing is served", async (start, status) => {
    const before = count;

    expect(statusesOf(await exchange(`${start} HTTP/1.1\r\nHost: localhost\r\n\r\n`))).toEqual([status]);
    expect(count).toBe(before);
  });

  it.each(["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"])(
    "does not change by the header %s",
    async (header) => {
      const text = await exchange(`GET /open HTTP/1.1\r\nHost: localhost\r\n${header}: DELETE\r\n\r\n`);

      expect(statusesOf(text)).toEqual(["200"]);
      expect(text).toContain('{"method":"GET"}');
    },
  );
});
