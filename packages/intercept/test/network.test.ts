import { once } from "node:events";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FetchOptions, type InterceptOptions, interceptChromium, interceptNode } from "../src/index.ts";
import { makeCertificate } from "./fixtures/certificate.ts";
import { startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";
import { startHttpProxy, startSocksProxy } from "./fixtures/proxies.ts";

let server: Loopback;

beforeAll(async () => {
  server = await startLoopback();
});

afterAll(async () => await server[Symbol.asyncDispose]());

/** What `route.fetch` reads; both backends fetch in the same way. */
async function textOf(
  url: string,
  fetchSettings: InterceptOptions["fetch"],
  options: FetchOptions = {},
): Promise<string> {
  await using routes = await interceptNode({ fetch: fetchSettings });
  await routes.route("**", async (route) => {
    try {
      await route.fulfill({ response: await route.fetch(options) });
    } catch (error) {
      await route.fulfill({ body: `refused: ${Object(error).code}` });
    }
  });
  return await (await fetch(url)).text();
}

describe("route.fetch through a proxy", () => {
  it.each([
    ["http", startHttpProxy],
    ["SOCKS", startSocksProxy],
  ] as const)("of the kind %s reaches http and https, with name and password", async (_kind, start) => {
    await using proxy = await start("ann:secret");
    const settings = { proxy: { server: proxy.url, username: "ann", password: "secret" }, ignoreHTTPSErrors: true };
    const { host } = new URL(server.secureUrl);

    expect(await textOf(`${server.url}/text`, settings)).toBe("real");
    expect(await textOf(`${server.secureUrl}/text`, settings)).toBe("real");
    expect(proxy.reached).toHaveLength(2);
    expect(proxy.reached[1]).toBe(host);
  });

  it.each([
    ["http", startHttpProxy],
    ["SOCKS", startSocksProxy],
  ] as const)("of the kind %s is refused with a wrong password", async (_kind, start) => {
    await using proxy = await start("ann:secret");
    const settings = { proxy: { server: proxy.url, username: "ann", password: "wrong" }, ignoreHTTPSErrors: true };

    expect(await textOf(`${server.secureUrl}/text`, settings)).toBe("refused: ERR_FETCH_NETWORK");
    expect(proxy.reached).toEqual([]);
  });

  it("leaves the hosts of its bypass list alone, also those that get a client certificate", async () => {
    await using proxy = await startHttpProxy();
    const { origin } = new URL(server.secureUrl);
    const settings = {
      proxy: { server: proxy.url, bypass: ".example.com, localhost" },
      ignoreHTTPSErrors: true,
      clientCertificates: [{ origin: origin.replace("127.0.0.1", "localhost"), ...makeCertificate() }],
    };

    expect(await textOf(`${origin.replace("127.0.0.1", "localhost")}/text`, settings)).toBe("real");

    expect(await textOf(`${server.otherUrl}/text`, settings)).toBe("real");
    expect(proxy.reached).toEqual([]);
    expect(await textOf(`${server.url}/text`, settings)).toBe("real");
    expect(proxy.reached).toHaveLength(1);
  });
});

describe("a server whose handshake is over only after the fetch's time", () => {
  it("is given up in time, although there was no connection to break off yet", async () => {
    const sockets: Socket[] = [];
    const slow = createServer((near) => {
      const far = connect(Number(new URL(server.secureUrl).port), "127.0.0.1");
      sockets.push(near, far);
      for (const socket of sockets) socket.on("error", () => undefined);
      setTimeout(() => near.pipe(far).pipe(near), 300);
    });
    slow.listen(0, "127.0.0.1");
    await once(slow, "listening");
    // A listening server has an address with a port.
    const url = `https://127.0.0.1:${(slow.address() as AddressInfo).port}/hang`;

    expect(await textOf(`${server.url}/text`, { ignoreHTTPSErrors: true }, { url, timeout: 50 })).toBe(
      "refused: ERR_FETCH_TIMEOUT",
    );
    slow.close();
    for (const socket of sockets) socket.destroy();
  });
});

describe("a client certificate", () => {
  it("is shown to its origin alone, also when a redirect leads there", async () => {
    const [own, client] = [makeCertificate(), makeCertificate()];
    const strict = createTlsServer({ ...own, requestCert: true, ca: client.cert }, ({ socket }, response) => {
      const { subject } = (socket as TLSSocket).getPeerCertificate();
      response.end(`hello ${subject.CN}`);
    });
    await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", () => resolve()));
    // A listening server has an address with a port.
    const origin = `https://127.0.0.1:${(strict.address() as AddressInfo).port}`;
    const settings = { ignoreHTTPSErrors: true, clientCertificates: [{ origin, ...client }] };
    const redirect = `${server.url}/redirect?to=${encodeURIComponent(`${origin}/`)}`;

    expect(await textOf(`${server.url}/text`, settings, { url: redirect })).toBe("hello localhost");
    expect(await textOf(`${server.url}/text`, { ignoreHTTPSErrors: true }, { url: redirect })).toBe(
      "refused: ERR_FETCH_NETWORK",
    );
    strict.close();
    strict.closeAllConnections();
  });
});

describe("a browser behind a proxy that asks for a password", () => {
  it("gets the credentials of the proxy's origin, and no others", async () => {
    await using proxy = await startHttpProxy("ann:secret");
    const flags = [`--proxy-server=${proxy.url}`, "--proxy-bypass-list=<-loopback>"];
    await using chromium = await startChromium(flags);
    await using browser = await Devtools.connect(chromium.browserUrl);
    await using tab = await Tab.open(browser, chromium.httpUrl);
    const textAfter = async (password: string): Promise<unknown> => {
      const httpCredentials = { username: "ann", password, origin: proxy.url };
      await using routes = await interceptChromium(tab.socketUrl, { httpCredentials });
      await routes.route("**/text", (route) => route.continue());
      await tab.goto(`${server.url}/text`);
      return await tab.run("document.body.innerText");
    };

    expect(await textAfter("wrong")).not.toBe("real");
    expect(proxy.reached).toEqual([]);
    expect(await textAfter("secret")).toBe("real");
    expect(proxy.reached).toContain(`${server.url}/text`);
  });
});
