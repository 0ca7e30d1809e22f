import type { RunningVedette } from "../../test/running-server.ts";

interface Sent {
  readonly method?: string;
  readonly bearer?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends requests to one server, with its secret key unless another token is given. */
export type Send = (path: string, sent?: Sent) => Promise<string>;

export function sender({ url, keys }: Pick<RunningVedette, "url" | "keys">): Send {
  return async (path, sent = {}) => {
    const { method = sent.body === undefined ? "GET" : "POST", bearer = keys.secret_key, body, headers, signal } = sent;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...typeOf(body), ...headers },
      body: bytesOf(body),
      signal: signal ?? null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return text;
  };
}

function typeOf(body: unknown): Readonly<Record<string, string>> {
  return body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" };
}

function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
