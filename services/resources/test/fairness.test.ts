import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { at, openRoom, type Room } from "./room.ts";

/** A data source that responds to queries for `quick` only. */
async function startSource() {
  let arrived = 0;
  const server = createServer((incoming, response) => {
    arrived += 1;
    if (!incoming.url?.includes("quick")) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"status":"success","data":{"resultType":"vector","result":[]}}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: urlOf(server), arrived: () => arrived };
}

function urlOf(server: Pick<Server, "address">): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

onEachStore("users share queues [threats, Limits]", (openTestDatabase) => {
  let room: Room;
  let source: Awaited<ReturnType<typeof startSource>>;
  let url: string;
  beforeAll(async () => {
    source = await startSource();
    room = await openRoom(openTestDatabase, {
      allowedHosts: [new URL(source.url).host],
      settings: {
        "server.limits.data_source_queries": 4,
        "server.limits.imports": 2,
        "server.limits.queued_per_user": 0,
      },
    });
    await room.app.listen({ host: "127.0.0.1", port: 0 });
    url = urlOf(room.app.server);
  });
  afterAll(async () => {
    await room[Symbol.asyncDispose]();
    source.server.closeAllConnections();
    source.server.close();
  });

  it("answers a second user while the first floods a data source, and rejects the excess of the first", async () => {
    const added = await room.ask("POST", "/api/datasources", {
      body: { name: "Slow", type: "prometheus", url: source.url, access: "proxy" },
    });
    const path = `/api/datasources/proxy/uid/${String(at(added, "datasource.uid"))}/api/v1/query`;
    const query = (as: "viewer" | "editor", text: string, signal?: AbortSignal) =>
      fetch(`${url}${path}?query=${text}`, {
        headers: { authorization: room.bearer(as) },
        ...(signal && { signal }),
      });
    const leaving = new AbortController();
    const flood = Array.from({ length: 3 }, () => query("viewer", "slow", leaving.signal));
    const excess = await Promise.race(flood);
    await vi.waitFor(() => expect(source.arrived()).toBe(2));

    expect(excess.status).toBe(429);
    expect(excess.headers.get("retry-after")).toBe("5");
    expect((await query("editor", "quick")).status).toBe(200);
    expect(source.arrived()).toBe(3);

    leaving.abort();
    await Promise.allSettled(flood);
    expect((await query("viewer", "quick")).status).toBe(200);
  });

  it("imports for a second user while the first sends dashboards slowly", async () => {
    const path = "/api/dashboards/import";
    const slow = request(`${url}${path}`, {
      method: "POST",
      headers: { authorization: room.bearer("editor"), "content-type": "application/json", "content-length": "1000" },
    });
    slow.on("error", () => undefined);
    slow.write("{");
    await vi.waitFor(() => expect(room.resources.queues.imports.isIdle).toBe(false));
    const send = (as: "editor" | "admin", title: string) =>
      room.ask("POST", path, { as, body: { dashboard: { title, panels: [] }, overwrite: true } });

    expect((await send("editor", "Excess")).status).toBe(429);
    expect((await send("admin", "Second")).status).toBe(200);
    slow.destroy();
    await vi.waitFor(() => expect(room.resources.queues.imports.isIdle).toBe(true));
    expect((await send("editor", "First")).status).toBe(200);
  });
});
