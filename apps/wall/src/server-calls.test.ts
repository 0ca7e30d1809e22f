import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serverCalls } from "./server-calls.ts";

const KEY = "vdwk_test";
let server: Server | undefined;

/** What stands between a wall and its watch room, and answers for it. */
async function callsTo(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return serverCalls(`http://127.0.0.1:${port}`, new AbortController().signal);
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe("a wall", () => {
  it("is removed when the watch room says so", async () => {
    const calls = await callsTo(({ url }, response) => {
      response.statusCode = url === "/api/wall/report" ? 401 : 200;
      response.end(JSON.stringify(url === "/api/wall/report" ? { message: "no" } : { state: "gone" }));
    });

    expect(await calls.report(KEY, [], "0")).toBeUndefined();
  });

  it.each([401, 403, 404, 502])("is not removed when a proxy on the way answers %i with a page", async (status) => {
    const calls = await callsTo((_request, response) => {
      response.statusCode = status;
      response.end("<h1>Please sign in</h1>");
    });

    await expect(calls.report(KEY, [], "0")).rejects.toThrow(/it (does not answer as a watch room|answers 502)/);
  });

  it("takes its key to no other address, and says where the server has moved to", async () => {
    const paths: (string | undefined)[] = [];
    const calls = await callsTo(({ url }, response) => {
      paths.push(url);
      response.writeHead(308, { location: "/elsewhere" }).end();
    });

    await expect(calls.pairingState(KEY)).rejects.toThrow("it has moved to /elsewhere");
    expect(paths).toEqual(["/api/wall/pairing"]);
  });

  it("says why it cannot be paired in the server's words", async () => {
    const calls = await callsTo((_request, response) => {
      response.statusCode = 429;
      response.end(JSON.stringify({ message: "Too many walls wait." }));
    });

    expect(await calls.beginPairing({ playlist: "a", name: "b" })).toBe("Too many walls wait.");
  });
});
