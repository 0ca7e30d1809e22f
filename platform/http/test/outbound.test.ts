import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { callOutbound, type OutboundReach, readAllowedHosts } from "../src/index.ts";
import { isReachable } from "../src/outbound-address.ts";

/** A real server on loopback; gives its `host:port`. */
async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("A TCP server has no port");
  return `127.0.0.1:${address.port}`;
}

const nobody = readAllowedHosts([]);

describe("an address outside", () => {
  it.each<[string, OutboundReach, boolean]>([
    ["93.184.216.34", "public", true],
    ["2606:2800:220:1::1", "public", true],
    ["10.1.2.3", "private", true],
    ["fd00::1", "private", true],
    ["10.1.2.3", "public", false],
    ["192.168.1.1", "public", false],
    ["127.0.0.1", "private", false],
    ["::1", "private", false],
    ["169.254.169.254", "private", false],
    ["fe80::1", "private", false],
    ["100.64.0.1", "private", false],
    ["0.0.0.0", "private", false],
    ["224.0.0.1", "private", false],
    ["::ffff:127.0.0.1", "private", false],
    ["::ffff:10.0.0.1", "public", false],
    ["64:ff9b::7f00:1", "private", false],
    ["2002:7f00:1::", "private", false],
    ["not an address", "private", false],
  ])("%s is, for a %s reach, reachable: %s", (address, reach, expected) => {
    expect(isReachable(address, reach)).toBe(expected);
  });
});

describe("a call outside", () => {
  it("to loopback is refused, and the text names the setting that allows it", async () => {
    const host = await aServer((_request, response) => response.end("secret"));

    await expect(
      callOutbound({ url: `http://${host}/`, reach: "private", allowHttp: true, allowedHosts: nobody }),
    ).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining(`add "${host}" to security.outbound.allowed_hosts`),
    });
  });

  it.each([["127.0.0.0/8"], ["host:port"]])("to loopback is made when the operator lists %s", async (entry) => {
    const host = await aServer((_request, response) => response.end("fine"));

    const answer = await callOutbound({
      url: `http://${host}/`,
      reach: "private",
      allowHttp: true,
      allowedHosts: readAllowedHosts([entry === "host:port" ? host : entry]),
    });

    expect([answer.status, await answer.body.text()]).toEqual([200, "fine"]);
  });

  it("to a name that leads to loopback is refused as well", async () => {
    await expect(
      callOutbound({ url: "http://localhost:9/", reach: "private", allowHttp: true, allowedHosts: nobody }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  it("follows no redirect", async () => {
    const host = await aServer((_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    );

    const answer = await callOutbound({
      url: `http://${host}/`,
      reach: "public",
      allowedHosts: readAllowedHosts([host]),
    });
    answer.body.discard();

    expect(answer.status).toBe(302);
  });

  it("is given up after its time", async () => {
    const host = await aServer(() => {});

    await expect(
      callOutbound({ url: `http://${host}/`, reach: "public", timeoutMs: 50, allowedHosts: readAllowedHosts([host]) }),
    ).rejects.toMatchObject({ code: "deadline_exceeded" });
  });

  it.each([
    ["file:///etc/passwd", "forbidden"],
    ["http://user:pass@example.com/", "forbidden"],
    ["http://example.com/", "forbidden"],
    ["nonsense", "forbidden"],
  ])("to %s is refused", async (url, code) => {
    await expect(callOutbound({ url, reach: "public", allowedHosts: nobody })).rejects.toMatchObject({ code });
  });

  it("to a port where nobody listens is a bad gateway", async () => {
    const host = await aServer(() => {});
    const closed = host.replace(/:\d+$/, ":1");

    await expect(
      callOutbound({ url: `http://${closed}/`, reach: "public", allowedHosts: readAllowedHosts(["127.0.0.1"]) }),
    ).rejects.toMatchObject({ code: "bad_gateway" });
  });

  it("reads no more than it was told to", async () => {
    const host = await aServer((_request, response) => response.end("x".repeat(2000)));
    const ask = async (maxBytes: number) => {
      const answer = await callOutbound({
        url: `http://${host}/`,
        reach: "public",
        maxBytes,
        allowedHosts: readAllowedHosts([host]),
      });
      return answer.body.text();
    };

    await expect(ask(1000)).rejects.toThrow();
    expect(await ask(2000)).toHaveLength(2000);
  });
});
