import { expect } from "vitest";
import type { RequestOverrides, Route } from "../../src/index.ts";
import type { Case } from "../fixtures/arena.ts";

const pass = async (route: Route): Promise<void> => await route.fallback();

export const chainCases: readonly Case[] = [
  {
    title: "the last registered handler runs first and a settled chain ends [spec 3, States]",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const ran: string[] = [];
      await routes.route("**/text", (route) => {
        ran.push("first");
        return route.fulfill({ body: "first" });
      });
      await routes.route("**/text", (route) => {
        ran.push("last");
        return route.fallback();
      });
      await routes.route("**/other", () => ran.push("other"));

      expect((await client.send(`${server.url}/text`)).body).toBe("first");
      expect(ran).toEqual(["last", "first"]);
    },
  },
  {
    title: "a request that nobody matches goes to the server",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/other", (route) => route.abort());

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
    },
  },
  {
    title: "a chain of fallbacks sends the request with what they changed, per field the last one",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/echo", (route) => route.fallback({ method: "PUT" }));
      await routes.route("**/echo", (route) => route.fallback({ method: "POST", postData: "changed" }));

      const { method, body } = JSON.parse((await client.send(`${server.url}/echo`)).body);

      expect({ method, body }).toEqual({ method: "PUT", body: "changed" });
    },
  },
  {
    title: "what is not given, or given as nothing, keeps the earlier value",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const nothing: RequestOverrides = { url: "", method: "", headers: undefined, postData: undefined };
      await routes.route("**/echo", (route) => route.continue(nothing));
      await routes.route("**/echo", (route) => route.fallback(nothing));
      await routes.route("**/echo", (route) =>
        route.fallback({ method: "PUT", postData: "x", headers: { "x-a": "1" } }),
      );

      const { method, body, headers } = JSON.parse((await client.send(`${server.url}/echo`)).body);

      expect({ method, body, added: headers["x-a"] }).toEqual({ method: "PUT", body: "x", added: "1" });
    },
  },
  {
    title: "a request keeps the list it arrived with: removed routes are passed over, new ones are not for it",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const ran: string[] = [];
      const add = (name: string) =>
        routes.route("**/text", (route) => {
          ran.push(name);
          return route.fallback();
        });
      await add("kept");
      const removed = await add("removed");
      await routes.route("**/text", async (route) => {
        await removed.dispose();
        await add("new");
        await route.fallback();
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
      expect(ran).toEqual(["kept"]);
    },
  },
  {
    title: "later handlers see what earlier ones changed",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const seen: unknown[] = [];
      await routes.route("**/text", async (route, request) => {
        seen.push(request.method(), request.url(), request.postDataJSON(), await request.headerValue("X-Added"));
        seen.push(await request.headerValue("constructor"));
        await route.fulfill({ body: "done" });
      });
      await routes.route("**/text", (route) =>
        route.fallback({ url: `${server.url}/moved`, method: "post", postData: { a: 1 }, headers: { "X-ADDED": 7 } }),
      );
      await client.send(`${server.url}/text`);

      expect(seen).toEqual(["POST", `${server.url}/moved`, { a: 1 }, "7", null]);
    },
  },
  {
    title: "matching goes by the original url after fallback [spec 3, Route: fallback]",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/moved", (route) => route.fulfill({ body: "moved" }));
      await routes.route("**/text", (route) => route.fulfill({ body: "original" }));
      await routes.route("**/text", (route) => route.fallback({ url: `${server.url}/moved` }));

      expect((await client.send(`${server.url}/text`)).body).toBe("original");
    },
  },
  {
    title: "matching goes by the changed url when that is switched on",
    async run({ intercept, client, server }) {
      await using routes = await intercept({ fallbackMatching: "overridden" });
      await routes.route("**/moved", (route) => route.fulfill({ body: "moved" }));
      await routes.route("**/text", (route) => route.fulfill({ body: "original" }));
      await routes.route("**/text", (route) => route.fallback({ url: `${server.url}/moved` }));

      expect((await client.send(`${server.url}/text`)).body).toBe("moved");
    },
  },
  {
    title: "the next handler starts when the one before has returned",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const order: string[] = [];
      await routes.route("**/text", async (route) => {
        order.push("second");
        await route.fulfill({ body: "x" });
      });
      await routes.route("**/text", async (route) => {
        await route.fallback();
        await new Promise((resolve) => setImmediate(resolve));
        order.push("first returned");
      });
      await client.send(`${server.url}/text`);

      expect(order).toEqual(["first returned", "second"]);
    },
  },
  {
    title: "a route with times is gone after so many runs, also with parallel requests",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text?*", (route) => route.fulfill({ body: "mock" }), { times: 2 });
      const mocked = await Promise.all(
        [1, 2, 3, 4].map(async (n) => (await client.send(`${server.url}/text?${n}`)).body),
      );

      expect(mocked.toSorted()).toEqual(["mock", "mock", "real", "real"]);
    },
  },
  {
    title: "methods narrow a route",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/echo", (route) => route.fulfill({ body: "mock" }), { methods: ["post"] });

      expect((await client.send(`${server.url}/echo`, { method: "POST", body: "x" })).body).toBe("mock");
      expect((await client.send(`${server.url}/echo`)).body).toContain('"method":"GET"');
    },
  },
  {
    title: "a function matches by url and by the request's body",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route(
        (url, request) => url.pathname === "/echo" && request.postData() === "yes",
        (route) => route.fulfill({ body: "mock" }),
      );

      expect((await client.send(`${server.url}/echo`, { method: "POST", body: "yes" })).body).toBe("mock");
      expect((await client.send(`${server.url}/echo`, { method: "POST", body: "no" })).body).toContain('"body":"no"');
    },
  },
  {
    title: "unroute removes by pattern, and by handler when one is given",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const one = (route: Route): Promise<void> => route.fulfill({ body: "one" });
      const other = (route: Route): Promise<void> => route.fulfill({ body: "other" });
      const send = async (): Promise<string> => (await client.send(`${server.url}/text`)).body;
      await routes.route(/\/text$/g, one);
      await routes.route(/\/text$/g, other);
      const bodies = [await send()];
      await routes.unroute(/\/text$/g, other);
      bodies.push(await send());
      await routes.unroute(/\/text$/g);
      bodies.push(await send());

      expect(bodies).toEqual(["other", "one", "real"]);
    },
  },
  {
    title: "a registration disposes of its route",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      {
        await using _mock = await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));
        expect((await client.send(`${server.url}/text`)).body).toBe("mock");
      }

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
    },
  },
  {
    title: "unrouteAll with wait resolves when running handlers have finished",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const order: string[] = [];
      const entered = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      await routes.route("**/text", async (route) => {
        entered.resolve();
        await release.promise;
        await route.fulfill({ body: "mock" });
        order.push("handler");
      });
      const reply = client.send(`${server.url}/text`);
      await entered.promise;
      const removed = routes.unrouteAll({ behavior: "wait" }).then(() => order.push("removed"));
      release.resolve();
      await removed;

      expect(order).toEqual(["handler", "removed"]);
      expect((await reply).body).toBe("mock");
    },
  },
  {
    title: "unrouteAll with ignoreErrors swallows what handlers throw and sends their requests on",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const entered = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const errors: unknown[] = [];
      routes.on("error", ({ error }) => errors.push(error));
      await routes.route("**/text", async () => {
        entered.resolve();
        await release.promise;
        throw new Error("too late");
      });
      const reply = client.send(`${server.url}/text`);
      await entered.promise;
      await routes.unrouteAll({ behavior: "ignoreErrors" });
      release.resolve();

      expect((await reply).body).toBe("real");
      expect(errors).toEqual([]);
    },
  },
  {
    title: "a request in a running handler stays under its control after unroute",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const entered = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const handler = async (route: Route): Promise<void> => {
        entered.resolve();
        await release.promise;
        await route.fulfill({ body: "still mine" });
      };
      await routes.route("**/text", handler);
      const reply = client.send(`${server.url}/text`);
      await entered.promise;
      await routes.unroute("**/text");
      release.resolve();

      expect((await reply).body).toBe("still mine");
    },
  },
  {
    title: "a handler that throws is told, and its request fails instead of hanging",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const told: unknown[] = [];
      routes.on("error", ({ error, request }) => told.push([String(error), request.url()]));
      await routes.route("**/text", () => {
        throw new Error("broken handler");
      });

      await expect(client.send(`${server.url}/text`)).rejects.toThrow();
      expect(told).toEqual([["Error: broken handler", `${server.url}/text`]]);
    },
  },
  {
    title: "a matcher that throws is told, and the request fails",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const told: unknown[] = [];
      routes.on("error", ({ error }) => told.push(String(error)));
      await routes.route(() => {
        throw new Error("broken matcher");
      }, pass);

      await expect(client.send(`${server.url}/text`)).rejects.toThrow();
      expect(told).toContain("Error: broken matcher");
    },
  },
  {
    title: "a handler that forgets its route is told, and the request goes on unchanged after a while",
    async run({ intercept, client, server }) {
      await using routes = await intercept({ stallTimeout: 30 });
      const told: string[] = [];
      routes.on("stall", ({ request }) => told.push(request.url()));
      await routes.route("**/text", () => undefined);

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
      expect(told).toEqual([`${server.url}/text`]);
    },
  },
  {
    title: "a handler whose answer is refused after it returned does not keep the request",
    async run({ intercept, client, server }) {
      await using routes = await intercept({ stallTimeout: 0, onStall: "abort" });
      const refusal = Promise.withResolvers<unknown>();
      await routes.route("**/text", (route) => {
        route.fulfill({ path: "/nowhere/at/all.txt" }).catch(refusal.resolve);
      });

      await expect(client.send(`${server.url}/text`)).rejects.toThrow();
      expect(await refusal.promise).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument: "path" });
    },
  },
  {
    title: "a handler may answer after it has returned, for ever when that is asked for",
    async run({ intercept, client, server }) {
      for (const stallTimeout of [25_000, Number.POSITIVE_INFINITY, false] as const) {
        await using routes = await intercept({ stallTimeout });
        await routes.route("**/text", (route) => {
          setTimeout(() => void route.fulfill({ body: "late" }), 50);
        });

        expect((await client.send(`${server.url}/text`)).body).toBe("late");
      }
    },
  },
  {
    title: "a handler that takes too long loses its route",
    async run({ intercept, client, server }) {
      await using routes = await intercept({ onStall: "abort", handlerTimeout: 50 });
      const late = Promise.withResolvers<unknown>();
      routes.on("stall", ({ route }) =>
        setImmediate(() => late.resolve(route.abort().catch((error: unknown) => error))),
      );
      await routes.route("**/text", () => new Promise(() => undefined));

      await expect(client.send(`${server.url}/text`)).rejects.toThrow();
      expect(await late.promise).toMatchObject({ code: "ERR_ROUTE_HANDLED" });
    },
  },
  {
    title: "a handler that passed the request on and never returns keeps nobody waiting beyond its time",
    async run({ intercept, client, server }) {
      await using routes = await intercept({ handlerTimeout: 50 });
      await routes.route("**/text", (route) => route.fulfill({ body: "next" }));
      await routes.route("**/text", async (route) => {
        await route.fallback();
        await new Promise(() => undefined);
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("next");
    },
  },
  {
    title: "a listener that throws keeps no request waiting",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const rejections: unknown[] = [];
      const before = process.listeners("unhandledRejection");
      process.removeAllListeners("unhandledRejection");
      process.on("unhandledRejection", (error) => rejections.push(String(error)));
      routes.on("error", () => {
        throw new Error("broken listener");
      });
      await routes.route("**/text", () => {
        throw new Error("broken handler");
      });

      try {
        await expect(client.send(`${server.url}/text`)).rejects.toThrow();
        await expect.poll(() => rejections, { timeout: 25_000 }).toEqual(["Error: broken listener"]);
      } finally {
        process.removeAllListeners("unhandledRejection");
        for (const listener of before) process.on("unhandledRejection", listener);
      }
    },
  },
  {
    title: "a second answer is refused as already handled, awaited or not",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const results = Promise.withResolvers<PromiseSettledResult<void>[]>();
      await routes.route("**/text", async (route) => {
        const both = Promise.allSettled([route.fulfill({ body: "one" }), route.fulfill({ body: "two" })]);
        results.resolve([...(await both), ...(await Promise.allSettled([route.continue()]))]);
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("one");
      const handled = { status: "rejected", reason: expect.objectContaining({ code: "ERR_ROUTE_HANDLED" }) };
      expect(await results.promise).toMatchObject([{ status: "fulfilled" }, handled, handled]);
    },
  },
  {
    title: "a handler that passed a request on cannot take it back",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const stale = Promise.withResolvers<Route>();
      await routes.route("**/text", async (route) => {
        const old = await stale.promise;
        await expect(old.abort()).rejects.toMatchObject({ code: "ERR_ROUTE_HANDLED" });
        await route.fulfill({ body: "mine" });
      });
      await routes.route("**/text", async (route) => {
        await route.fallback();
        stale.resolve(route);
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("mine");
    },
  },
];
