import { CommandError } from "../start-failure.ts";

/** A running watch room, and in whose name it is asked. */
export interface ServerAccess {
  readonly server: string;
  readonly token: string;
}

export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
  /** `undefined` for an answer that is no JSON. */
  readonly json: unknown;
}

/** @throws CommandError when no answer comes */
export async function callServer(
  { server, token }: ServerAccess,
  path: string,
  { method = "GET", body }: { method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; body?: string } = {},
): Promise<ServerAnswer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  try {
    const sent = body === undefined ? {} : { body };
    const answer = await fetch(server + path, { method, headers, signal: AbortSignal.timeout(60_000), ...sent });
    const text = await answer.text();
    return { status: answer.status, text, json: parse(text) };
  } catch (error) {
    throw new CommandError(
      `${new URL(server).origin} does not answer; is Vedette running there? Name another with --server`,
      { cause: error },
    );
  }
}

/** Asks a server in JSON. @returns what it answers; @throws CommandError with what the server says otherwise */
export async function askServer(
  access: ServerAccess,
  path: string,
  { method = "GET", body }: { method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; body?: object } = {},
): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return requireSuccess(await callServer(access, path, { method, ...sent })).json;
}

/** @returns the answer to a request that succeeded; @throws CommandError with what the server says otherwise */
export function requireSuccess(answer: ServerAnswer): ServerAnswer {
  const refusal = refusalOf(answer);
  if (refusal === undefined) return answer;
  throw new CommandError(refusal);
}

/** Why a server refused; `undefined` when it did not. */
export function refusalOf({ status, json }: ServerAnswer): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  // The sign-in service calls its sentence msg, as its clients expect.
  return textOf(json, "message") ?? textOf(json, "msg") ?? `the server answered ${status}`;
}

export function textOf(value: unknown, key: string): string | undefined {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof text === "string" ? text : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A proxy in between answers in HTML; the status says enough.
  }
}
