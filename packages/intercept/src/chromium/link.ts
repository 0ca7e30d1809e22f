import { CDP_EVENTS, type CdpEventName, type CdpEvents, type CdpResults } from "./protocol.ts";

/** An event of some session; `undefined` is the session that the link stands for. */
export type CdpEvent = {
  readonly [Name in CdpEventName]: {
    readonly method: Name;
    readonly params: CdpEvents[Name];
    readonly sessionId: string | undefined;
  };
}[CdpEventName];

/** What a link tells. */
export interface LinkListener {
  event(event: CdpEvent): void;
  /** The connection, or the session that was given, is gone. */
  closed(): void;
}

/** A way to the DevTools protocol: a socket of our own, or a session that somebody else's tool opened. */
export interface CdpLink {
  /** Whether sessions of children are flattened on this way; else they are wrapped in messages. */
  readonly isFlat: boolean;
  /** @throws CdpError when the browser refuses */
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
  /** Takes the place of a listener before. */
  listen(listener: LinkListener): void;
  /** Stops listening. A session that was given stays open. */
  close(): void;
}

/** A command whose answer is read. */
export async function ask<Method extends keyof CdpResults>(
  link: CdpLink,
  method: Method,
  params: object,
  sessionId: string | undefined,
): Promise<CdpResults[Method]> {
  // The browser's answers have the protocol's shape: this is the boundary.
  return (await link.send(method, params, sessionId)) as CdpResults[Method];
}

/** The browser refused a command; the message is its own. */
export class CdpError extends Error {
  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.name = "CdpError";
  }
}

const KNOWN: ReadonlySet<string> = new Set(CDP_EVENTS);

/** @returns the event, when it is one that is listened to */
export function toEvent(method: unknown, params: unknown, sessionId: unknown): CdpEvent | undefined {
  if (typeof method !== "string" || !KNOWN.has(method)) return undefined;
  const id = typeof sessionId === "string" && sessionId !== "" ? sessionId : undefined;
  // Events of these names have the protocol's shape: this is the boundary.
  return { method, params, sessionId: id } as CdpEvent;
}
