import type { ClientRequest } from "node:http";
import type { HeaderEntry } from "../http/headers.ts";

/** What agents are asked for; the rest is their own business. */
export interface AgentOptions {
  readonly host?: string | null;
  readonly port?: number | string | null;
  readonly path?: string | null;
  readonly socketPath?: string | null;
  readonly headers?: unknown;
}

/** Header lines of a request, in their order and case. */
export function headersOf(request: ClientRequest, { headers }: AgentOptions): HeaderEntry[] {
  const names = request.getRawHeaderNames();
  if (names.length === 0 && Array.isArray(headers)) return pairsOf(headers);
  return names.flatMap((name) =>
    [request.getHeader(name)].flat().map((value) => ({ name, value: String(value ?? "") })),
  );
}

/** A list of names and values was written at once, and is in no table. */
function pairsOf(headers: readonly unknown[]): HeaderEntry[] {
  const pairs = headers.filter((pair): pair is unknown[] => Array.isArray(pair));
  if (pairs.length > 0) return pairs.map(([name, value]) => ({ name: String(name), value: String(value) }));
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [{ name: String(name), value: String(headers[index + 1]) }] : [],
  );
}
