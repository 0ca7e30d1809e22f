import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect } from "vitest";
import type { FulfillOptions } from "../../src/index.ts";
import type { Arena, Case, Reply } from "../fixtures/arena.ts";

async function fulfilled({ intercept, client, server }: Arena, options: FulfillOptions): Promise<Reply> {
  await using routes = await intercept();
  await routes.route("**/text", (route) => route.fulfill(options));
  return await client.send(`${server.url}/text`);
}

async function refusalOf({ intercept, client, server }: Arena, options: unknown): Promise<unknown> {
  await using routes = await intercept();
  const refusal = Promise.withResolvers<unknown>();
  await routes.route("**/text", async (route) => {
    refusal.resolve(await Reflect.apply(route.fulfill, route, [options]).catch((error: unknown) => error));
    await route.fulfill({ body: "still open" });
  });

  expect((await client.send(`${server.url}/text`)).body).toBe("still open");
  return await refusal.promise;
}

const FIELDS: readonly [title: string, options: FulfillOptions, expected: Partial<Reply>, type?: string][] = [
  ["nothing gives an empty 200 [spec 3, Limits]", {}, { status: 200, statusText: "OK", body: "" }],
  ["a status brings its phrase", { status: 404 }, { status: 404, statusText: "Not Found" }],
  ["a status that nobody assigned is sent as well", { status: 599 }, { status: 599, statusText: "Unknown" }],
  ["a phrase of its own is sent", { status: 200, statusText: "Fine" }, { statusText: "Fine" }],
  ["text is sent as UTF-8", { body: "grüße", contentType: "text/plain; charset=utf-8" }, { body: "grüße" }],
  ["bytes are sent as they are", { body: Buffer.from("bytes") }, { body: "bytes" }],
  ["bodyBytes is another name for bytes", { bodyBytes: new Uint8Array([104, 105]) }, { body: "hi" }],
  ["json is written with its type", { json: { a: [1] } }, { body: '{"a":[1]}' }, "application/json"],
  ["json may be null", { json: null }, { body: "null" }, "application/json"],
  ["json may be false", { json: false }, { body: "false" }, "application/json"],
  [
    "json leaves a type that was given [spec 3, Route: fulfill]",
    { json: 1, headers: { "Content-Type": "application/problem+json" } },
    { body: "1" },
    "application/problem+json",
  ],
  [
    "contentType wins over all others [spec 3, Route: fulfill]",
    { json: 1, contentType: "text/x", headers: { "content-type": "text/y" } },
    { body: "1" },
    "text/x",
  ],
];

