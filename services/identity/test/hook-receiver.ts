import { createServer, type IncomingMessage } from "node:http";
import type { SettingsOf } from "@vedette/settings";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import type { identitySettings } from "../src/index.ts";

/** A call that a receiver has verified with the published library. */
export interface ReceivedCall {
  readonly headers: IncomingMessage["headers"];
  // Whatever the service sends; tests match what they expect of it.
  readonly event: Record<string, never>;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless `text` is there. */
  readonly json?: unknown;
  readonly text?: string;
}

export const SECRET = `v1,whsec_${Buffer.from("a secret of thirty-two bytes ok!").toString("base64")}`;

/** A web-standard receiver behind a real server. */
export async function serve(receive: (request: Request) => Promise<Response> | Response): Promise<string> {
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await receive(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? "POST",
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(request.method === "GET" ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    reply.writeHead(answer.status, Object.fromEntries(answer.headers));
    reply.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  return `http://127.0.0.1:${address.port}`;
}

/** A receiver that checks each call with the published library and answers as told. */
export async function startReceiver(
  answerTo: (call: ReceivedCall, count: number) => Answer | Promise<Answer> = () => ({ json: {} }),
): Promise<{ readonly url: string; readonly calls: ReceivedCall[] }> {
  const calls: ReceivedCall[] = [];
  const url = await serve(async (request) => {
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    const verified = new Webhook(SECRET.replace("v1,whsec_", "")).verify(body, headers);
    // Proven by the signature.
    const call = { headers, event: verified as Record<string, never>, body };
    calls.push(call);
    const { status = 200, headers: extra = {}, json, text } = await answerTo(call, calls.length);
    const isJson = text === undefined && json !== undefined;
    return new Response(status === 204 ? null : (text ?? (isJson ? JSON.stringify(json) : "")), {
      status,
      headers: { ...(isJson ? { "content-type": "application/json" } : {}), ...extra },
    });
  });
  return { url, calls };
}

type Settings = Partial<SettingsOf<typeof identitySettings>>;

/** The settings that switch a hook on. */
export function hookAt(key: string, uri: string, secrets = SECRET): Settings {
  return {
    [`auth.hook.${key}.enabled`]: true,
    [`auth.hook.${key}.uri`]: uri,
    [`auth.hook.${key}.secrets`]: secrets,
  };
}
