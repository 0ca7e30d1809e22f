import { expect } from "vitest";
import { ABORT_CODES } from "../../src/index.ts";
import type { Case } from "../fixtures/arena.ts";

export const abortCases: readonly Case[] = [
  ...Object.entries(ABORT_CODES).map(
    ([code, { net, node }]): Case => ({
      title: `${code} is what the client sees [spec 3, Route: abort]`,
      async run({ intercept, client, server }) {
        await using routes = await intercept();
        await routes.route("**/text", (route) => route.abort(code));

        const failure = await client.failureOf(`${server.url}/text`);

        // The answer to a navigation leaves out who blocked it.
        const named = net.replace(".Inspector", "");
        const isHttpClosed = code === "connectionclosed" && failure === "ECONNRESET";
        expect(failure).toBe(client.kind === "page" ? named : isHttpClosed ? "ECONNRESET" : node);
        expect(server.seen.filter(({ url }) => url === "/text")).toEqual([]);
      },
    }),
  ),
  {
    title: "failed is the default [spec 3, Route: abort]",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text", (route) => route.abort());

      expect(await client.failureOf(`${server.url}/text`)).toMatch(/^(net::ERR_FAILED|ERR_FAILED)$/);
    },
  },
  {
    title: "an unknown code is refused and the route stays open",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const refusal = Promise.withResolvers<unknown>();
      await routes.route("**/text", async (route) => {
        refusal.resolve(await route.abort("tired").catch((error: unknown) => error));
        await route.continue();
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
      expect(await refusal.promise).toMatchObject({
        code: "ERR_ROUTE_ABORT_CODE",
        abortCode: "tired",
        message: expect.stringContaining("tired"),
      });
    },
  },
  {
    title: "every method is refused after the interceptor was closed",
    async run({ intercept, client, server }) {
      const routes = await intercept();
      const entered = Promise.withResolvers<void>();
      const closed = Promise.withResolvers<void>();
      const results = Promise.withResolvers<unknown[]>();
      await routes.route("**/text", async (route) => {
        entered.resolve();
        await closed.promise;
        const calls = [route.abort(), route.continue(), route.fallback(), route.fulfill(), route.fetch()];
        results.resolve(
          (await Promise.allSettled(calls)).map((result) => result.status === "rejected" && result.reason.code),
        );
      });
      const reply = client.send(`${server.url}/text`);
      await entered.promise;
      await routes.close();
      await routes.close();
      closed.resolve();

      expect(await results.promise).toEqual(Array.from({ length: 5 }, () => "ERR_TARGET_CLOSED"));
      expect((await reply).body).toBe("real");
      await expect(routes.route("**", () => undefined)).rejects.toMatchObject({ code: "ERR_TARGET_CLOSED" });
    },
  },
  {
    title: "requests that wait at the end are aborted when that is asked for",
    async run({ intercept, client, server }) {
      const routes = await intercept({ onClose: "abort" });
      const entered = Promise.withResolvers<void>();
      await routes.route("**/text", () => {
        entered.resolve();
        return new Promise(() => undefined);
      });
      const reply = client.send(`${server.url}/text`).catch(() => "failed");
      await entered.promise;
      await routes.close();

      expect(await reply).toBe("failed");
    },
  },
];
