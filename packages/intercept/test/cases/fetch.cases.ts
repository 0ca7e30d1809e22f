import { expect } from "vitest";
import type { APIResponse, FetchOptions, InterceptOptions } from "../../src/index.ts";
import type { Arena, Case } from "../fixtures/arena.ts";

/** What `route.fetch` gives or refuses for one request; the client gets something else. */
async function fetched(
  { intercept, client, server }: Arena,
  path: string,
  options: FetchOptions = {},
  settings: InterceptOptions = {},
): Promise<APIResponse> {
  await using routes = await intercept(settings);
  const result = Promise.withResolvers<APIResponse>();
  await routes.route(`**/routed`, async (route) => {
    result.resolve(route.fetch({ url: server.url + path, ...options }));
    await Promise.allSettled([result.promise]);
    await route.fulfill({ body: "settled apart" });
  });
  expect((await client.send(`${server.url}/routed`)).body).toBe("settled apart");
  const response = await result.promise;
  await response.text();
  return response;
}

/** Reads while the interceptor is open: afterwards bodies are gone. */
async function echoed(
  { intercept, client, server }: Arena,
  options: FetchOptions,
): Promise<{ method: string; body: string; headers: Record<string, string> }> {
  await using routes = await intercept();
  await routes.route("**/echo", async (route) => await route.fulfill({ response: await route.fetch(options) }));
  return JSON.parse((await client.send(`${server.url}/echo`)).body);
}

const BODIES: readonly [title: string, postData: FetchOptions["postData"], body: string, type: string][] = [
  ["an object is sent as JSON", { a: 1 }, '{"a":1}', "application/json"],
  ["a number is sent as JSON", 5, "5", "application/json"],
  ["text is sent as bytes", "text", "text", "application/octet-stream"],
  ["bytes are sent as they are", Buffer.from("bytes"), "bytes", "application/octet-stream"],
];

