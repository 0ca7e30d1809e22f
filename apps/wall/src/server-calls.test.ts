import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
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
  vi.useRealTimers();
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

  it.each([
    { clock: "right", aheadMs: 0, seconds: 0 },
    { clock: "an hour behind", aheadMs: 3_600_000, seconds: 3590 },
    { clock: "an hour ahead", aheadMs: -3_600_000, seconds: -3599 },
  ])("whose clock is $clock is told no more of it than is sure of an answer that took ten seconds", async (given) => {
    const asked = Date.UTC(2026, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now: asked });
    const calls = await callsTo((_request, response) => {
      response.setHeader("date", new Date(asked + given.aheadMs).toUTCString());
      vi.setSystemTime(asked + 10_000);
      response.end("{}");
    });

    expect((await calls.report(KEY, [], "0"))?.clockAheadSeconds).toBe(given.seconds);
  });
});
