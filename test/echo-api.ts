import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type RunningUi, startUi } from "./running-server.ts";

/** What a request has come as. */
export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface EchoApi {
  readonly address: string;
  stop(): Promise<void>;
}

/** An API that says what it was asked. A mock: the real one does not show the headers that it got. */
export async function startEcho(): Promise<EchoApi> {
  const server = createServer(async (request, response) => {
    if (request.url === "/api/never") return;
    let body = "";
    for await (const chunk of request) body += chunk;
    const seen: Seen = { method: request.method, url: request.url, headers: request.headers, body };
    const cookies = ["refresh=planted", "vedette_session=of-the-api"];
    response.writeHead(200, { "content-type": "application/json", "set-cookie": cookies, "x-of-the-api": "yes" });
    response.end(JSON.stringify(seen));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A UI server in front of it, until the test ends. */
export async function aUiBefore(
  api: { readonly address: string },
  env: Readonly<Record<string, string>> = {},
): Promise<RunningUi> {
  const ui = await startUi({ VEDETTE_ADDRESS: api.address, ...env });
  onTestFinished(async () => void (await ui.stop()));
  return ui;
}
