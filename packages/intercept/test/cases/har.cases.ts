import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect } from "vitest";
import type { Case } from "../fixtures/arena.ts";

/** A folder that is gone at the end of its block. */
function folder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "vedette-har-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

interface Recorded {
  readonly url: string;
  readonly method?: string;
  readonly headers?: object[];
  readonly posted?: string;
  readonly status?: number;
  readonly responseHeaders?: object[];
  readonly content?: object;
}

function har(entries: readonly Recorded[]): string {
  return JSON.stringify({
    log: {
      entries: entries.map(
        ({ url, method = "GET", headers = [], posted, status = 200, responseHeaders = [], content = {} }) => ({
          request: { url, method, headers, ...(posted !== undefined && { postData: { text: posted } }) },
          response: { status, statusText: "", headers: responseHeaders, content },
        }),
      ),
    },
  });
}

const BODY = Buffer.from("body ".repeat(100));

export const harCases: readonly Case[] = [
  {
    title: "a recorded HAR answers without the server, in plain and as an archive",
    async run({ intercept, client, server }) {
      using place = folder();
      for (const name of ["all.har", "all.zip"]) {
        const path = join(place.path, name);
        {
          await using routes = await intercept();
          await routes.routeFromHAR(path, { update: true, url: /\/(text|encoded|echo)/ });
          await client.send(`${server.url}/text`);
          await client.send(`${server.url}/encoded?as=br`);
          await client.send(`${server.url}/echo`, {
            method: "POST",
            body: "one",
            headers: { authorization: "secret" },
          });
          await client.send(`${server.url}/echo`, { method: "POST", body: "two" });
        }
        server.forget();
        await using routes = await intercept();
        await routes.routeFromHAR(path);

        expect((await client.send(`${server.url}/text`)).body).toBe("real");
        expect((await client.send(`${server.url}/encoded?as=br`)).body).toBe("plain");
        expect((await client.send(`${server.url}/echo`, { method: "POST", body: "two" })).body).toContain(
          '"body":"two"',
        );
        expect(server.seen).toEqual([]);
        if (name.endsWith(".har"))
          expect(JSON.stringify(JSON.parse(readFileSync(path, "utf8")).log.entries[2].request)).not.toContain("secret");
      }
    },
  },
  {
    title: "what is not in a HAR is aborted, or falls back when that is asked for",
    async run({ intercept, client, server }) {
      using place = folder();
      const path = join(place.path, "x.har");
      writeFileSync(path, har([{ url: `${server.url}/known`, content: { text: "from the file" } }]));
      await using routes = await intercept();
      const aborting = await routes.routeFromHAR(path);
      await expect(client.send(`${server.url}/text`)).rejects.toThrow();
      await aborting.dispose();
      await routes.routeFromHAR(path, { notFound: "fallback" });

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
      expect((await client.send(`${server.url}/known`)).body).toBe("from the file");
    },
  },
  {
    title: "of several entries the one with most equal headers answers; bodies may be base64 or files",
    async run({ intercept, client, server }) {
      using place = folder();
      const path = join(place.path, "x.har");
      writeFileSync(join(place.path, "body.txt"), "from a file");
      const url = `${server.url}/choice`;
      const english = [{ name: "X-Language", value: "en" }];
      writeFileSync(
        path,
        har([
          { url, content: { text: Buffer.from("first").toString("base64"), encoding: "base64" } },
          { url, headers: english, content: { _file: "body.txt" } },
        ]),
      );
      await using routes = await intercept();
      await routes.routeFromHAR(path);

      expect((await client.send(url)).body).toBe("first");
      expect((await client.send(url, { headers: { "x-language": "en" } })).body).toBe("from a file");
    },
  },
  {
    title: "a body of an archive that is damaged, or says it is huge, is missing alone",
    async run({ intercept, client, server }) {
      using place = folder();
      const path = join(place.path, "x.zip");
      const names = ["good", "damaged", "huge"];
      const text = har(names.map((name) => ({ url: `${server.url}/${name}`, content: { _file: `${name}.txt` } })));
      const archive = Buffer.from(
        zipSync({ "har.har": Buffer.from(text), ...Object.fromEntries(names.map((name) => [`${name}.txt`, BODY])) }),
      );
      archive.fill(0xff, archive.indexOf("damaged.txt") + "damaged.txt".length, archive.indexOf("huge.txt") - 30);
      archive.writeUInt32LE(0xfffffff0, archive.lastIndexOf("huge.txt") - 22);
      writeFileSync(path, archive);
      await using routes = await intercept();
      await routes.routeFromHAR(path);

      expect((await client.send(`${server.url}/good`)).body).toBe(BODY.toString());
      await expect(client.send(`${server.url}/damaged`)).rejects.toThrow();
      await expect(client.send(`${server.url}/huge`)).rejects.toThrow();
    },
  },
  {
    title: "redirects are followed inside a HAR, and circles are not",
    async run({ intercept, client, server }) {
      using place = folder();
      const path = join(place.path, "x.har");
      const to = (location: string): object[] => [{ name: "location", value: location }];
      writeFileSync(
        path,
        har([
          { url: `${server.url}/a`, method: "POST", status: 303, responseHeaders: to("/b") },
          { url: `${server.url}/b`, content: { text: "end" } },
          { url: `${server.url}/c`, status: 302, responseHeaders: to("/c") },
        ]),
      );
      await using routes = await intercept();
      await routes.routeFromHAR(path);

      expect((await client.send(`${server.url}/a`, { method: "POST", body: "x" })).body).toBe("end");
      await expect(client.send(`${server.url}/c`)).rejects.toThrow();
    },
  },
  {
    title: "a file that is no HAR, is not there, or reaches outside its folder is refused",
    async run({ intercept, client, server }) {
      using place = folder();
      const path = join(place.path, "x.har");
      await using routes = await intercept();
      await expect(routes.routeFromHAR(path)).rejects.toMatchObject({ code: "ERR_HAR", path });
      writeFileSync(path, "[]");
      await expect(routes.routeFromHAR(path)).rejects.toMatchObject({ code: "ERR_HAR" });
      writeFileSync(path, har([{ url: `${server.url}/out`, content: { _file: "../../../etc/hostname" } }]));
      await routes.routeFromHAR(path);

      await expect(client.send(`${server.url}/out`)).rejects.toThrow();
    },
  },
  {
    title: "the log has every request as it finishes, routed or not",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      await using log = await routes.requests(({ pathname }) => pathname !== "/favicon.ico");
      await routes.route("**/mock", (route) => route.fulfill({ status: 201 }));
      await routes.route("**/gone", (route) => route.abort("timedout"));
      await client.send(`${server.url}/text`);
      await client.send(`${server.url}/mock`);
      await client.send(`${server.url}/gone`).catch(() => undefined);
      const lines: unknown[] = [];
      for await (const request of log) {
        const response = await request.response();
        lines.push([new URL(request.url()).pathname, response?.status() ?? request.failure()?.errorText]);
        if (lines.length === 3) break;
      }

      expect(lines).toEqual([
        ["/text", 200],
        ["/mock", 201],
        ["/gone", "net::ERR_TIMED_OUT"],
      ]);
    },
  },
  {
    title: "a log whose pattern throws is told, and the request goes on",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const told: unknown[] = [];
      routes.on("error", ({ error }) => told.push(String(error)));
      await using _log = await routes.requests(() => {
        throw new Error("broken pattern");
      });

      expect((await client.send(`${server.url}/text`)).body).toBe("real");
      expect(told).toContain("Error: broken pattern");
    },
  },
  {
    title: "the log tells everybody who waits for it",
    async run({ intercept, client, server }) {
      await using routes = await intercept();
      const log = await routes.requests(({ pathname }) => pathname === "/text");
      const waiting = [log.next(), log.next(), log.next()];
      await client.send(`${server.url}/text?1`);
      await client.send(`${server.url}/text?2`);
      const seen = await Promise.all(waiting.slice(0, 2));
      await log.dispose();

      expect(seen.map(({ value }) => value?.url())).toEqual([`${server.url}/text?1`, `${server.url}/text?2`]);
      expect(await waiting[2]).toEqual({ done: true, value: undefined });
    },
  },
  {
    title: "a recording that cannot be written is told at the end, and all is let go",
    async run({ intercept, client, server }) {
      const routes = await intercept();
      await routes.routeFromHAR("/nowhere/at/all.har", { update: true });
      await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));
      await client.send(`${server.url}/text`);

      await expect(routes.close()).rejects.toMatchObject({ code: "ERR_HAR", path: "/nowhere/at/all.har" });
      expect((await client.send(`${server.url}/text`)).body).toBe("real");
    },
  },
];
