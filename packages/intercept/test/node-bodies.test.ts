import http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { request as undiciRequest } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interceptNode } from "../src/index.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

let server: Loopback;

beforeAll(async () => {
  server = await startLoopback();
});

afterAll(async () => await server[Symbol.asyncDispose]());

/** Gives its second piece only when told: nobody can have read it before. */
async function* pieces(second: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from("one ");
  await second;
  yield Buffer.from("two");
}

type Upload = (url: string, body: AsyncGenerator<Uint8Array>) => Promise<string>;

const UPLOADS: readonly (readonly [client: string, upload: Upload])[] = [
  [
    "global fetch",
    async (url, body) => {
      const stream = new ReadableStream({
        async pull(controller) {
          const { done, value } = await body.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      });
      const sent = { method: "POST", body: stream, duplex: "half" };
      return await (await fetch(url, sent)).text();
    },
  ],
  [
    "undici",
    async (url, body) => await (await undiciRequest(url, { method: "POST", body: Readable.from(body) })).body.text(),
  ],
  [
    "http",
    async (url, body) => {
      const outgoing = http.request(url, { method: "POST" });
      const answer = new Promise<http.IncomingMessage>((resolve) => outgoing.on("response", resolve));
      await pipeline(Readable.from(body), outgoing);
      return (await Array.fromAsync(await answer)).join("");
    },
  ],
];

describe.each(UPLOADS)("a body that %s streams", (_client, upload) => {
  it("is passed on unread, while it still streams", async () => {
    await using routes = await interceptNode();
    const second = Promise.withResolvers<void>();
    const told: unknown[] = [];
    await routes.route("**/echo", async (route, request) => {
      told.push(request.postData());
      await route.continue({ headers: { ...request.headers(), "x-own": "1" } });
      second.resolve();
    });
    const { body, headers } = JSON.parse(await upload(`${server.url}/echo`, pieces(second.promise)));

    expect([body, headers["x-own"]]).toEqual(["one two", "1"]);
    expect(told).toEqual([null]);
  });

  it("is read before the handler runs when its route asks for it, and sent once", async () => {
    await using routes = await interceptNode();
    const told: unknown[] = [];
    await routes.route("**/other", (route) => route.continue());
    await routes.route(
      "**/echo",
      async (route, request) => {
        told.push(request.postData());
        await route.continue();
      },
      { readsBody: true },
    );

    expect(JSON.parse(await upload(`${server.url}/echo`, pieces(Promise.resolve()))).body).toBe("one two");
    expect(told).toEqual(["one two"]);
  });

  it("that is too large to be read is passed on whole", async () => {
    await using routes = await interceptNode();
    const told: unknown[] = [];
    await routes.route(
      "**/length",
      async (route, request) => {
        told.push(request.postData());
        await route.continue();
      },
      { readsBody: true },
    );
    const size = 70;
    async function* megabytes(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < size; count += 1) yield Buffer.alloc(1024 * 1024, "x");
    }

    expect(await upload(`${server.url}/length`, megabytes())).toBe(String(size * 1024 * 1024));
    expect(told).toEqual([null]);
  });
});

function form(): FormData {
  const data = new FormData();
  data.append("name", "value");
  data.append("other", "ä");
  return data;
}

function* strings(): Generator<string> {
  yield "one ";
  yield "two";
}

const BODIES: readonly (readonly [name: string, body: () => unknown])[] = [
  ["FormData", form],
  ["a Blob", () => new Blob(["hello"], { type: "text/plain" })],
  ["a stream", () => Readable.from(strings())],
  ["an iterable", strings],
];

/** Apart from the boundary, which is made up for each form. */
const echoed = (text: string): unknown => {
  const { body, headers } = JSON.parse(text.replace(/-{4,}[\w-]*?\d{6,}/g, "boundary"));
  return [body, headers["content-type"]];
};

describe.each(BODIES)("the body %s of undici", (_name, body) => {
  const send = async (): Promise<string> => {
    const sent = await undiciRequest(`${server.url}/echo`, { method: "POST", body: body() as Readable });
    return await sent.body.text();
  };

  it.each(["continue", "fetch", "fetch after a change"] as const)("arrives whole: %s", async (how) => {
    const plain = echoed(await send());
    await using routes = await interceptNode();
    await routes.route("**/echo", async (route) => {
      if (how === "continue") return route.continue();
      const headers = how === "fetch" ? undefined : { ...route.request().headers(), "x-own": "1" };
      return route.fulfill({ response: await route.fetch({ headers }) });
    });

    expect(echoed(await send())).toEqual(plain);
  });
});

it("sends the whole body of http by route.fetch while the client still writes", async () => {
  await using routes = await interceptNode();
  await routes.route("**/length", async (route) => route.fulfill({ response: await route.fetch() }));
  const request = http.request(`${server.url}/length`, { method: "POST" });
  const answer = new Promise<http.IncomingMessage>((resolve) => request.on("response", resolve));
  async function* megabytes(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 20; count += 1) yield Buffer.alloc(1024 * 1024, "x");
  }
  await pipeline(Readable.from(megabytes()), request);

  expect((await Array.fromAsync(await answer)).join("")).toBe(String(20 * 1024 * 1024));
});

it("rejects route.fetch when the client has given its request up", async () => {
  await using routes = await interceptNode();
  const failure = Promise.withResolvers<unknown>();
  await routes.route("**/length", async (route) => {
    request.destroy();
    await route.fetch().catch(failure.resolve);
  });
  const request = http.request(`${server.url}/length`, { method: "POST" });
  request.on("error", () => undefined);
  request.flushHeaders();

  expect(await failure.promise).toMatchObject({ code: "ERR_FETCH_BODY" });
});

it("rejects route.fetch for a body that is larger than 64 MiB", async () => {
  await using routes = await interceptNode();
  const failure = Promise.withResolvers<unknown>();
  await routes.route("**/length", async (route) => {
    await route.fetch().catch(failure.resolve);
    await route.abort();
  });
  const request = http.request(`${server.url}/length`, { method: "POST" });
  request.on("error", () => undefined);
  const chunk = Buffer.alloc(1024 * 1024);
  for (let count = 0; count < 70; count += 1) request.write(chunk);

  expect(await failure.promise).toMatchObject({ code: "ERR_FETCH_BODY" });
});

const LEAVERS: readonly (readonly [client: string, leave: (url: string) => Promise<unknown>])[] = [
  [
    "global fetch",
    async (url) => {
      const reader = (await fetch(url)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    },
  ],
  [
    "undici",
    async (url) => {
      const { body } = await undiciRequest(url);
      body.once("data", () => body.destroy());
      body.on("error", () => undefined);
    },
  ],
  [
    "http",
    async (url) => {
      const outgoing = http.get(url, (response) => response.once("data", () => response.destroy()));
      outgoing.on("error", () => undefined);
    },
  ],
];

describe.each(LEAVERS)("an answer that streams to %s", (_client, leave) => {
  it("ends at its source when the client has gone", async () => {
    const ended = Promise.withResolvers<string>();
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          yield "more ";
          await turn();
        }
      } finally {
        ended.resolve("ended");
      }
    }
    await using routes = await interceptNode();
    await routes.route("**/endless", (route) => route.fulfill({ body: endless() }));

    await leave(`${server.url}/endless`);

    expect(await ended.promise).toBe("ended");
  });
});