export const fulfillCases: readonly Case[] = [
  ...FIELDS.map(
    ([title, options, expected, type]): Case => ({
      title,
      async run(arena) {
        const reply = await fulfilled(arena, options);

        expect(reply).toMatchObject(expected);
        if (type !== undefined) expect(reply.headers["content-type"]).toBe(type);
      },
    }),
  ),
  {
    title: "headers become strings; undefined is dropped and the length is counted",
    async run(arena) {
      const { headers } = await fulfilled(arena, { body: "four", headers: { "X-N": 1, "x-u": undefined } });

      expect(headers).toMatchObject({ "x-n": "1", "content-length": "4" });
      expect(headers).not.toHaveProperty("x-u");
    },
  },
  {
    title: "a file is sent, its type told by its ending [spec 3, Route: fulfill]",
    async run(arena) {
      const folder = mkdtempSync(join(tmpdir(), "vedette-fulfill-"));
      const path = join(folder, "style.css");
      writeFileSync(path, "a{}");

      const byPath = await fulfilled(arena, { path });
      const byRelativePath = await fulfilled(arena, { path: relative(process.cwd(), path), body: "loses" });
      rmSync(folder, { recursive: true });

      expect(byPath).toMatchObject({ body: "a{}", headers: { "content-type": "text/css" } });
      expect(byRelativePath.body).toBe("a{}");
    },
  },
  {
    title: "a fetched response is passed on with changes",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/echo", async (route) => {
        const response = await route.fetch();
        const { method } = Object(await response.json());
        await route.fulfill({ response, status: 203, json: { method, isChanged: true } });
      });

      const reply = await client.send(`${server.url}/echo`);

      expect(reply).toMatchObject({ status: 203, body: '{"method":"GET","isChanged":true}' });
      expect(reply.headers["content-type"]).toBe("application/json");
    },
  },
  ...(
    [
      ["json is JSON, whatever the response it replaces was", { json: 1 }, "text/html", "application/json"],
      ["json keeps a JSON type of the response", { json: 1 }, "application/vnd.api+json", "application/vnd.api+json"],
      ["text keeps the type of the response", { body: "a,b" }, "text/csv", "text/csv"],
      ["an empty contentType is none", { contentType: "", json: 1 }, "text/html", "application/json"],
    ] as const
  ).map(
    ([title, options, theirs, expected]): Case => ({
      title,
      async run(arena) {
        const response = {
          status: () => 200,
          headers: () => ({ "content-type": theirs }),
          body: async () => Buffer.from("theirs"),
        };

        expect((await fulfilled(arena, { response, ...options })).headers["content-type"]).toBe(expected);
      },
    }),
  ),
  {
    title: "a fetched response that was compressed arrives readable",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/encoded*", async (route) => await route.fulfill({ response: await route.fetch() }));

      expect((await client.send(`${server.url}/encoded?as=br`)).body).toBe("plain");
    },
  },
  {
    title: "a response of another tool is taken too",
    async run(arena) {
      const response = {
        status: () => 202,
        headers: () => ({ "x-tool": "other" }),
        body: async () => Buffer.from("theirs"),
      };

      const reply = await fulfilled(arena, { response });

      expect(reply).toMatchObject({ status: 202, body: "theirs" });
      expect(reply.headers).toMatchObject({ "x-tool": "other" });
    },
  },
  {
    title: "a stream is delivered piece by piece",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text", (route) => {
        const body = (async function* (): AsyncGenerator<string> {
          yield "one ";
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield "two";
        })();
        return route.fulfill({ status: 201, headers: { "x-streamed": "yes" }, contentType: "text/plain", body });
      });

      const reply = await client.send(`${server.url}/text`);

      expect(reply).toMatchObject({ status: 201, body: "one two" });
      expect(reply.headers).toMatchObject({ "x-streamed": "yes", "content-type": "text/plain" });
    },
  },
  {
    title: "a web stream is delivered too",
    async run(arena) {
      const body = new Blob(["from a blob"]).stream();

      expect((await fulfilled(arena, { body })).body).toBe("from a blob");
    },
  },
  {
    title: "a redirect is followed by the client and its target not routed",
    only: ({ followsRedirects }) => followsRedirects,
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));
      await routes.route("**/start", (route) => route.fulfill({ status: 302, headers: { location: "/text" } }));

      expect((await client.send(`${server.url}/start`)).body).toBe("real");
    },
  },
  ...(
    [
      ["json and body together", { json: 1, body: "x" }, "json"],
      ["a status out of range", { status: 99 }, "status"],
      ["a status that is no whole number", { status: 200.5 }, "status"],
      ["a header with a line break", { headers: { "x-bad": "a\nb" } }, "headers"],
      ["a phrase with a line break", { statusText: "a\r\nb" }, "statusText"],
      ["a content type with a line break", { contentType: "a\r\nb: c" }, "headers"],
      ["a response without its methods", { response: { status: 200 } }, "response"],
      ["json that cannot be written", { json: () => 1 }, "json"],
      ["a body that is neither text, bytes nor stream", { body: 5 }, "body"],
      ["a list of headers", { headers: [["x-list", "1"]] }, "headers"],
      ["an object of the class Headers", { headers: new Headers({ "x-list": "1" }) }, "headers"],
      ["null", null, "options"],
      ["a text instead of options", "body", "options"],
    ] as const
  ).map(
    ([what, options, argument]): Case => ({
      title: `${what} is refused and the route stays open`,
      async run(arena) {
        expect(await refusalOf(arena, options)).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument });
      },
    }),
  ),
  {
    title: "an answer that is none yet is refused and the route stays open",
    only: ({ kind }) => kind === "node",
    async run(arena) {
      expect(await refusalOf(arena, { status: 103 })).toMatchObject({ code: "ERR_ROUTE_ARGUMENT", argument: "status" });
    },
  },
  {
    title: "a file that is not there is refused and the route stays open",
    async run(arena) {
      expect(await refusalOf(arena, { path: "/nowhere/at/all.txt" })).toMatchObject({
        code: "ERR_ROUTE_ARGUMENT",
        argument: "path",
        cause: { code: "ENOENT" },
      });
    },
  },
];
