import x11, { type XClient, type XDisplay, type XEvent } from "x11";
import { WindowError } from "../errors.ts";
import { ATOM_NAMES, type AtomName, type Atoms, CORE_ATOMS } from "./atoms.ts";

/** Bits of the kinds of events that are heard, or that a message is for. */
export function eventMask(...kinds: readonly string[]): number {
  return kinds.reduce((mask, kind) => mask | (x11.eventMask[kind] ?? 0), 0);
}

/** What is heard of every window that matters: its life, its properties, its focus. */
export const WINDOW_EVENTS = eventMask("StructureNotify", "PropertyChange", "FocusChange");
/** Messages for the window manager go to whoever has this on the root. @see EWMH, "Root Window Properties" */
const TO_WINDOW_MANAGER = 0x18_0000;
const ANY_TYPE = 0;
const LAST_PREDEFINED_ATOM = 68;
const MAX_PROPERTY_WORDS = 65_536;

type Listener = (event: XEvent) => void;

/** One connection to an X server. Requests never throw for what other programs do; after its end they do nothing. */
export class Connection {
  readonly client: XClient;
  readonly root: number;
  readonly rootSize: { readonly width: number; readonly height: number };
  readonly atoms: Atoms;
  readonly #listeners = new Map<number, Set<Listener>>();
  readonly #replies = new Set<() => void>();
  readonly #ended = Promise.withResolvers<void>();
  #isOpen = true;

  private constructor({ client, screen: [screen] }: XDisplay, atoms: Atoms, onLost: () => void) {
    this.client = client;
    this.root = screen?.root ?? 0;
    this.rootSize = { width: screen?.pixel_width ?? 1, height: screen?.pixel_height ?? 1 };
    this.atoms = atoms;
    client.on("event", (event: XEvent) => this.#dispatch(event));
    // A window that has just gone answers with an error; the model learns of it by DestroyNotify.
    client.on("error", () => {});
    const end = (): void => {
      if (this.#end()) onLost();
    };
    client.on("end", end);
    client.stream.on("close", end);
  }

  /** @throws WindowError `ERR_NO_DISPLAY` when nobody answers there */
  static async open(name: string, onLost: () => void): Promise<Connection> {
    const display = await connect(name);
    return new Connection(display, await internAtoms(display.client), onLost);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Resolves when the connection has ended, by whomever. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  close(): void {
    if (this.#end()) this.client.terminate();
  }

  /** @returns whether it was open until now */
  #end(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    for (const give of [...this.#replies]) give();
    this.#ended.resolve();
    return wasOpen;
  }

  /** Hears the events that are reported to a window until the returned function is called. */
  listen(window: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(window) ?? new Set();
    this.#listeners.set(window, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(window);
    };
  }

  /** Sends requests that need no answer. */
  send(work: (client: XClient) => void): void {
    if (this.#isOpen) work(this.client);
  }

  /** Hands what was sent to the system now, for a process that has no later. */
  flush(): void {
    if (this.#isOpen) this.client.pack_stream.flush();
  }

  /** @returns `undefined` when the server refuses or the connection ends */
  ask<T>(
    request: (client: XClient, reply: (error: Error | null, value: T) => unknown) => void,
  ): Promise<T | undefined> {
    if (!this.#isOpen) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const give = (): void => finish(undefined);
      const finish = (value: T | undefined): void => {
        this.#replies.delete(give);
        resolve(value);
      };
      this.#replies.add(give);
      request(this.client, (error, value) => {
        finish(error ? undefined : value);
        return true;
      });
    });
  }

  /** Waits until the server has seen everything sent so far. */
  async roundTrip(): Promise<void> {
    await this.ask<unknown>((client, reply) => client.GetInputFocus(reply));
  }

  /** @returns the property's bytes; empty when it is not there */
  async property(window: number, atom: number): Promise<Buffer> {
    const property = await this.ask<{ data: Buffer }>((client, reply) =>
      client.GetProperty(0, window, atom, ANY_TYPE, 0, MAX_PROPERTY_WORDS, reply),
    );
    return property?.data ?? Buffer.alloc(0);
  }

  /** A property of 32-bit values. */
  async values(window: number, atom: number): Promise<number[]> {
    const data = await this.property(window, atom);
    return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4));
  }

  async text(window: number, atom: number): Promise<string> {
    return (await this.property(window, atom)).toString("utf8");
  }

  setValues(window: number, atom: number, type: number, values: readonly number[]): void {
    this.send((client) => client.ChangeProperty(0, window, atom, type, 32, [...values]));
  }

  setText(window: number, atom: number, type: number, text: string): void {
    this.send((client) => client.ChangeProperty(0, window, atom, type, 8, Buffer.from(text)));
  }

  deleteProperty(window: number, atom: number): void {
    this.send((client) => client.DeleteProperty(window, atom));
  }

  /** A message about a window to the window manager, by way of the root. */
  tellManager(window: number, type: AtomName, data: readonly number[]): void {
    this.send((client) => client.SendClientMessage(this.root, window, this.atoms[type], 32, data, TO_WINDOW_MANAGER));
  }

  #dispatch(event: XEvent): void {
    const listeners = this.#listeners.get(reportedTo(event));
    if (listeners === undefined) return;
    for (const listener of [...listeners]) listener(event);
  }
}

/** The window an event is reported to, which for news of children is the parent. */
function reportedTo(event: XEvent): number {
  switch (event.name) {
    case "CreateNotify":
      return event.parent;
    case "DestroyNotify":
    case "UnmapNotify":
    case "MapNotify":
    case "ReparentNotify":
      return event.event;
    default:
      return event.wid;
  }
}

function connect(name: string): Promise<XDisplay> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const said = reason.replace(/^X server connection failed: /, "").trim();
      const detail = `The X server at ${name} cannot be used: ${said}`;
      reject(new WindowError("ERR_NO_DISPLAY", { cause, detail }));
    };
    try {
      // No request of ours comes near the length from which on the extension for big ones is needed.
      const options = { display: name, shm: false, bufferRequests: true, disableBigRequests: true } as const;
      const client = x11.createClient(options, (error, display) => {
        if (error) refuse(error);
        else resolve(display);
      });
      client.on("error", refuse);
    } catch (error) {
      refuse(error);
    }
  });
}

async function internAtoms(client: XClient): Promise<Atoms> {
  forgetAtomsOfOtherServers(client);
  const pairs = await Promise.all(
    ATOM_NAMES.map(
      (name) =>
        new Promise<[string, number]>((resolve, reject) =>
          client.InternAtom(false, name, (error, atom) => (error ? reject(error) : resolve([name, atom]))),
        ),
    ),
  );
  return { ...CORE_ATOMS, ...(Object.fromEntries(pairs) as Record<AtomName, number>) };
}

/**
 * The package keeps one table of atoms for all connections of a process, but every server numbers its own.
 *
 * @see docs/discoveries/x11.md
 */
function forgetAtomsOfOtherServers(client: XClient): void {
  const predefined = Object.entries(client.atoms).filter(([, atom]) => atom <= LAST_PREDEFINED_ATOM);
  client.atoms = Object.fromEntries(predefined);
  client.atom_names = Object.fromEntries(predefined.map(([name, atom]) => [atom, name]));
}
