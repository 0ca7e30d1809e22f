import { createHash } from "node:crypto";
import type { App } from "@vedette/http";
import type { FastifyRequest } from "fastify";

/** Who asks: the questions behind a picture are asked in the same name. */
const CALLER_HEADERS = ["authorization", "cookie", "apikey", "host"] as const;
/** Longer questions go into the body: an address has at most 8 KiB. */
const LONGEST_ADDRESS = 6_000;

interface CallerAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Asks this server as the one who asks for the picture: its rules and limits decide. A signal ends the question. */
export interface Caller {
  /** Tells callers apart, without their secrets. */
  readonly key: string;
  get(path: string, signal: AbortSignal): Promise<CallerAnswer>;
  /** A question to a data source, which may be long. */
  ask(path: string, search: URLSearchParams, signal: AbortSignal): Promise<CallerAnswer>;
}

export function callerOf(app: App, request: FastifyRequest): Caller {
  const headers = Object.fromEntries(
    CALLER_HEADERS.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const common = { headers, remoteAddress: request.ip };
  const answerOf = ({ statusCode, headers: { "content-type": type }, body }: Injected): CallerAnswer => ({
    status: statusCode,
    type: String(type ?? "application/json"),
    body,
  });
  const get = async (url: string, signal: AbortSignal): Promise<CallerAnswer> =>
    answerOf(await app.inject({ ...common, signal, method: "GET", url }));
  return {
    key: createHash("sha256").update(JSON.stringify(headers)).digest("base64url"),
    get,
    async ask(path, search, signal) {
      const text = search.toString();
      if (path.length + text.length < LONGEST_ADDRESS) return get(`${path}?${text}`, signal);
      // It reads only, and this server is the page's own: a browser would say so.
      const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
      const posted = { method: "POST" as const, url: path, headers: { ...headers, ...form }, payload: text };
      return answerOf(await app.inject({ ...common, ...posted, signal }));
    },
  };
}

type Injected = Pick<Awaited<ReturnType<App["inject"]>>, "statusCode" | "headers" | "body">;
