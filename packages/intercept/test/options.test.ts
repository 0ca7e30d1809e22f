import { describe, expect, it } from "vitest";
import { type ChromiumOptions, interceptChromium, interceptNode } from "../src/index.ts";

/** Nobody answers there: a bad option is told before anybody is asked. */
const NOBODY = "ws://127.0.0.1:9/devtools/page/x";

describe("an option", () => {
  it.each<[name: string, value: unknown]>([
    ["fallbackMatching", "first"],
    ["redirects", "all"],
    ["onStall", "wait"],
    ["onClose", ""],
    ["cache", true],
    ["preflight", null],
    ["cors", "on"],
    ["favicon", "fulfill"],
    ["onAuth", "ask"],
    ["network", "maybe"],
    ["handlerTimeout", -1],
    ["handlerTimeout", "5s"],
    ["stallTimeout", Number.NaN],
    ["httpCredentials", { username: "a", password: "b", origin: "here" }],
  ])("%s that is %j is refused by name", async (name, value) => {
    const options: ChromiumOptions = { [name]: value };
    const refusal = { code: "ERR_ROUTE_ARGUMENT", argument: name };

    await expect(interceptChromium(NOBODY, options)).rejects.toMatchObject(refusal);
    await expect(interceptNode(options)).rejects.toMatchObject(refusal);
  });

  it.each<[argument: string, fetch: object]>([
    ["fetch.via", { via: "browsers" }],
    ["fetch.proxy", { proxy: { server: "proxy:3128" } }],
    ["fetch.proxy", { proxy: { server: "nonsense" } }],
    ["fetch.clientCertificates", { clientCertificates: [{ origin: "example.com", cert: "", key: "" }] }],
    ["fetch.httpCredentials", { httpCredentials: { username: "a", password: "b", origin: "here" } }],
    ["headers", { extraHTTPHeaders: { "a b": "1" } }],
  ])("%s as in %j is refused by name, before anything is fetched", async (argument, fetch) => {
    const refusal = { code: "ERR_ROUTE_ARGUMENT", argument };

    await expect(interceptChromium(NOBODY, { fetch })).rejects.toMatchObject(refusal);
    await expect(interceptNode({ fetch })).rejects.toMatchObject(refusal);
  });

  it.each<ChromiumOptions>([
    { fetch: { via: "browser", proxy: { server: "socks5://127.0.0.1:9" }, extraHTTPHeaders: { "x-a": "1" } } },
    { stallTimeout: false, handlerTimeout: 0 },
    { onStall: "abort", cache: undefined },
    { httpCredentials: [{ username: "a", password: "b", origin: "https://example.com" }] },
  ])("as in %j is taken", async (options) => {
    const routes = await interceptNode(options);

    await routes.close();
  });
});

describe("a route's option", () => {
  it.each([
    ["times", 0],
    ["times", 1.5],
    ["methods", "GET"],
    ["methods", [1]],
    ["resourceTypes", "document"],
    ["resourceTypes", ["page"]],
  ])("%s that is %j is refused by name", async (name, value) => {
    await using routes = await interceptNode();

    await expect(routes.route("**", () => undefined, { [name]: value })).rejects.toMatchObject({
      code: "ERR_ROUTE_ARGUMENT",
      argument: name,
    });
  });

  it("says what happens to requests that are not in a HAR", async () => {
    await using routes = await interceptNode();

    await expect(routes.routeFromHAR("any.har", { notFound: Object("ignore") })).rejects.toMatchObject({
      code: "ERR_ROUTE_ARGUMENT",
      argument: "notFound",
    });
  });
});
