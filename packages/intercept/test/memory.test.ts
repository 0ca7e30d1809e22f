import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { queryObjects } from "node:v8";
import { expect, it } from "vitest";
import { APIResponse, interceptNode } from "../src/index.ts";

const FETCHES = 60;

it("a fetch that is over leaves nothing of itself behind", async () => {
  const server = createServer((_request, response) => response.end("x".repeat(1000)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await using routes = await interceptNode();
  await routes.route("**/*", async (route) => await route.fulfill({ response: await route.fetch() }));

  for (let fetches = 0; fetches < FETCHES; fetches += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/${fetches}`);
    expect((await response.text()).length).toBe(1000);
  }

  // It collects garbage before it counts; what the last turns still hold may be there.
  expect(queryObjects(APIResponse, { format: "count" })).toBeLessThan(FETCHES / 4);
  server.closeAllConnections();
  server.close();
});
