import { VedetteError } from "./errors.ts";

/** One call to the server, with the credentials that are in force. */
export type CallApi = (path: string, init?: ApiRequest) => Promise<unknown>;

interface ApiRequest {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface ApiOptions {
  readonly url: string;
  readonly publishableKey: string;
  readonly fetch: typeof fetch;
  /** The token of whoever is signed in; without one the publishable key is sent. */
  readonly accessToken: () => Promise<string | null>;
}

/** @throws VedetteError for every answer that is no success; what `fetch` throws when there is none */
export function apiCaller({ url, publishableKey, fetch, accessToken }: ApiOptions): CallApi {
  return async (path, { method = "GET", query = {}, body, signal } = {}) => {
    const answer = await fetch(addressOf(url + path, query), {
      method,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${(await accessToken()) ?? publishableKey}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const json = parse(await answer.text());
    if (answer.ok) return json;
    throw refusal(answer.status, json);
  };
}

function addressOf(url: string, query: NonNullable<ApiRequest["query"]>): URL {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) target.searchParams.set(name, String(value));
  }
  return target;
}

/** Resources answer with a `Status`, metrics as Prometheus does. */
function refusal(status: number, json: unknown): VedetteError {
  const reason = textOf(json, "reason") ?? textOf(json, "errorType") ?? "";
  const message = textOf(json, "message") ?? textOf(json, "error") ?? `The server answered ${status}.`;
  return new VedetteError(status, reason, message);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A proxy in between answers in HTML; the status says enough.
  }
}

function textOf(json: unknown, key: string): string | undefined {
  const value: unknown = Reflect.get(Object(json), key);
  return typeof value === "string" ? value : undefined;
}
