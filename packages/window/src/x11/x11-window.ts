import type { XEvent } from "x11";
import { announce } from "../model/announce.ts";
import { close, gone } from "../model/lifecycle.ts";
import { type Driver, type Effect, isVisible, type ModelWindow, takesInput } from "../model/model.ts";
import { setOnTop } from "../model/stacking.ts";
import { type Insets, NO_INSETS, type Rectangle } from "../rectangle.ts";
import type { Connection } from "./connection.ts";
import { perform } from "./effects.ts";
import { type Aspect, Expectations } from "./expectations.ts";
import { sizeHints, windowHints } from "./hints.ts";
import { readReport } from "./read-report.ts";
import { takeReport } from "./report.ts";
import { createCover, createWindow, modelStates } from "./requests.ts";
import type { X11System } from "./x11-system.ts";

const RESAMPLE_MS = 4;
const GRAB_MODES: ReadonlySet<number> = new Set([1, 2]);
/** Focus moves inside the window, or only the pointer does. */
const IGNORED_DETAILS: ReadonlySet<number> = new Set([2, 5]);

/** What is known of a window from the server's own words. */
export interface Confirmed {
  isMapped: boolean;
  /** Frame of the window manager, or the root. */
  parent: number;
  /** Client area in screen coordinates. */
  client: Rectangle;
  /** The client area has moved in a way that only asking tells. */
  isPlaceStale: boolean;
}

/** The properties in which a window tells window managers of its limits and wishes. */
export interface Hints {
  write(): void;
  /** Somebody has written them. */
  onChange(): void;
}

/** One X window: own or adopted. */
export class X11Window implements Driver {
  readonly handle: number;
  readonly isAdopted: boolean;
  readonly system: X11System;
  readonly model: ModelWindow;
  readonly expectations: Expectations;
  readonly confirmed: Confirmed;
  /** The window manager restores something on leaving a mode; if it is not what we remember, we ask once more. */
  isRestoring = false;
  /** Openbox would bind our own sizes to the aspect ratio as well; it hears of it when a user resizes. */
  isAspectOwed = false;
  /** What changed without having been asked for, until the window manager stands by it. */
  readonly doubts = new Map<Aspect, { isOver: boolean }>();
  /** A frame that was told once and differs from the one we know. */
  frameSeen: Insets | undefined;
  /** When full screen was taken from a kiosk by somebody else. */
  kioskLosses: number[] = [];
  /** False for a window that was found maximized or full screen: where it belongs, only its window manager knows. */
  isNormalKnown = true;
  /** What others have put the window into. */
  foreignStates: readonly number[] = [];
  /** What the client draws around itself that is no part of the window. */
  shadows = NO_INSETS;
  /** Before it is mapped, its place is that of its client area. */
  isStatic = false;
  hints: Hints = { write: () => this.#writeHints(), onChange: () => {} };
  #isForgotten = false;
  #cover: number | undefined;
  #isTouched = false;
  #isReading = false;
  #isStale = false;
  readonly #waiting = new Set<() => void>();
  readonly #stopListening: () => void;

  constructor(
    system: X11System,
    model: ModelWindow,
    adopted?: { readonly xid: number; readonly confirmed: Confirmed },
  ) {
    this.system = system;
    this.expectations = new Expectations({
      barrier: () => system.manager.barrier(),
      onDue: () => this.touch(),
    });
    this.model = model;
    this.isAdopted = adopted !== undefined;
    this.handle = adopted?.xid ?? system.connection.client.AllocID();
    this.confirmed = adopted?.confirmed ?? {
      isMapped: false,
      parent: system.connection.root,
      client: model.normal,
      isPlaceStale: false,
    };
    this.#stopListening = this.connection.listen(this.handle, (event) => this.hear([event]));
    system.driverByXid.set(this.handle, this);
    if (!this.isAdopted) createWindow(this.connection, this.handle, model);
  }

  get connection(): Connection {
    return this.system.connection;
  }

  get isShown(): boolean {
    return this.model.isShown;
  }

  get canTakeFocus(): boolean {
    return isVisible(this.model) && this.model.options.focusable;
  }

  apply(effect: Effect): void {
    if (this.#isForgotten) return;
    perform(this, effect);
    if (effect.kind === "show" || effect.kind === "hide") this.system.holdProcess();
  }

  settled(timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    return this.system.hold(async () => {
      const timeout = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => timeout.resolve(false), timeoutMs);
      const isDone = await Promise.race([this.#settle(until), timeout.promise]);
      clearTimeout(timer);
      return isDone;
    });
  }

  async #settle(until: number): Promise<boolean> {
    while (performance.now() < until && !this.model.isDestroyed) {
      await this.system.manager.barrier();
      if (this.#isCalm()) return true;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
      this.#waiting.clear();
    }
    return this.model.isDestroyed;
  }

  #isCalm(): boolean {
    const isQuiet = !this.#isTouched && !this.#isReading && this.doubts.size === 0;
    return isQuiet && this.expectations.isEmpty && !this.system.isFocusOpen;
  }

  /** Something has been confirmed or given up. */
  onProgress(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Reads what the server says, once for however many notifications of this turn. */
  readonly touch = (): void => {
    if (this.#isTouched) return;
    this.#isTouched = true;
    setImmediate(() => {
      this.#isTouched = false;
      void this.#read();
    });
  };

  #writeHints(): void {
    const { connection, handle, model } = this;
    const { atoms } = connection;
    connection.setValues(handle, atoms.WM_NORMAL_HINTS, atoms.WM_SIZE_HINTS, sizeHints(model, !this.isAspectOwed));
    connection.setValues(handle, atoms.WM_HINTS, atoms.WM_HINTS, windowHints(model));
  }

  /** What others have put the window into stays. */
  writeStates(): void {
    const { atoms } = this.connection;
    const states = [...modelStates(this.connection, this.model)].filter(([, isOn]) => isOn).map(([atom]) => atom);
    this.connection.setValues(this.handle, atoms._NET_WM_STATE, atoms.ATOM, [...states, ...this.foreignStates]);
  }

  /** An adopted window takes no input under a cover; an own one has nothing that takes any. */
  updateCover(): void {
    const isEnabled = takesInput(this.model);
    if (!this.isAdopted || isEnabled === (this.#cover === undefined)) return;
    const cover = this.#cover;
    if (cover !== undefined) this.connection.send((client) => client.DestroyWindow(cover));
    this.#cover = isEnabled ? undefined : createCover(this.connection, this.handle);
  }

  /** The process lets go of the window; an adopted one is left as it was found. */
  release(): void {
    if (this.isAdopted) {
      perform(this, { kind: "release-kiosk" });
      const cover = this.#cover;
      if (cover !== undefined) this.connection.send((client) => client.DestroyWindow(cover));
    } else {
      this.connection.send((client) => client.DestroyWindow(this.handle));
    }
    this.forget();
  }

  forget(): void {
    this.#isForgotten = true;
    this.expectations.stop();
    this.#stopListening();
    this.system.forget(this.handle);
    this.onProgress();
  }

  /** Takes what the server tells of the window, in its order. */
  hear(events: readonly XEvent[]): void {
    for (const event of events) this.#onEvent[event.name]?.(event);
  }

  onManagerChange(): void {
    perform(this, { kind: "new-manager" });
    this.touch();
  }

  readonly #onEvent: Readonly<Record<string, (event: XEvent) => void>> = {
    ConfigureNotify: (event) => this.#onConfigure(event),
    ReparentNotify: ({ parent }) => {
      this.confirmed.parent = parent;
      this.confirmed.isPlaceStale = true;
      this.touch();
    },
    MapNotify: () => this.#onMap(true),
    UnmapNotify: () => this.#onMap(false),
    DestroyNotify: () => {
      this.forget();
      gone(this.model);
    },
    FocusIn: (event) => this.#onFocus(event, true),
    FocusOut: (event) => this.#onFocus(event, false),
    PropertyNotify: ({ atom }) => this.#onProperty(atom),
    ClientMessage: (event) => this.#onMessage(event),
  };

  #onMap(isMapped: boolean): void {
    this.confirmed.isMapped = isMapped;
    this.touch();
  }

  #onFocus({ mode, detail }: XEvent, isFocused: boolean): void {
    if (!GRAB_MODES.has(mode) && !IGNORED_DETAILS.has(detail)) this.system.onFocus(this.model, isFocused);
  }

  /** Synthetic ones give the place on the screen; real ones do so only without a frame around the window. */
  #onConfigure({ rawData, x, y, width, height }: XEvent): void {
    const isSynthetic = ((rawData[0] ?? 0) & 0x80) !== 0;
    const { confirmed } = this;
    // Openbox answers a question about frames with a false place for windows that are not mapped.
    if (isSynthetic && !confirmed.isMapped) return;
    const isFramed = confirmed.parent !== this.connection.root;
    const hasPlace = isSynthetic || !isFramed;
    confirmed.client = hasPlace ? { x, y, width, height } : { ...confirmed.client, width, height };
    confirmed.isPlaceStale = !hasPlace;
    this.touch();
  }

  #onProperty(atom: number): void {
    const { atoms } = this.connection;
    if (atom === atoms._NET_WM_STATE || atom === atoms.WM_STATE || atom === atoms._NET_FRAME_EXTENTS) this.touch();
    if (atom === atoms._GTK_FRAME_EXTENTS) this.touch();
    if (atom === atoms._NET_WM_NAME || atom === atoms.WM_NAME) void this.#readTitle();
    if (atom === atoms.WM_NORMAL_HINTS || atom === atoms.WM_HINTS) this.hints.onChange();
  }

