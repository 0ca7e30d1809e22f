import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChromiumOptions, type Interceptor, interceptChromium, type Request } from "../src/index.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

let server: Loopback;
let chromium: RunningChromium;
let browser: Devtools;
let tab: Tab;

beforeAll(async () => {
  server = await startLoopback();
  chromium = await startChromium(["--ignore-certificate-errors", "--disable-popup-blocking"]);
  browser = await Devtools.connect(chromium.browserUrl);
});

beforeEach(async () => {
  server.forget();
  tab = await Tab.open(browser, chromium.httpUrl);
  return async () => await tab[Symbol.asyncDispose]();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const onPage = async (options?: ChromiumOptions): Promise<Interceptor> =>
  await interceptChromium(tab.socketUrl, options);
const textOf = async (path: string): Promise<string> =>
  await tab.run(`fetch(${JSON.stringify(path)}).then((answer) => answer.text())`);

describe("a request of a page", () => {
  it("says what it is for, who asked, and which frame it belongs to", async () => {
    await using routes = await onPage();
    const seen: unknown[] = [];
    await routes.route("**", (route, request) => {
      seen.push([
        new URL(request.url()).pathname,
        request.resourceType(),
        request.isNavigationRequest(),
        request.source(),
        request.frame()?.parent() ?? null,
      ]);
      return route.continue();
    });
    server.on("/page", (_request, response) => {
      response
        .setHeader("content-type", "text/html")
        .end(`<link rel="stylesheet" href="/style"><img src="/image"><script src="/script"></script>`);
    });
    await tab.goto(`${server.url}/page`);

    expect(seen).toContainEqual(["/page", "document", true, "page", null]);
    expect(seen).toContainEqual(["/style", "stylesheet", false, "page", null]);
    expect(seen).toContainEqual(["/image", "image", false, "page", null]);
    expect(seen).toContainEqual(["/script", "script", false, "page", null]);
  });

  it("of fetch and of XMLHttpRequest are told apart by a route that asks", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    await routes.route("**/text", (route) => route.fulfill({ body: "for fetch" }), { resourceTypes: ["fetch"] });
    await routes.route("**/text", (route) => route.fulfill({ body: "for xhr" }), { resourceTypes: ["xhr"] });
    const byXhr = `new Promise((done) => {
      const request = new XMLHttpRequest();
      request.onload = () => done(request.responseText);
      request.open("GET", "/text");
      request.send();
    })`;

    expect(await textOf("/text")).toBe("for fetch");
    expect(await tab.run(byXhr)).toBe("for xhr");
  });

  it("shows forms, files and streams as bodies as far as they are there", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    const requests: Request[] = [];
    await routes.route("**/echo", async (route, request) => {
      requests.push(request);
      await route.continue();
    });
    await tab.run(`fetch("/echo", { method: "POST", body: new URLSearchParams({ a: "1", b: "ü" }) })`);
    const echo = await tab.run<string>(`(() => {
      const form = new FormData();
      form.append("file", new File(["from a file"], "name.txt"));
      return fetch("/echo", { method: "POST", body: form }).then((answer) => answer.text());
    })()`);

    expect(requests[0]?.postDataJSON()).toEqual({ a: "1", b: "ü" });
    expect(requests[1]?.postData()).toContain("from a file");
    expect(echo).toContain("from a file");
  });

  it("whose body streams is sent on as it streams, and shows none", async () => {
    await tab.goto(`${server.secureUrl}/`);
    await using routes = await onPage();
    const bodies: unknown[] = [];
    await routes.route("**/echo", async (route, request) => {
      bodies.push(request.postData());
      await route.continue({ headers: { ...request.headers(), "x-own": "1" } });
    });
    const echo = await tab.run<string>(`fetch("/echo", {
      method: "POST",
      body: new Blob(["piece by piece"]).stream(),
      duplex: "half",
    }).then((answer) => answer.text())`);

    expect(JSON.parse(echo)).toMatchObject({ body: "piece by piece", headers: { "x-own": "1" } });
    expect(bodies).toEqual([null]);
  });

  it("has no identity but one, and its timings once the Network domain tells", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage({ network: "on" });
    const told = Promise.withResolvers<readonly [boolean, number, string | null]>();
    await routes.route("**/text", async (route, request) => {
      await route.continue();
      told.resolve([route.request() === request, request.timing().startTime, request.networkId()]);
    });
    await textOf("/text");
    const [isSame, startTime, networkId] = await told.promise;

    expect(isSame).toBe(true);
    expect(startTime).toBeGreaterThan(0);
    expect(networkId).toEqual(expect.any(String));
  });
});

