import { expect } from "vitest";
import type { Route } from "../../src/index.ts";
import type { Arena, Case, Reply } from "../fixtures/arena.ts";

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const echoOf = ({ body }: Reply): Echo => JSON.parse(body);

/** Runs a handler over one request and returns what the route method was refused with. */
async function refusalOf(
  { intercept, client, server }: Arena,
  act: (route: Route) => Promise<unknown>,
): Promise<unknown> {
  await using routes = await intercept();
  const refusal = Promise.withResolvers<unknown>();
  await routes.route("**/text", async (route) => {
    refusal.resolve(await act(route).catch((error: unknown) => error));
    await route.fulfill({ body: "still open" });
  });

  expect((await client.send(`${server.url}/text`)).body).toBe("still open");
  return await refusal.promise;
}

export const continueCases: readonly Case[] = [
  {
    title: "the request goes on at once and no other handler runs [spec 3, Route: continue]",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text", (route) => route.fulfill({ body: "never" }));
      await routes.route("**/text", (route) => route.continue());

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
    },
  },
  {
    title: "another url is asked without the client noticing",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text", (route) => route.continue({ url: `${server.url}/echo?x=1#gone` }));

      expect(echoOf(await client.send(`${server.url}/text`)).url).toBe("/echo?x=1");
    },
  },
  {
    title: "method and body are changed, and the length with them",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/echo", (route) => route.continue({ method: "patch", postData: { grüße: 1 } }));
      const sent = { method: "POST", body: "short", headers: { "content-type": "text/x" } };

      const { method, body, headers } = echoOf(await client.send(`${server.url}/echo`, sent));

      expect({ method, body }).toEqual({ method: "PATCH", body: '{"grüße":1}' });
      expect(headers).toMatchObject({ "content-length": "13", "content-type": "text/x" });
    },
  },
  {
    title: "bytes are sent as they are, and an empty text empties the body",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const bodies: (Uint8Array | string)[] = [Buffer.from("bytes"), ""];
      await routes.route("**/echo", (route) => route.continue({ postData: bodies.shift() }));
      const sent = { method: "POST", body: "before" };

      expect(echoOf(await client.send(`${server.url}/echo`, sent)).body).toBe("bytes");
      expect(echoOf(await client.send(`${server.url}/echo`, sent)).body).toBe("");
    },
  },
  {
    title: "headers replace the whole set; values become strings, undefined removes [spec 3, Route: continue]",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/echo", (route) =>
        route.continue({ headers: { ...route.request().headers(), "X-Number": 5, "x-gone": undefined } }),
      );

      const { headers } = echoOf(
        await client.send(`${server.url}/echo`, { headers: { "x-gone": "1", "x-kept": "2" } }),
      );

      expect(headers).toMatchObject({ "x-number": "5", "x-kept": "2" });
      expect(headers).not.toHaveProperty("x-gone");
    },
  },
  {
    title: "forbidden headers keep the client's values [spec 3, Route: continue]",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const given = {
        host: "evil.example",
        "content-length": "999",
        cookie: "evil=1",
        connection: "close",
        "sec-x": "1",
      };
      await routes.route("**/echo", (route) => route.continue({ headers: { ...given, "x-method-override": "TRACE" } }));

      const { headers } = echoOf(await client.send(`${server.url}/echo`, { method: "POST", body: "12345" }));

      expect(headers).toMatchObject({ host: new URL(server.url).host, "content-length": "5" });
      expect(headers["cookie"] ?? "").not.toContain("evil");
      expect(headers).not.toHaveProperty("x-method-override");
      expect(headers).not.toHaveProperty("sec-x");
    },
  },
  {
    title: "changed headers travel with redirects; url, method and body do not [spec 3, Route: continue]",
    only: ({ followsRedirects }) => followsRedirects,
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route(/\/start$/, (route) =>
        route.continue({
          url: `${server.url}/redirect?to=${encodeURIComponent("/redirect?to=/echo")}`,
          method: "POST",
          postData: "once",
          headers: { "x-kept": "yes" },
        }),
      );

      const { method, body, headers } = echoOf(await client.send(`${server.url}/start`));

      expect({ method, body }).toEqual({ method: "GET", body: "" });
      expect(headers).toMatchObject({ "x-kept": "yes" });
      expect(server.seen.map(({ headers: seen }) => seen["x-kept"])).toEqual(["yes", "yes", "yes"]);
    },
  },
  {
    title: "authorization that a handler gave goes along to another origin",
    only: ({ followsRedirects }) => followsRedirects,
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const to = encodeURIComponent(`${server.otherUrl}/echo`);
      await routes.route("**/redirect*", (route) => route.continue({ headers: { authorization: "Bearer mine" } }));
      // A page may not read the other origin's answer, but it was asked.
      await client.send(`${server.url}/redirect?to=${to}`).catch(() => undefined);

      const asked = server.seen.find(({ url, method }) => url === "/echo" && method === "GET");
      expect(asked?.headers["authorization"]).toBe("Bearer mine");
    },
  },
  {
    title: "only the first hop of a redirect is routed",
    only: ({ followsRedirects }) => followsRedirects,
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const routed: string[] = [];
      await routes.route("**", (route, request) => {
        routed.push(new URL(request.url()).pathname);
        return route.continue();
      });

      expect((await client.send(`${server.url}/redirects?left=3`)).body).toBe("real");
      expect(routed).toEqual(["/redirects"]);
    },
  },
  {
    title: "a redirect into a routed url is not routed either",
    only: ({ followsRedirects }) => followsRedirects,
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route(
        ({ pathname }) => pathname === "/text",
        (route) => route.fulfill({ body: "mock" }),
      );

      expect((await client.send(`${server.url}/redirect?to=/text`)).body).toBe("real");
    },
  },
  {
    title: "every hop is routed when that is asked for, and knows where it came from",
    only: ({ followsRedirects }) => followsRedirects,
    async run({ intercept, client, server }) {
      await using routes = await intercept({ redirects: "every" });
      const chain: (string | undefined)[][] = [];
      await routes.route("**", (route, request) => {
        const from = request.redirectedFrom();
        chain.push(
          [request.url(), from?.url(), from?.redirectedTo()?.url()].map((url) => url?.slice(server.url.length)),
        );
        return route.continue();
      });
      await client.send(`${server.url}/redirects?left=2`);

      expect(chain).toEqual([
        ["/redirects?left=2", undefined, undefined],
        ["/redirects?left=1", "/redirects?left=2", "/redirects?left=1"],
        ["/text", "/redirects?left=1", "/text"],
      ]);
    },
  },
  {
    title: "the head of a response is changed while its body goes on",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text", (route) =>
        route.continue({ editResponse: ({ status }) => ({ status: status + 3, headers: { "x-edited": "1" } }) }),
      );

      const reply = await client.send(`${server.url}/text`);

      expect(reply).toMatchObject({ status: 203, body: "real" });
      expect(reply.headers).toMatchObject({ "x-edited": "1" });
    },
  },
  {
    title: "what cannot change a response is refused at the call, and the route stays open",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const refused = Promise.withResolvers<unknown>();
      await routes.route("**/text", async (route) => {
        await route.continue({ editResponse: "x" as never }).catch(refused.resolve);
        await route.continue();
      });

      expect(await client.send(`${server.url}/text`)).toMatchObject({ status: 200, body: "real" });
      expect(await refused.promise).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument: "editResponse" });
    },
  },
  {
    title: "an impossible change of a response is told, and the response goes on as it is",
    async run({ intercept, client, server }) {
      for (const edit of [{ status: 99 }, { headers: { "x-bad": "a\nb" } }]) {
        await using routes = await intercept();
        const told: unknown[] = [];
        routes.on("error", ({ error }) => told.push(error));
        await routes.route("**/text", (route) => route.continue({ editResponse: () => edit }));

        expect(await client.send(`${server.url}/text`)).toMatchObject({ status: 200, body: "real" });
        expect(told).toMatchObject([{ code: "ERR_ROUTE_ARGUMENT", argument: Object.keys(edit)[0] }]);
      }
    },
  },
  {
    title: "the response of a request that was asked for it arrives",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const status = Promise.withResolvers<number | undefined>();
      await routes.route("**/status*", async (route, request) => {
        const response = request.response();
        await route.continue();
        status.resolve((await response)?.status());
      });
      await client.send(`${server.url}/status?code=418`);

      expect(await status.promise).toBe(418);
    },
  },
  {
    title: "a changed protocol is refused and the route stays open",
    async run(arena) {
      const refusal = await refusalOf(arena, (route) => route.continue({ url: "https://127.0.0.1/" }));

      expect(refusal).toMatchObject({ code: "ERR_ROUTE_PROTOCOL", from: "http:", to: "https:" });
      expect(String(refusal)).toContain("protocol");
    },
  },
  ...[
    ["a header with a line break", { headers: { "x-bad": "a\r\nb" } }, "headers"],
    ["a header name that is no token", { headers: { "x bad": "1" } }, "headers"],
    ["a body that JSON cannot write", { postData: { big: 1n } }, "postData"],
    ["a method that is no token", { method: "GE T" }, "method"],
    ["a relative url", { url: "/text" }, "url"],
    ["an object of the class Headers", { headers: new Headers({ "x-list": "1" }) }, "headers"],
    ["null", null, "options"],
    ["a text instead of options", "GET", "options"],
  ].map(
    ([what, options, argument]): Case => ({
      title: `${what} is refused and the route stays open`,
      async run(arena) {
        const refusal = await refusalOf(arena, (route) => Reflect.apply(route.continue, route, [options]));

        expect(refusal).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument });
      },
    }),
  ),
  {
    title: "fallback refuses what are no options, and the route stays open",
    async run(arena) {
      const refusal = await refusalOf(arena, (route) => Reflect.apply(route.fallback, route, [null]));

      expect(refusal).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument: "options" });
    },
  },
  {
    title: "fallback refuses a changed protocol at once",
    async run(arena) {
      const refusal = await refusalOf(arena, (route) => route.fallback({ url: "ftp://127.0.0.1/" }));

      expect(refusal).toMatchObject({ code: "ERR_ROUTE_PROTOCOL" });
    },
  },
];