export const fetchCases: readonly Case[] = [
  ...BODIES.map(
    ([title, postData, body, type]): Case => ({
      title: `${title} [spec 3, Route: fetch]`,
      async run(arena) {
        const echo = await echoed(arena, { method: "post", postData });

        expect(echo).toMatchObject({ method: "POST", body, headers: { "content-type": type } });
      },
    }),
  ),
  {
    title: "text of the type JSON is encoded unless it is JSON already",
    async run(arena) {
      const headers = { "Content-Type": "application/json" };

      expect((await echoed(arena, { method: "POST", headers, postData: "word" })).body).toBe('"word"');
      expect((await echoed(arena, { method: "POST", headers, postData: '{"a":1}' })).body).toBe('{"a":1}');
    },
  },
  {
    title: "redirects are followed, and the final url is told [spec 3, Route: fetch]",
    async run(arena) {
      const response = await fetched(arena, "/redirects?left=20");

      expect([response.status(), response.url()]).toEqual([200, `${arena.server.url}/text`]);
    },
  },
  {
    title: "more redirects than allowed are refused [spec 3, Errors]",
    async run(arena) {
      const refusal = fetched(arena, "/redirects?left=3", { maxRedirects: 2 });

      await expect(refusal).rejects.toMatchObject({
        code: "ERR_FETCH_REDIRECTS",
        maxRedirects: 2,
        message: expect.stringContaining("redirect"),
      });
    },
  },
  {
    title: "without redirects the redirect itself is the response [spec 3, Route: fetch]",
    async run(arena) {
      const response = await fetched(arena, "/redirects?left=3", { maxRedirects: 0 });

      expect([response.status(), response.ok(), response.headers()["location"]]).toEqual([
        302,
        false,
        "/redirects?left=2",
      ]);
    },
  },
  {
    title: "303 turns a POST into a GET without its body, 307 keeps both",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const codes = [303, 307];
      await routes.route("**/start", async (route) => {
        const url = `${server.url}/redirect?code=${codes.shift()}&to=/echo`;
        await route.fulfill({ response: await route.fetch({ url, method: "POST", postData: "kept" }) });
      });
      const replies = [await client.send(`${server.url}/start`), await client.send(`${server.url}/start`)];

      expect(replies.map(({ body }) => JSON.parse(body))).toMatchObject([
        { method: "GET", body: "" },
        { method: "POST", body: "kept" },
      ]);
    },
  },
  {
    title: "cookies that a redirect sets go with the next hop, and the client's own stay with its host",
    only: ({ kind }) => kind === "node",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const cookies = ["login=1; Path=/", "gone=1; Max-Age=0", "deep=1; Path=/deep", "safe=1; Secure"];
      const set = cookies.map((cookie) => `set=${encodeURIComponent(cookie)}`).join("&");
      const targets = [`${server.url}/echo`, `${server.otherUrl}/echo`];
      await routes.route("**/start", async (route) => {
        const url = `${server.url}/cookie?code=302&to=${encodeURIComponent(targets.shift() ?? "")}&${set}`;
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      const echoed = async (): Promise<unknown> => {
        const { body } = await client.send(`${server.url}/start`, { headers: { cookie: "own=1" } });
        return JSON.parse(body).headers.cookie;
      };

      expect(await echoed()).toBe("own=1; login=1");
      expect(await echoed()).toBeUndefined();
    },
  },
  {
    title: "authorization stays behind when a redirect leaves the origin",
    async run(arena) {
      const { server } = arena;
      const headers = { authorization: "Bearer secret", "x-kept": "1" };
      await fetched(arena, `/redirect?to=${encodeURIComponent(`${server.otherUrl}/echo`)}`, { headers });

      const last = server.seen.find(({ url }) => url === "/echo");
      expect(last?.headers).toMatchObject({ "x-kept": "1" });
      expect(last?.headers).not.toHaveProperty("authorization");
    },
  },
  ...["gzip", "br", "deflate", "zstd", "unknown"].map(
    (as): Case => ({
      title: `a body of the encoding ${as} is read`,
      async run({ intercept, client, server }) {
        await using routes = await intercept();
        await routes.route("**/start", async (route) => {
          const response = await route.fetch({ url: `${server.url}/encoded?as=${as}` });
          await route.fulfill({ json: [await response.text(), response.headers()["content-encoding"]] });
        });
        const text = as === "unknown" ? "not encoded" : "plain";

        expect(JSON.parse((await client.send(`${server.url}/start`)).body)).toEqual([text, as]);
      },
    }),
  ),
  {
    title: "a body that is not what its encoding says is refused",
    async run(arena) {
      await expect(fetched(arena, "/lies")).rejects.toMatchObject({ code: "ERR_FETCH_DECODE", encoding: "gzip" });
    },
  },
  {
    title: "a server that does not answer in time is given up [spec 3, Route: fetch]",
    async run(arena) {
      await expect(fetched(arena, "/hang", { timeout: 60.5 })).rejects.toMatchObject({
        code: "ERR_FETCH_TIMEOUT",
        timeout: 60.5,
        message: expect.stringContaining("60.5ms"),
      });
    },
  },
  {
    title: "a reset connection is an error, and is tried again when asked for [spec 3, Route: fetch]",
    async run(arena) {
      await expect(fetched(arena, "/reset")).rejects.toMatchObject({ code: "ERR_FETCH_NETWORK", attempts: 1 });

      let resets = 2;
      arena.server.on("/sometimes", (_request, response) => {
        resets -= 1;
        if (resets >= 0) response.socket?.resetAndDestroy();
        else response.end("third time");
      });
      const response = await fetched(arena, "/sometimes", { maxRetries: 2 });
      expect(response.status()).toBe(200);
    },
  },
  {
    title: "a time without end, longer than any timer can wait, is one",
    async run(arena) {
      const response = await fetched(arena, "/text", { timeout: Number.POSITIVE_INFINITY });

      expect(response.status()).toBe(200);
    },
  },
  {
    title: "a status is never tried again",
    async run(arena) {
      const response = await fetched(arena, "/status?code=503", { maxRetries: 3 });

      expect(response.status()).toBe(503);
      expect(arena.server.seen.filter(({ url }) => url.startsWith("/status"))).toHaveLength(1);
    },
  },
  {
    title: "a server that asks for a name and a password gets them",
    async run(arena) {
      const httpCredentials = { username: "ann", password: "secret", origin: arena.server.url };

      expect((await fetched(arena, "/basic")).status()).toBe(401);
      expect((await fetched(arena, "/basic", {}, { fetch: { httpCredentials } })).status()).toBe(200);
    },
  },
  {
    title: "HTTP/2 over TLS is fetched when certificate errors are ignored, and refused otherwise",
    async run(arena) {
      const url = `${arena.server.secureUrl}/echo`;

      await expect(fetched(arena, "", { url })).rejects.toMatchObject({ code: "ERR_FETCH_NETWORK" });
      const response = await fetched(arena, "", { url }, { fetch: { ignoreHTTPSErrors: true } });
      expect(response.status()).toBe(200);
    },
  },
  {
    title: "headers keep case, order and repetition in their list",
    async run(arena) {
      const response = await fetched(arena, "/cookie?set=a%3D1&set=b%3D2");

      expect(response.headers()["set-cookie"]).toBe("a=1\nb=2");
      expect(response.headersArray().filter(({ name }) => name === "set-cookie")).toEqual([
        { name: "set-cookie", value: "a=1" },
        { name: "set-cookie", value: "b=2" },
      ]);
    },
  },
  {
    title: "a body is gone after dispose, and when the interceptor is closed",
    async run(arena) {
      const { intercept, client, server } = arena;
      const late = await fetched(arena, "/text");
      await using routes = await intercept();
      await routes.route("**/text", async (route) => {
        const response = await route.fetch();
        await response.dispose();
        await expect(response.text()).rejects.toMatchObject({ code: "ERR_RESPONSE_DISPOSED" });
        await route.fulfill({ body: "x" });
      });
      await client.send(`${server.url}/text`);

      await expect(late.body()).rejects.toThrow(/disposed/);
    },
  },
  {
    title: "what are no options is refused",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const refusal = Promise.withResolvers<unknown>();
      await routes.route("**/text", async (route) => {
        refusal.resolve(await Reflect.apply(route.fetch, route, [null]).catch((error: unknown) => error));
        await route.fulfill({ body: "still open" });
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("still open");
      expect(await refusal.promise).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument: "options" });
    },
  },
  ...(
    [
      ["maxRedirects", { maxRedirects: -1 }],
      ["maxRetries", { maxRetries: -1 }],
      ["timeout", { timeout: -1 }],
      ["timeout", { timeout: Number.NaN }],
      ["postData", { postData: 1n }],
      ["headers", { headers: { "a b": "1" } }],
      ["method", { method: "GE T" }],
      ["method", { method: 5 }],
    ] as const
  ).map(
    ([argument, options]): Case => ({
      title: `a bad ${argument} is refused`,
      async run(arena) {
        await expect(fetched(arena, "/text", Object(options))).rejects.toMatchObject({
          code: "ERR_ROUTE_ARGUMENT",
          argument,
        });
      },
    }),
  ),
];