describe("across origins", () => {
  const cross = (init = "{}"): string => `fetch("${server.otherUrl}/text", ${init}).then((answer) => answer.text())`;

  it("a fulfilled response may be read, unless the handler says otherwise", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));
    expect(await tab.run(cross(`{ credentials: "include" }`))).toBe("mock");

    await routes.route("**/text", (route) =>
      route.fulfill({ body: "mock", headers: { "access-control-allow-origin": "http://else.example" } }),
    );
    await expect(tab.run(cross())).rejects.toThrow("Failed to fetch");
  });

  it("nothing is added when that is switched off", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage({ cors: "off" });
    await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));

    await expect(tab.run(cross())).rejects.toThrow("Failed to fetch");
  });

  it("preflights of routed urls are allowed without a handler", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    const methods: string[] = [];
    await routes.route("**/text", (route, request) => {
      methods.push(request.method());
      return route.fulfill({ body: "mock" });
    });

    expect(await tab.run(cross(`{ method: "PUT", headers: { "x-own": "1" } }`))).toBe("mock");
    expect(methods).toEqual(["PUT"]);
  });

  it("preflights are left to the server when that is asked for", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage({ preflight: "continue" });
    await routes.route("**/echo", (route) => route.continue());

    await expect(tab.run(`fetch("${server.otherUrl}/echo", { method: "PUT" })`)).rejects.toThrow("Failed to fetch");
    expect(server.seen.map(({ method }) => method)).toContain("OPTIONS");
  });

  it("preflights are routed when that is asked for", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage({ preflight: "route" });
    const sources: string[] = [];
    await routes.route("**/echo", (route, request) => {
      sources.push(`${request.method()} ${request.source()}`);
      return route.abort();
    });

    await expect(tab.run(`fetch("${server.otherUrl}/echo", { method: "PUT" })`)).rejects.toThrow("Failed to fetch");
    expect(sources).toEqual(["OPTIONS preflight"]);
  });
});

describe("a server that asks for a password", () => {
  it("gets the credentials of its origin", async () => {
    await using routes = await onPage({ httpCredentials: { username: "ann", password: "secret", origin: server.url } });
    await routes.route("**/other", (route) => route.continue());
    await tab.goto(`${server.url}/basic`);

    expect(await tab.run("document.body.innerText")).toBe("welcome");
  });

  it("is left with its 401 when there are none, or wrong ones", async () => {
    await tab.goto(`${server.otherUrl}/`);
    await using routes = await onPage({ httpCredentials: { username: "ann", password: "wrong" } });
    await routes.route("**/other", (route) => route.continue());

    expect(await textOf("/basic")).toBe("who?");
  });
});

