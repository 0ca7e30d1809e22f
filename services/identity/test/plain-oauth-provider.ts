import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** One response of the provider. The body is sent as it is, so numbers keep their digits. */
interface PlainResponse {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

/** A request that the provider received. */
export interface PlainRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
}

/** An OAuth 2.0 provider without OpenID Connect that answers whatever a test wants. */
export interface PlainOAuthProvider {
  readonly url: string;
  readonly requests: readonly PlainRequest[];
  /** Sets the responses by path; `/authorize` always redirects back with the code `one`. */
  respond(responses: Readonly<Record<string, string | ((request: PlainRequest) => PlainResponse)>>): void;
}

export const TOKENS = JSON.stringify({ access_token: "a-token", token_type: "bearer" });

/** Starts the provider on a free port. It ends with the test. */
export async function startPlainOAuthProvider(): Promise<PlainOAuthProvider> {
  const requests: PlainRequest[] = [];
  let responses: Parameters<PlainOAuthProvider["respond"]>[0] = {};
  const respond = async (request: IncomingMessage): Promise<PlainResponse & { location?: string }> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.endsWith("/authorize")) {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code: "one", state: searchParams.get("state") ?? "" }));
      return { status: 302, body: "", location: back.href };
    }
    const { authorization } = request.headers;
    const received = { path: pathname, authorization, form: new URLSearchParams(await text(request)) };
    requests.push(received);
    const response = responses[pathname] ?? (() => ({ status: 404, body: "{}" }));
    return typeof response === "string" ? { body: response } : response(received);
  };
  const server = createServer(async (request, answer) => {
    const { status = 200, type = "application/json", body, location } = await respond(request);
    answer.writeHead(status, { "content-type": type, ...(location && { location }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    respond(next) {
      responses = next;
    },
  };
}
