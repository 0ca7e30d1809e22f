import { CdpError, type CdpEvent, type CdpLink, type LinkListener, toEvent } from "./link.ts";
import { CDP_EVENTS } from "./protocol.ts";

/**
 * A session of another tool: Playwright's and Puppeteer's `CDPSession`, the client of chrome-remote-interface. A property
 * `webSocketUrl`, as the last one has it, says that commands take the id of a child's session and events give it.
 */
export interface CdpSessionLike {
  // biome-ignore lint/suspicious/noExplicitAny: each tool types its methods and events by its own tables.
  send(method: any, params?: any, ...rest: any[]): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  on(event: any, listener: (...args: any[]) => void): unknown;
}

type Listener = (...args: unknown[]) => void;

const CLOSED_EVENTS = ["close", "disconnect"];
const MESSAGE_EVENT = "Target.receivedMessageFromTarget";

/** Which way a tool shows the sessions of children. */
export function linkToSession(session: CdpSessionLike): CdpLink {
  if ("connection" in session && typeof session.connection === "function") return new PuppeteerLink(session);
  return "webSocketUrl" in session ? new RemoteInterfaceLink(session) : new WrappedLink(session);
}

/** Adds and removes listeners of a foreign emitter. */
class Listeners {
  readonly #added: { readonly session: CdpSessionLike; readonly event: unknown; readonly listener: Listener }[] = [];

  add(session: CdpSessionLike, event: unknown, listener: Listener): void {
    session.on(event, listener);
    this.#added.push({ session, event, listener });
  }

  /** Everything that is listened to. @param sessionOf - which session an event is of, by its second argument */
  addEvents(session: CdpSessionLike, heard: (event: CdpEvent) => void, sessionOf: (given: unknown) => unknown): void {
    for (const name of CDP_EVENTS) {
      this.add(session, name, (params, given) => {
        const event = toEvent(name, params, sessionOf(given));
        if (event !== undefined) heard(event);
      });
    }
  }

  addEnds(session: CdpSessionLike, ended: () => void): void {
    for (const name of CLOSED_EVENTS) this.add(session, name, ended);
  }

  removeAll(): void {
    for (const { session, event, listener } of this.#added.splice(0)) removeListener(session, event, listener);
  }
}

/** Tools that know flattened children by id: commands and events carry the id. */
class RemoteInterfaceLink implements CdpLink {
  readonly isFlat = true;
  readonly #session: CdpSessionLike;
  readonly #listeners = new Listeners();

  constructor(session: CdpSessionLike) {
    this.#session = session;
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return await this.#session.send(method, params, sessionId);
  }

  listen(listener: LinkListener): void {
    this.#listeners.removeAll();
    this.#listeners.addEvents(
      this.#session,
      (event) => listener.event(event),
      (sessionId) => sessionId,
    );
    this.#listeners.addEnds(this.#session, () => listener.closed());
  }

  close(): void {
    this.#listeners.removeAll();
  }
}

/** Puppeteer: every child is a session object of its own, found by id at the connection. */
class PuppeteerLink implements CdpLink {
  readonly isFlat = true;
  readonly #session: CdpSessionLike;
  readonly #listeners = new Listeners();
  #listener: LinkListener | undefined;

  constructor(session: CdpSessionLike) {
    this.#session = session;
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const session = sessionId === undefined ? this.#session : this.#childOf(sessionId);
    if (session === undefined) throw new CdpError(method, "the session is gone");
    return await session.send(method, params);
  }

  listen(listener: LinkListener): void {
    this.#listeners.removeAll();
    this.#listener = listener;
    this.#hear(this.#session, undefined);
    // The session's own event for its end is a symbol that only Puppeteer knows; the connection tells by name.
    const connection = callMethod(this.#session, "connection");
    if (isSession(connection)) {
      this.#listeners.add(connection, "sessiondetached", (session) => {
        if (session === this.#session) listener.closed();
      });
    }
  }

  close(): void {
    this.#listeners.removeAll();
  }

  #hear(session: CdpSessionLike, sessionId: string | undefined): void {
    const heard = (event: CdpEvent): void => {
      // Before anybody speaks to the child, its own events must be heard.
      if (event.method === "Target.attachedToTarget") {
        const child = this.#childOf(event.params.sessionId);
        if (child !== undefined) this.#hear(child, event.params.sessionId);
      }
      this.#listener?.event(event);
    };
    this.#listeners.addEvents(session, heard, () => sessionId);
  }

  #childOf(sessionId: string): CdpSessionLike | undefined {
    const session: unknown = this.#session;
    const connection = callMethod(session, "connection");
    const child = callMethod(connection, "session", sessionId);
    return isSession(child) ? child : undefined;
  }
}

/** Playwright drops messages of flattened children, so theirs are wrapped in those of the session itself. */
class WrappedLink implements CdpLink {
  readonly isFlat = false;
  readonly #session: CdpSessionLike;
  readonly #listeners = new Listeners();
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void; method: string }>();
  #lastId = 0;

  constructor(session: CdpSessionLike) {
    this.#session = session;
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    if (sessionId === undefined) return await this.#session.send(method, params);
    this.#lastId += 1;
    const id = this.#lastId;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method });
      const message = JSON.stringify({ id, method, params });
      this.#session.send("Target.sendMessageToTarget", { sessionId, message }).catch((error: unknown) => {
        this.#waiting.delete(id);
        reject(new CdpError(method, String(error)));
      });
    });
  }

  listen(listener: LinkListener): void {
    this.#listeners.removeAll();
    this.#listeners.addEvents(
      this.#session,
      (event) => listener.event(event),
      () => undefined,
    );
    this.#listeners.add(this.#session, MESSAGE_EVENT, (params) => this.#unwrap(listener, params));
    this.#listeners.addEnds(this.#session, () => {
      for (const { reject, method } of this.#waiting.values()) reject(new CdpError(method, "the session is gone"));
      this.#waiting.clear();
      listener.closed();
    });
  }

  close(): void {
    this.#listeners.removeAll();
  }

  #unwrap(listener: LinkListener, params: unknown): void {
    const { sessionId, message } = params as { sessionId: string; message: string };
    const {
      id,
      method,
      params: inner,
      result,
      error,
    } = JSON.parse(message) as {
      id?: number;
      method?: string;
      params?: unknown;
      result?: unknown;
      error?: { message: string };
    };
    if (id === undefined) {
      const event = toEvent(method, inner, sessionId);
      if (event !== undefined) listener.event(event);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new CdpError(waiting.method, error.message));
  }
}

function removeListener(session: object, event: unknown, listener: Listener): void {
  if ("off" in session) callMethod(session, "off", event, listener);
  else callMethod(session, "removeListener", event, listener);
}

function callMethod(target: unknown, name: string, ...args: unknown[]): unknown {
  if (typeof target !== "object" || target === null) return undefined;
  const method: unknown = Reflect.get(target, name);
  return typeof method === "function" ? Reflect.apply(method, target, args) : undefined;
}

function isSession(value: unknown): value is CdpSessionLike {
  return typeof value === "object" && value !== null && "send" in value && "on" in value;
}