describe("cookies", () => {
  it("of the browser go with route.fetch, and those it gets are kept there", async () => {
    await tab.goto(`${server.url}/cookie?set=page%3D1`);
    await using routes = await onPage();
    await routes.route("**/text", async (route) => {
      const response = await route.fetch({
        url: `${server.url}/cookie?code=302&to=/echo&set=fetched%3D2%3B%20HttpOnly`,
      });
      await route.fulfill({ response });
    });

    const cookiesOf = async (path: string): Promise<string[]> =>
      JSON.parse(await textOf(path))
        .headers.cookie.split("; ")
        .toSorted();

    expect(await cookiesOf("/text")).toEqual(["fetched=2", "page=1"]);
    expect(await cookiesOf("/echo")).toEqual(["fetched=2", "page=1"]);
  });

  it("of a fulfilled response are stored, one line each", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    await routes.route("**/text", (route) => route.fulfill({ headers: { "set-cookie": "one=1\ntwo=2; Path=/" } }));
    await textOf("/text");

    expect(await tab.run("document.cookie")).toContain("one=1; two=2");
  });

  it("that a redirect sets go with its next hop, whose headers are changed", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    await routes.route(/\/cookie/, (route, request) =>
      route.continue({ headers: { ...request.headers(), "x-own": "1" } }),
    );
    const { headers } = JSON.parse(await textOf("/cookie?code=302&to=/echo&set=hop%3D1"));

    expect(headers["x-own"]).toBe("1");
    expect(headers.cookie).toContain("hop=1");
  });

  it("are not given stale with changed headers", async () => {
    await tab.goto(`${server.url}/cookie?set=kept%3D1`);
    await using routes = await onPage();
    await routes.route("**/echo", async (route, request) => {
      await tab.send("Network.setCookie", { name: "late", value: "2", url: server.url });
      await route.continue({ headers: { ...request.headers(), "x-own": "1" } });
    });

    expect(JSON.parse(await textOf("/echo")).headers.cookie).toContain("late=2");
  });
});

describe("route.fetch through the browser", () => {
  it("reads what the page would get, over HTTP/2 as well, and passes it on", async () => {
    await tab.goto(`${server.secureUrl}/`);
    await using routes = await onPage({ fetch: { via: "browser" } });
    await routes.route("**/encoded*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { "x-own": "1" }, body: `${await response.text()} and more` });
    });

    expect(await textOf("/encoded?as=gzip")).toBe("plain and more");
  });

  it("follows redirects up to the limit, and the response may go on untouched", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage({ fetch: { via: "browser" } });
    const results: unknown[] = [];
    await routes.route("**/redirects*", async (route) => {
      const response = await route.fetch({ maxRedirects: 2 }).catch((error: unknown) => error);
      results.push(response instanceof Error ? Object(response).code : Object(response).url());
      await (response instanceof Error ? route.abort() : route.continue());
    });

    expect(await textOf("/redirects?left=2")).toBe("real");
    await expect(textOf("/redirects?left=3")).rejects.toThrow("Failed to fetch");
    expect(results).toEqual([`${server.url}/text`, "ERR_FETCH_REDIRECTS"]);
  });
});

describe("a streamed answer", () => {
  const events = (route: { fulfill(options: object): Promise<void> }): Promise<void> => {
    const body = (async function* () {
      for (const n of [1, 2, 3]) yield `data: ${n}\n\n`;
    })();
    return route.fulfill({ contentType: "text/event-stream", body });
  };
  const heard = `new Promise((done) => {
    const all = [];
    const source = new EventSource("/events");
    source.onmessage = ({ data }) => { if (all.push(data) === 3) { source.close(); done(all.join()); } };
    source.onerror = () => done("broken");
  })`;

  it.each([["http"], ["https"]])("reaches an EventSource of a page over %s", async (scheme) => {
    await tab.goto(`${scheme === "http" ? server.url : server.secureUrl}/`);
    await using routes = await onPage();
    await routes.route("**/events", events);

    expect(await tab.run(heard)).toBe("1,2,3");
  });

  it("is sent whole to a page that may not reach this machine, with a warning", async () => {
    server.on("/public", (_request, response) =>
      response
        .setHeader("content-security-policy", "treat-as-public-address")
        .setHeader("content-type", "text/html")
        .end("x"),
    );
    await tab.goto(`${server.url}/public`);
    await using routes = await onPage();
    const warnings: string[] = [];
    routes.on("warning", ({ message }) => warnings.push(message));
    await routes.route("**/text", (route) => route.fulfill({ body: new Blob(["whole"]).stream() }));

    expect(await textOf("/text")).toBe("whole");
    expect(warnings).toEqual([expect.stringContaining("streamed body")]);
  });
});

