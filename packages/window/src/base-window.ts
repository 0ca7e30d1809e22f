import { EventEmitter } from "node:events";
import { type Check, checkArguments, isGiven, isInteger } from "./arguments.ts";
import type { AdoptTarget } from "./backend.ts";
import type { BaseWindowOptions } from "./options.ts";
import type { WindowPeer } from "./peer.ts";
import { currentSystem, nextWindowId } from "./system.ts";
import type { BaseWindowEvents } from "./window-event.ts";
import { FLAG_PROPERTIES, METHOD_ARGUMENTS, type WindowMembers } from "./window-methods.ts";

const windowById = new Map<number, BaseWindow>();
/** Handed to the constructor by `adopt` only. */
const ADOPTED = Symbol("adopted");
type MakePeer = (id: number, emit: Emit) => WindowPeer;
type Emit = <Name extends keyof BaseWindowEvents>(name: Name, ...args: BaseWindowEvents[Name]) => void;

/** The methods of `WindowMembers` are put on the prototype below, each of which hands its call on. */
const Emitter = EventEmitter as unknown as new () => EventEmitter<BaseWindowEvents> & WindowMembers;

/** Makes a property of a getter and a setter method. */
function pairUp(prototype: object, name: string, getter: "is" | "get"): void {
  const noun = name.replace(/^./, (first) => first.toUpperCase());
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(): unknown {
      return this[getter + noun]();
    },
    set(value: unknown) {
      this[`set${noun}`](value);
    },
  });
}

/**
 * A window on the screen: made here, or adopted from another program. All rectangles are outer ones, frame included, in
 * whole pixels. Getters read a model in this process; setters change it at once, and the server's word corrects it.
 *
 * @see spec 3, "Window methods (base window)"
 */
export class BaseWindow extends Emitter {
  /** Unique, never reused, readable after destruction. */
  readonly id: number;
  readonly #peer: WindowPeer;

  static {
    for (const name of FLAG_PROPERTIES) pairUp(BaseWindow.prototype, name, "is");
    pairUp(BaseWindow.prototype, "title", "get");
    for (const [name, checks] of Object.entries(METHOD_ARGUMENTS)) {
      const value = function (this: BaseWindow, ...args: unknown[]): unknown {
        return Reflect.get(this.#with(checks, args), name)(...args);
      };
      Object.defineProperty(BaseWindow.prototype, name, { configurable: true, writable: true, value });
    }
  }

  /** @throws Error before `initialize()` has resolved; TypeError when an option has the wrong type */
  constructor(options?: BaseWindowOptions);
  constructor(options: BaseWindowOptions = {}, adopted?: { readonly key: typeof ADOPTED; readonly peer: MakePeer }) {
    super();
    const system = currentSystem();
    if (options.parent && !(options.parent instanceof BaseWindow)) {
      throw new TypeError("Must pass BaseWindow instance or null");
    }
    this.id = nextWindowId();
    const emit: Emit = (name, ...args) => {
      if (name === "closed") windowById.delete(this.id);
      EventEmitter.prototype.emit.call(this, name, ...args);
    };
    this.#peer = adopted?.key === ADOPTED ? adopted.peer(this.id, emit) : system.create({ id: this.id, options, emit });
    windowById.set(this.id, this);
  }

  /** Living windows in order of creation. */
  static getAllWindows(): BaseWindow[] {
    return [...windowById.values()];
  }

  static getFocusedWindow(): BaseWindow | null {
    return BaseWindow.getAllWindows().find((window) => window.isFocused()) ?? null;
  }

  static fromId(id: number): BaseWindow | null {
    checkArguments([isInteger], [id]);
    return windowById.get(id) ?? null;
  }

  /**
   * Takes over a top-level window of another program: by X window id, or the first one that a process shows.
   * `timeout` is in milliseconds and defaults to 10 000; `signal` ends the wait before.
   *
   * @throws WindowError `ERR_NO_WINDOW` when there is none (in time), `ERR_NOT_SUPPORTED` where the backend cannot; the
   *   signal's reason
   */
  static async adopt(target: AdoptTarget): Promise<BaseWindow> {
    const adoption = await currentSystem().adopt(target);
    const known = adoption.known();
    const existing = known === undefined ? undefined : windowById.get(known);
    if (existing !== undefined) return existing;
    return Reflect.construct(BaseWindow, [{}, { key: ADOPTED, peer: adoption.create }], BaseWindow);
  }

  /** Goes without asking; `closed` comes for certain. Harmless when repeated. */
  destroy(): void {
    if (!this.#peer.isDestroyed()) this.#peer.destroy();
  }

  isDestroyed(): boolean {
    return this.#peer.isDestroyed();
  }

  /**
   * Waits for server and window manager to have confirmed everything asked so far.
   *
   * @param timeout - milliseconds
   * @returns false after the timeout; never rejects
   */
  settled(timeout = 2000): Promise<boolean> {
    return this.#peer.isDestroyed() ? Promise.resolve(true) : this.#peer.settled(timeout);
  }

  getParentWindow(): BaseWindow | null {
    return windowById.get(this.#with().parentId() ?? -1) ?? null;
  }

  getChildWindows(): BaseWindow[] {
    return this.#with()
      .childIds()
      .flatMap((id) => windowById.get(id) ?? []);
  }

  /** @throws TypeError on a modal window, or when it would be its own ancestor */
  setParentWindow(parent: BaseWindow | null): void {
    const peer = this.#with([isGiven], [parent]);
    if (parent !== null && !(parent instanceof BaseWindow)) {
      throw new TypeError("Must pass BaseWindow instance or null");
    }
    if (peer.isModal()) throw new TypeError("Can not be called for modal window");
    peer.setParentId(parent?.id);
  }

  /** The peer of a living window, once the arguments are what the method needs. */
  #with(checks: readonly Check[] = [], args: readonly unknown[] = []): WindowPeer {
    if (this.#peer.isDestroyed()) throw new TypeError("Object has been destroyed");
    checkArguments(checks, args);
    return this.#peer;
  }
}