  #onMessage({ message_type, data }: XEvent): void {
    const { atoms, root } = this.connection;
    if (this.isAdopted || message_type !== atoms.WM_PROTOCOLS) return;
    if (data[0] === atoms.WM_DELETE_WINDOW && takesInput(this.model)) close(this.model);
    if (data[0] === atoms._NET_WM_PING) {
      this.connection.send((client) => client.SendClientMessage(root, root, atoms.WM_PROTOCOLS, 32, data));
    }
  }

  async #readTitle(): Promise<void> {
    const { atoms } = this.connection;
    const expected = this.model.title;
    const title =
      (await this.connection.text(this.handle, atoms._NET_WM_NAME)) ||
      (await this.connection.text(this.handle, atoms.WM_NAME));
    // A title of ours that was set meanwhile is the newer one.
    if (this.model.title === expected) this.model.title = title;
  }

  async #read(): Promise<void> {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    do {
      this.#isStale = false;
      const report = await readReport(this);
      if (this.model.isDestroyed || !this.connection.isOpen) break;
      const { isPlaceDoubtful, isOnTop } = takeReport(this, report);
      announce(this.model, {
        bounds: this.expectations.isOpen("bounds"),
        modes: this.expectations.isOpen("modes"),
        focus: this.system.isFocusOpen,
      });
      if (isOnTop !== undefined) setOnTop(this.model, isOnTop);
      if (isPlaceDoubtful) setTimeout(() => this.touch(), RESAMPLE_MS).unref();
    } while (this.#isStale);
    this.#isReading = false;
    this.onProgress();
  }
}