describe("a whole browser", () => {
  it("has popups from their first request, shared and service workers", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await interceptChromium(chromium.browserUrl);
    const sources = new Set<string>();
    const scripts: Readonly<Record<string, string>> = {
      "/shared.js":
        "onconnect = ({ ports: [port] }) => fetch('/text?shared').then((a) => a.text()).then((t) => port.postMessage(t))",
      "/service.js":
        "onmessage = ({ source }) => fetch('/text?service').then((a) => a.text()).then((t) => source.postMessage(t))",
    };
    await routes.route(/\.js$/, (route, request) =>
      route.fulfill({ contentType: "text/javascript", body: scripts[new URL(request.url()).pathname] }),
    );
    await routes.route("**/text?*", (route, request) => {
      sources.add(request.source());
      return route.fulfill({ body: `mock for ${request.source()}` });
    });
    await routes.route("**/popup", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>popup</title>" }),
    );

    const shared = `new Promise((done) => { new SharedWorker("/shared.js").port.onmessage = ({ data }) => done(data); })`;
    expect(await tab.run(shared)).toBe("mock for sharedworker");
    const service = `(async () => {
      const answer = new Promise((done) => { navigator.serviceWorker.onmessage = ({ data }) => done(data); });
      await navigator.serviceWorker.register("/service.js");
      (await navigator.serviceWorker.ready).active.postMessage("");
      return await answer;
    })()`;
    expect(await tab.run(service)).toBe("mock for serviceworker");
    const popup = `new Promise((done) => {
      const popup = open("/popup");
      const look = () => (popup.document.title ? done(popup.document.title) : setTimeout(look, 10));
      look();
    })`;
    expect(await tab.run(popup)).toBe("popup");
    expect([...sources].toSorted()).toEqual(["serviceworker", "sharedworker"]);
  });

  it("routes a page's navigation on every visit, also under a service worker without a fetch handler", async () => {
    await using routes = await interceptChromium(chromium.browserUrl);
    await routes.route("**/idle.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    let visits = 0;
    await routes.route("**/visited", (route) => {
      visits += 1;
      return route.fulfill({ contentType: "text/html", body: `<title>visit ${visits}</title>` });
    });
    await tab.goto(`${server.secureUrl}/visited`);
    await tab.run(
      "navigator.serviceWorker.register('/idle.js').then(() => navigator.serviceWorker.ready).then(() => true)",
    );
    await tab.goto(`${server.secureUrl}/visited`);
    await tab.goto(`${server.secureUrl}/visited`);

    expect(await tab.run("document.title")).toBe("visit 3");
  });

  it("is narrowed to one context, or to one page", async () => {
    const { browserContextId } = await browser.send<{ browserContextId: string }>("Target.createBrowserContext");
    await using inside = await Tab.open(browser, chromium.httpUrl, "about:blank", { browserContextId });
    await inside.goto(`${server.url}/`);
    await tab.goto(`${server.url}/`);
    const texts = async (): Promise<string[]> => {
      const ask = "fetch('/text').then((answer) => answer.text())";
      return [await inside.run<string>(ask), await tab.run<string>(ask)];
    };
    for (const options of [{ browserContextId }, { targetId: inside.targetId }]) {
      await using routes = await interceptChromium(chromium.browserUrl, options);
      await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));

      expect(await texts()).toEqual(["mock", "real"]);
    }
    expect(await texts()).toEqual(["real", "real"]);
  });

  it("runs a page's routes before its own", async () => {
    await tab.goto(`${server.url}/`);
    await using everywhere = await interceptChromium(chromium.browserUrl);
    await using here = await onPage();
    await everywhere.route("**/echo", (route, request) =>
      route.fulfill({ body: request.headers()["x-page"] ?? "first" }),
    );
    await here.route("**/echo", (route) => route.fallback({ headers: { "x-page": "page came first" } }));

    expect(await textOf("/echo")).toBe("page came first");
  });
});

