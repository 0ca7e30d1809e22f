import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { settingsFrom } from "@vedette/settings";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpServer, HttpError, httpSettings, OPEN } from "../src/index.ts";
import { createLog } from "../src/log.ts";

const GET = "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** @param slow - resolves when the route /slow may respond */
async function aServer(limit = 1000, slow: Promise<unknown> = Promise.resolve()) {
  const settings = settingsFrom(httpSettings, { "server.limits.connections": limit });
  const app = createHttpServer({ settings, publicUrl: "http://localhost", log: createLog("silent") });
  app.get("/open", { config: { permission: OPEN } }, async () => ({}));
  app.get("/slow", { config: { permission: OPEN } }, async () => {
    await slow;
    return {};
  });
  app.post("/refused", {
    config: { permission: OPEN },
    onRequest: async () => {
      throw new HttpError("unauthorized");
    },
    handler: async () => ({}),
  });
  app.post("/open", { config: { permission: OPEN } }, async () => ({}));
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { app, port: Number(new URL(app.listeningOrigin).port) };
}

interface Client {
  readonly socket: Socket;
  text(): string;
  /** Resolves when the connection has ended, with everything that arrived. */
  readonly ended: Promise<string>;
}

async function open(port: number): Promise<Client> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  const ended = once(socket, "close").then(() => text);
  await once(socket, "connect");
  return { socket, text: () => text, ended };
}

const countResponses = (text: string): number => text.match(/HTTP\/1\.1 /g)?.length ?? 0;

describe("a connection that cannot be read any more", () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

  it("ends after a refusal that came before the broken body, without a second response", async () => {
    const { port } = await aServer();
    const client = await open(port);

    client.socket.write(`${head("/refused")}2\r\n{}\r\n`);
    await expect.poll(client.text).toContain('"message"');
    client.socket.write("zz\r\nnot a chunk\r\n");

    const text = await client.ended;
    expect(text).toMatch(/^HTTP\/1\.1 401/);
    expect(countResponses(text)).toBe(1);
  });

  it("ends the same way when request and broken body arrive together", async () => {
    const { port } = await aServer();
    const client = await open(port);

    client.socket.write(`${head("/refused")}zz\r\nnot a chunk\r\n`);

    expect(countResponses(await client.ended)).toBeLessThanOrEqual(1);
  });

  it("gets 400 when its body breaks before a response", async () => {
    const { port } = await aServer();
    const client = await open(port);

    client.socket.write(`${head("/open")}zz\r\n`);

    expect(await client.ended).toMatch(/^HTTP\/1\.1 400/);
  });

  it("gets an error for garbage after a response, since that is another request", async () => {
    const { port } = await aServer();
    const client = await open(port);

    client.socket.write(GET);
    await expect.poll(client.text).toContain("{}");
    client.socket.write("garbage\r\n\r\n");

    expect(await client.ended).toMatch(/^HTTP\/1\.1 200.*HTTP\/1\.1 501/s);
  });

  it("gets the pending response before it ends when garbage follows the request", async () => {
    const slow = Promise.withResolvers<void>();
    const { app, port } = await aServer(1000, slow.promise);
    const client = await open(port);

    const seen = once(app.server, "request");
    const broken = once(app.server, "clientError");
    client.socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\ngarbage\r\n\r\n");
    await Promise.all([seen, broken]);
    slow.resolve();

    const text = await client.ended;
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(countResponses(text)).toBe(1);
  });
});

describe("at the limit of connections", () => {
  it("a new one replaces the one that has been idle longest", async () => {
    const { port } = await aServer(16);
    const idle: Client[] = [];
    for (let count = 0; count < 16; count += 1) idle.push(await open(port));
    const [first, second, ...others] = idle;
    // From here on the first one is the youngest.
    first?.socket.write(GET);
    await expect.poll(() => first?.text()).toContain("{}");

    const late = await open(port);
    late.socket.write(GET);

    await expect.poll(late.text).toMatch(/^HTTP\/1\.1 200/);
    await second?.ended;
    expect([first, ...others].map((client) => client?.socket.closed)).toEqual(Array(15).fill(false));
  });

  it("serves one request after the other although all are idle, again and again", async () => {
    const { port } = await aServer(16);
    for (let count = 0; count < 60; count += 1) await open(port);

    for (let count = 0; count < 5; count += 1) {
      const client = await open(port);
      client.socket.write(GET);
      await expect.poll(client.text).toMatch(/^HTTP\/1\.1 200/);
    }
  });

  it("a new one is refused when all of them wait for a response", async () => {
    const slow = Promise.withResolvers<void>();
    const { app, port } = await aServer(16, slow.promise);
    const busy: Client[] = [];
    let seen = 0;
    app.server.on("request", () => (seen += 1));
    for (let count = 0; count < 16; count += 1) {
      const client = await open(port);
      client.socket.write(GET.replace("/open", "/slow"));
      busy.push(client);
    }
    await expect.poll(() => seen).toBe(16);

    const late = await open(port);
    expect(await late.ended).toBe("");
    slow.resolve();
    for (const client of busy) await expect.poll(client.text).toMatch(/^HTTP\/1\.1 200/);
  });
});
