import { once } from "node:events";
import http from "node:http";
import { type Duplex, Writable } from "node:stream";
import {
  Agent,
  getGlobalDispatcher,
  RetryAgent,
  setGlobalDispatcher,
  fetch as undiciFetch,
  request as undiciRequest,
  stream as undiciStream,
} from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Interceptor, interceptNode } from "../src/index.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";
import { NODE_CLIENTS } from "./fixtures/node-clients.ts";

let server: Loopback;

beforeAll(async () => {
  server = await startLoopback();
});

afterAll(async () => await server[Symbol.asyncDispose]());

const answering = async (body: string): Promise<Interceptor> => {
  const routes = await interceptNode();
  await routes.route("**/text", (route) => route.fulfill({ body }));
  return routes;
};

const textOf = async (client: string): Promise<string | undefined> =>
  (await NODE_CLIENTS.get(client)?.send(`${server.url}/text`))?.body;

/** All places that are patched. */
const patched = (): unknown[] => [
  globalThis.fetch,
  Reflect.get(http.Agent.prototype, "addRequest"),
  ...[1, 2].map((version) => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`))),
];

describe.each([...NODE_CLIENTS.keys()])("several interceptors of one process, for %s,", (client) => {
  it("stack: the last one first, in whatever order they are closed", async () => {
    const before = patched();
    const outer = await answering("first");
    const inner = await interceptNode();
    await inner.route("**/text", (route) => route.fallback());
    const last = await answering("last");
    const texts = [await textOf(client)];
    await last.close();
    texts.push(await textOf(client));
    await outer.close();
    texts.push(await textOf(client));
    await inner.close();
    texts.push(await textOf(client));

    expect(texts).toEqual(["last", "first", "real", "real"]);
    expect(patched().map((one, index) => one === before[index])).toEqual([true, true, true, true]);
  });

  it("put back exactly what was there when they are closed in turn", async () => {
    const before = patched();
    {
      await using _outer = await answering("first");
      await using _inner = await answering("last");
      expect(patched().map((one, index) => one === before[index])).toEqual([false, false, false, false]);
    }

    expect(patched().map((one, index) => one === before[index])).toEqual([true, true, true, true]);
    expect(await textOf(client)).toBe("real");
  });
});

describe("the dispatcher of the process", () => {
  it("that a program has set is routed, and is there again afterwards", async () => {
    const before = getGlobalDispatcher();
    const own = new Agent();
    setGlobalDispatcher(own);
    {
      await using _routes = await answering("mock");
      expect(await textOf("undici")).toBe("mock");
      expect(await textOf("global fetch")).toBe("mock");
    }
    expect(getGlobalDispatcher()).toBe(own);
    expect(await textOf("undici")).toBe("real");
    setGlobalDispatcher(before);
    await own.close();
  });

  it("is routed when a program sets it while routes exist", async () => {
    const before = getGlobalDispatcher();
    const own = new Agent();
    {
      await using _routes = await answering("mock");
      setGlobalDispatcher(own);
      expect(await textOf("global fetch")).toBe("mock");
      expect(await textOf("undici")).toBe("mock");
    }
    expect(getGlobalDispatcher()).toBe(own);
    expect(await textOf("global fetch")).toBe("real");
    setGlobalDispatcher(before);
    await own.close();
  });

  it("decides once when a program sets one that passes requests on to the old one", async () => {
    const before = getGlobalDispatcher();
    let count = 0;
    {
      await using routes = await interceptNode();
      await routes.route("**/text", (route) => {
        count += 1;
        return route.continue();
      });
      setGlobalDispatcher(new RetryAgent(getGlobalDispatcher()));
      expect(await textOf("global fetch")).toBe("real");
      expect(await textOf("undici")).toBe("real");
    }
    expect(count).toBe(2);
    setGlobalDispatcher(before);
  });

  it("that a program sets while routes exist stays when they go", async () => {
    const before = getGlobalDispatcher();
    const routes = await answering("mock");
    const own = new Agent();
    setGlobalDispatcher(own);
    await routes.close();

    expect(getGlobalDispatcher()).toBe(own);
    expect(await textOf("undici")).toBe("real");
    setGlobalDispatcher(before);
    await own.close();
  });
});

describe("undici", () => {
  it("stream and fetch of the package are routed too", async () => {
    await using _routes = await answering("mock");
    const chunks: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, callback) {
        chunks.push(String(chunk));
        callback();
      },
    });
    await undiciStream(`${server.url}/text`, { method: "GET" }, () => sink);

    expect(chunks.join("")).toBe("mock");
    expect(await (await undiciFetch(`${server.url}/text`)).text()).toBe("mock");
  });

  it("a dispatcher of a request's own passes by", async () => {
    await using _routes = await answering("mock");
    const dispatcher = new Agent();

    expect(await (await undiciRequest(`${server.url}/text`, { dispatcher })).body.text()).toBe("real");
    await dispatcher.close();
  });

  it("retries under a retry agent what a handler fulfills with 503", async () => {
    let count = 0;
    await using routes = await interceptNode();
    await routes.route("**/text", (route) => {
      count += 1;
      return count < 3 ? route.fulfill({ status: 503 }) : route.fulfill({ body: "done" });
    });
    const dispatcher = new RetryAgent(getGlobalDispatcher(), { minTimeout: 1 });

    expect(await (await undiciRequest(`${server.url}/text`, { dispatcher })).body.text()).toBe("done");
    expect(count).toBe(3);
  });
});

describe("what is a talk and no request", () => {
  it("goes by: Expect, Upgrade and CONNECT", async () => {
    const plain = http.createServer((_request, response) => response.end("answered"));
    const greet = (_request: unknown, socket: Duplex): void =>
      void socket.end("HTTP/1.1 101 Hi\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n");
    plain.on("upgrade", greet);
    plain.on("connect", (_request, socket: Duplex) => void socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    // A listening server has an address with a port.
    const { port } = plain.address() as { port: number };
    await using routes = await interceptNode();
    await routes.route("**", (route) => route.abort());

    const expecting = http.request({ port, method: "POST", headers: { expect: "100-continue" } });
    expecting.on("continue", () => expecting.end("body"));
    const [answer]: http.IncomingMessage[] = await once(expecting, "response");
    answer?.resume();
    const upgrading = http.request({ port, headers: { connection: "upgrade", upgrade: "x" } }).end();
    const [upgraded]: http.IncomingMessage[] = await once(upgrading, "upgrade");
    const connecting = http.request({ port, method: "CONNECT", path: "host:1" }).end();
    const [connected]: http.IncomingMessage[] = await once(connecting, "connect");

    expect([answer, upgraded, connected].map((message) => message?.statusCode)).toEqual([200, 101, 200]);
    expect(routes.stats().paused).toBe(0);
    plain.close();
    plain.closeAllConnections();
  });
});