describe("little things", () => {
  it("a navigation that is answered with a redirect ends at its address", async () => {
    await using routes = await onPage();
    await routes.route("**/start", (route) => route.fulfill({ status: 302, headers: { location: "/text" } }));
    await tab.goto(`${server.url}/start`);

    expect(await tab.run("location.pathname")).toBe("/text");
  });

  it("a favicon of a routed url is aborted without a handler", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    let runs = 0;
    await routes.route("**/favicon.ico", (route) => {
      runs += 1;
      return route.continue();
    });
    await expect(textOf("/favicon.ico")).rejects.toThrow("Failed to fetch");
    await using routing = await onPage({ favicon: "route" });
    await routing.route("**/favicon.ico", (route) => route.fulfill({ body: "icon" }));

    expect(await textOf("/favicon.ico")).toBe("icon");
    expect(runs).toBe(0);
  });

  it("the cache is switched off while routes exist, when that is asked for", async () => {
    let answers = 0;
    server.on("/cached", (_request, response) => {
      answers += 1;
      response.setHeader("cache-control", "max-age=600").end(String(answers));
    });
    await tab.goto(`${server.url}/`);
    await using routes = await onPage({ cache: "bypass" });
    expect([await textOf("/cached"), await textOf("/cached")]).toEqual(["1", "1"]);
    await routes.route("**/cached", (route) => route.continue());

    expect([await textOf("/cached"), await textOf("/cached")]).toEqual(["2", "3"]);
  });

  it("bodies of 30 MB arrive whole: answered, sent on, and changed", async () => {
    const size = 30_000_000;
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    await routes.route("**/text", (route) => route.fulfill({ body: Buffer.alloc(size, "x") }));
    await routes.route("**/length", async (route, request) => {
      expect(request.postDataBuffer()?.length).toBe(size);
      await route.continue();
    });
    await routes.route("**/length?changed", (route) => route.continue({ postData: Buffer.alloc(size + 1, "y") }));
    const post = (path: string, length: number): string =>
      `fetch("${path}", { method: "POST", body: "z".repeat(${length}) }).then((answer) => answer.text())`;

    expect(await tab.run("fetch('/text').then((answer) => answer.text()).then((text) => text.length)")).toBe(size);
    expect(await tab.run(post("/length", size))).toBe(String(size));
    expect(await tab.run(post("/length?changed", 1))).toBe(String(size + 1));
  }, 120_000);

  it("HTTP/2 is answered, and sent on with changes", async () => {
    await tab.goto(`${server.secureUrl}/`);
    await using routes = await onPage();
    await routes.route("**/text", (route) => route.fulfill({ status: 203, body: "mock" }));
    await routes.route("**/echo", (route) =>
      route.continue({ method: "PUT", postData: "changed", headers: { ...route.request().headers(), "x-own": "1" } }),
    );

    expect(await textOf("/text")).toBe("mock");
    expect(JSON.parse(await textOf("/echo"))).toMatchObject({
      httpVersion: "2.0",
      method: "PUT",
      body: "changed",
      headers: { "x-own": "1" },
    });
  });

  it("several interceptors of one page stack: the last one first, and what they change adds up", async () => {
    await tab.goto(`${server.url}/`);
    const runs: string[] = [];
    const stack = ["first", "second", "third"];
    await using open = new AsyncDisposableStack();
    for (const name of stack) {
      const routes = open.use(await onPage());
      await routes.route("**/echo", (route, request) => {
        runs.push(name);
        return route.continue({ headers: { ...request.headers(), [`x-${name}`]: "1" } });
      });
      if (name === "second") {
        await routes.route("**/text", (route) => route.fulfill({ body: name }));
      } else await routes.route("**/text", (route) => (name === "third" ? route.fallback() : route.abort()));
    }

    expect(JSON.parse(await textOf("/echo")).headers).toMatchObject({
      "x-first": "1",
      "x-second": "1",
      "x-third": "1",
    });
    expect(runs).toEqual(stack.toReversed());
    expect(await textOf("/text")).toBe("second");
  });

  it("unmatched requests do not cross the wire, and nothing is kept of finished ones", async () => {
    await tab.goto(`${server.url}/`);
    await using routes = await onPage();
    await routes.route("**/routed/**", (route) => route.fulfill({ body: "mock" }));
    await tab.run("Promise.all(Array.from({ length: 20 }, (_, n) => fetch('/text?' + n)))");
    await tab.run("Promise.all(Array.from({ length: 5 }, (_, n) => fetch('/routed/' + n)))");

    expect(routes.stats()).toEqual({ paused: 5, unmatched: 0, routed: 5, settled: 5, inFlight: 0, retained: 0 });
  });
});
