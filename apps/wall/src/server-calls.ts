import { clockAheadSeconds } from "@vedette/client/clock-difference";
import type { ScreenReport } from "./screen-report.ts";

const TIMEOUT_MS = 10_000;

const STATES = ["waiting", "paired", "gone"] as const;

type PairingState = (typeof STATES)[number];

/** No answer, or one that is no answer: the server is away or in trouble. */
export class ServerAway extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options);
    this.name = "ServerAway";
  }
}

export interface BegunPairing {
  readonly code: string;
  readonly key: string;
  /** Where people type the code. */
  readonly address: string;
}

export interface ReportAnswer {
  readonly name: string;
  readonly playlist: string;
  /** What people have the wall show beside its playlist. The page knows what to make of it. */
  readonly display: unknown;
  readonly commands: readonly { readonly id: string; readonly command: string; readonly screen: string }[];
  /** The server's clock less ours, in seconds: of what a slow answer leaves open, the least. */
  readonly clockAheadSeconds: number;
}

/** What a wall asks the server itself, apart from its pages. All throw `ServerAway`, but for the signal's end. */
export interface ServerCalls {
  /** @returns why not, for people, when the server refuses */
  beginPairing(wish: { readonly playlist: string; readonly name: string }): Promise<BegunPairing | string>;
  pairingState(key: string): Promise<PairingState>;
  /** @returns `undefined` when the key is good for nothing any more */
  report(key: string, screens: readonly ScreenReport[], lastCommand: string): Promise<ReportAnswer | undefined>;
  sendPicture(key: string, screen: string, jpeg: Buffer): Promise<void>;
}

export function serverCalls(server: string, signal: AbortSignal): ServerCalls {
  const call = async (path: string, init: RequestInit & { readonly key?: string } = {}): Promise<Response> => {
    const { key, headers, ...rest } = init;
    try {
      const response = await fetch(`${server}/api/wall/${path}`, {
        ...rest,
        headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        // The key goes to nobody else, and without it every answer would be wrong.
        redirect: "manual",
      });
      const moved = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && moved !== null) {
        throw new ServerAway(`it has moved to ${moved}: start the wall with that address`);
      }
      if (response.status >= 500) throw new ServerAway(`it answers ${response.status}`);
      return response;
    } catch (error) {
      if (error instanceof ServerAway) throw error;
      throw new ServerAway(reasonOf(error), { cause: error });
    }
  };
  const json = (body: unknown) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const stateOf = async (key: string): Promise<PairingState> => {
    const answer = text(await bodyOf(await call("pairing", { key })), "state");
    const state = STATES.find((known) => known === answer);
    if (state === undefined) throw new ServerAway("it does not answer as a watch room does");
    return state;
  };
  return {
    async beginPairing(wish) {
      const response = await call("pairing", json(wish));
      const answer = await bodyOf(response);
      if (response.status === 201)
        return { code: text(answer, "code"), key: text(answer, "key"), address: text(answer, "address") };
      return text(answer, "message") || `It answers ${response.status}: is a watch room at this address?`;
    },
    async pairingState(key) {
      return await stateOf(key);
    },
    async report(key, screens, lastCommand) {
      const asked = Date.now();
      const response = await call("report", { ...json({ screens, lastCommand }), key });
      // A proxy on the way may refuse as well: the wall is removed only when the watch room itself says so.
      if (response.status === 401 && (await stateOf(key)) === "gone") return undefined;
      const answer = await bodyOf(response);
      if (!response.ok) throw new ServerAway(`it answers ${response.status}`);
      return {
        name: text(answer, "name"),
        playlist: text(answer, "playlist"),
        display: Reflect.get(Object(answer), "display"),
        commands: commandsOf(answer),
        clockAheadSeconds: clockAheadSeconds({ date: response.headers.get("date"), asked }),
      };
    },
    async sendPicture(key, screen, jpeg) {
      const path = `screens/${encodeURIComponent(screen)}/picture`;
      const headers = { "content-type": "image/jpeg" };
      const response = await call(path, { method: "PUT", headers, body: new Uint8Array(jpeg), key });
      await response.body?.cancel();
    },
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new ServerAway("it does not answer as a watch room does", { cause });
  }
}

function text(value: unknown, name: string): string {
  const member: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === "string" ? member : "";
}

function commandsOf(answer: unknown): ReportAnswer["commands"] {
  const commands: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "commands") : [];
  if (!Array.isArray(commands)) return [];
  return commands.map((one: unknown) => ({
    id: text(one, "id"),
    command: text(one, "command"),
    screen: text(one, "screen"),
  }));
}

/** Node says "fetch failed" and keeps the reason to itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
