import { EventEmitter } from "node:events";
import type { XEvent } from "x11";
import type { WindowSystemEvents } from "../backend.ts";
import type { Display } from "../display.ts";
import { announce } from "../model/announce.ts";
import { gone } from "../model/lifecycle.ts";
import type { ModelSystem, ModelWindow } from "../model/model.ts";
import { followDisplays } from "../model/modes.ts";
import { LINUX_RULES } from "../model/platform-rules.ts";
import { endFlash, moveFocus } from "../model/visibility.ts";
import type { Insets } from "../rectangle.ts";
import { Connection, eventMask } from "./connection.ts";
import { X11Displays } from "./displays.ts";
import { Expectations } from "./expectations.ts";
import { createSink, raiseDirectly, setInputFocus } from "./requests.ts";
import { WindowManager } from "./window-manager.ts";
import type { X11Window } from "./x11-window.ts";

/** A window manager that has just been passing the focus on can take it back once more. */
const FOCUS_RETURNS = 3;

/** The windows of this process on one X server. */
export class X11System extends EventEmitter<WindowSystemEvents> implements ModelSystem {
  readonly backend = "x11" as const;
  readonly rules = LINUX_RULES;
  readonly transition = undefined;
  readonly windows = new Set<ModelWindow>();
  readonly driverByXid = new Map<number, X11Window>();
  stacking: ModelWindow[] = [];
  focused: ModelWindow | undefined;
  readonly connection: Connection;
  readonly #manager: Promise<WindowManager>;
  readonly #displays: Promise<X11Displays>;
  #readyManager: WindowManager | undefined;
  #readyDisplays: X11Displays | undefined;
  readonly #onWindows = new Set<() => void>();
  readonly #topLevels = new Set<number>();
  #clientList: readonly number[] = [];
  #activeBeforeRaise: Promise<number> = Promise.resolve(0);
  readonly #focus = new Expectations({
    barrier: () => this.manager.barrier(),
    onDue: () => this.#takeFocus(),
  });
  #focusedByServer: ModelWindow | undefined;
  #isFocusScheduled = false;
  #quiet = 0;
  #holds = 0;
  #focusRequests = 0;
  #sink: number | undefined;

  private constructor(connection: Connection) {
    super();
    this.connection = connection;
    const mask = eventMask("PropertyChange", "SubstructureNotify", "StructureNotify");
    connection.send((client) => client.ChangeWindowAttributes(connection.root, { eventMask: mask }));
    connection.listen(connection.root, (event) => this.#onRoot(event));
    this.#manager = WindowManager.find(connection, { onChange: (name) => void this.#onManagerChange(name) });
    this.#displays = X11Displays.watch(connection, () => this.#onDisplaysChange());
  }

  static async open(display: string): Promise<X11System> {
    let system: X11System | undefined;
    const connection = await Connection.open(display, () => system?.lose());
    system = new X11System(connection);
    await system.#start();
    return system;
  }

  /** Who manages the windows. */
  get manager(): WindowManager {
    if (this.#readyManager === undefined) throw new Error("The window system is not ready.");
    return this.#readyManager;
  }

  get windowManager(): string | null {
    return this.manager.name ?? null;
  }

  get clientList(): readonly number[] {
    return this.#clientList;
  }

  displays(): readonly Display[] {
    return this.#readyDisplays?.list ?? [];
  }

  hasHandle(handle: number): boolean {
    return this.driverByXid.has(handle) || this.#topLevels.has(handle) || this.#clientList.includes(handle);
  }

  /** A window has gone. */
  forget(handle: number): void {
    this.driverByXid.delete(handle);
    this.#topLevels.delete(handle);
    this.#clientList = this.#clientList.filter((xid) => xid !== handle);
    this.holdProcess();
  }

  keepsLayers(): boolean {
    return this.manager.isPresent;
  }

  defaultFrame(): Insets {
    return this.manager.frame;
  }

  /** Calls when a window of any program may have come, or be found elsewhere, until the returned function is called. */
  onWindowsChange(listener: () => void): () => void {
    this.#onWindows.add(listener);
    return () => this.#onWindows.delete(listener);
  }

  /** The process stays for windows that are shown, not for the connection alone. */
  holdProcess(): void {
    const isHeld =
      this.#holds > 0 || [...this.driverByXid.values()].some((driver) => !driver.isAdopted && driver.isShown);
    if (isHeld) this.connection.client.stream.ref();
    else this.connection.client.stream.unref();
  }

  /** Keeps the process while something is awaited that only the connection can bring. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    this.holdProcess();
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.holdProcess();
    }
  }

  get isFocusOpen(): boolean {
    return this.#focus.isOpen("focus") || this.#quiet > 0;
  }

  /** Listeners hear of the focus when the server has followed. */
  expectFocus(): void {
    this.#focusRequests += 1;
    this.#focus.open("focus");
    this.#scheduleFocus();
  }

  /** What the server says about the focus of a window of ours. */
  onFocus(window: ModelWindow, isFocused: boolean): void {
    if (isFocused) this.#focusedByServer = window;
    else if (this.#focusedByServer === window) this.#focusedByServer = undefined;
    this.#scheduleFocus();
  }

  /**
   * Raises a window under a window manager that activates each window it raises (xfwm4). When the last of several
   * raises is done, the focus returns to its owner; listeners are not notified of the interruption.
   */
  async raiseQuietly(xid: number): Promise<void> {
    const requests = this.#focusRequests;
    // The server reads the property before it handles the raise; during another raise it has the wrong window.
    if (this.#quiet === 0) this.#activeBeforeRaise = this.#queryActive();
    this.#quiet += 1;
    raiseDirectly(this.connection, xid);
    await this.manager.barrier();
    if (this.#quiet === 1) await this.#returnFocus(requests);
    this.#quiet -= 1;
    this.#scheduleFocus();
  }

  /** The model has the focus that the program requested; the server knows which foreign window had it. */
  async #returnFocus(requests: number): Promise<void> {
    const isForeign = this.focused === undefined && requests === this.#focusRequests;
    const owner = isForeign ? await this.#activeBeforeRaise : this.focused?.driver.handle;
    if (owner === undefined || owner === 0) return;
    for (let attempt = 0; attempt < FOCUS_RETURNS; attempt += 1) {
      setInputFocus(this.connection, owner);
      await this.manager.barrier();
      if ((await this.#queryActive()) === owner || requests !== this.#focusRequests) return;
    }
  }

  /**
   * Gives the focus to the next window below that is visible.
   *
   * @param isActivating - the window manager has not handled an earlier activation yet, which would undo this one
   */
  async focusNext(from: number, { isActivating }: { readonly isActivating: boolean }): Promise<void> {
    const request = this.#focusRequests;
    if (isActivating) await this.manager.barrier();
    const order = this.manager.isPresent
      ? await this.#queryStacking()
      : this.stacking.map(({ driver }) => driver.handle);
    for (const xid of [...order].reverse()) {
      if (xid === from || !(await this.#isViewable(xid))) continue;
      if (request !== this.#focusRequests) return;
      moveFocus(this, this.driverByXid.get(xid)?.model);
      setInputFocus(this.connection, xid);
      return;
    }
    if (request !== this.#focusRequests) return;
    // Window managers take the focus at the root for one that was lost, and give it back.
    setInputFocus(this.connection, this.manager.isPresent ? this.#focusSink() : this.connection.root);
  }

  async refreshDisplays(): Promise<void> {
    await this.#readyDisplays?.refresh();
  }

  /** Own windows are destroyed, adopted ones forgotten; kiosk of an adopted one is left first. */
  async close(): Promise<void> {
    await this.hold(() => {
      for (const driver of [...this.driverByXid.values()]) driver.release();
      return this.manager.barrier();
    });
    for (const window of [...this.windows]) gone(window);
    this.connection.close();
  }

  /** The server has gone, and the windows with it. */
  lose(): void {
    for (const window of [...this.windows]) gone(window);
    // Whoever waits for a window to settle waits no more.
    for (const driver of [...this.driverByXid.values()]) driver.forget();
    this.emit("lost");
  }

  async #start(): Promise<void> {
    const [manager, displays] = await Promise.all([
      this.#manager,
      this.#displays,
      this.#readClientList(),
      this.#readTopLevels(),
    ]);
    this.#readyManager = manager;
    this.#readyDisplays = displays;
    await displays.followWindows(this.#clientList);
    this.connection.client.stream.unref();
  }

  #onRoot(event: XEvent): void {
    const { name, atom, wid } = event;
    const { atoms, root } = this.connection;
    this.#followTopLevels(event);
    if (name === "ConfigureNotify" && wid === root) void this.refreshDisplays();
    if (name === "MapNotify") for (const listener of this.#onWindows) listener();
    if (name !== "PropertyNotify") return;
    if (atom === atoms._NET_WORKAREA || atom === atoms.RESOURCE_MANAGER) void this.refreshDisplays();
    if (atom === atoms._NET_CLIENT_LIST || atom === atoms._NET_CLIENT_LIST_STACKING) void this.#onClientList();
  }

  #followTopLevels({ name, wid, parent }: XEvent): void {
    const isReparented = name === "ReparentNotify";
    const isAtRoot = parent === this.connection.root;
    if (name === "CreateNotify" || (isReparented && isAtRoot)) this.#topLevels.add(wid);
    if (name === "DestroyNotify" || (isReparented && !isAtRoot)) this.#topLevels.delete(wid);
  }

  async #onClientList(): Promise<void> {
    await this.#readClientList();
    for (const listener of this.#onWindows) listener();
    await this.#readyDisplays?.followWindows(this.#clientList);
  }

  async #readClientList(): Promise<void> {
    const { atoms, root } = this.connection;
    this.#clientList = await this.connection.values(root, atoms._NET_CLIENT_LIST);
  }

  async #readTopLevels(): Promise<void> {
    const tree = await this.connection.ask<{ children: number[] }>((client, reply) =>
      client.QueryTree(this.connection.root, reply),
    );
    for (const xid of tree?.children ?? []) this.#topLevels.add(xid);
  }

  /** Client windows, the lowest first. */
  async #queryStacking(): Promise<readonly number[]> {
    const { atoms, root } = this.connection;
    return this.connection.values(root, atoms._NET_CLIENT_LIST_STACKING);
  }

  async #queryActive(): Promise<number> {
    const { atoms, root } = this.connection;
    const [active = 0] = await this.connection.values(root, atoms._NET_ACTIVE_WINDOW);
    return active;
  }

  /** A window that nobody sees, for the focus to be on no other. */
  #focusSink(): number {
    this.#sink ??= createSink(this.connection);
    return this.#sink;
  }

  async #isViewable(xid: number): Promise<boolean> {
    const own = this.driverByXid.get(xid);
    if (own !== undefined) return own.canTakeFocus;
    const viewable = 2;
    const attributes = await this.connection.ask<{ mapState: number }>((client, reply) =>
      client.GetWindowAttributes(xid, reply),
    );
    return attributes?.mapState === viewable;
  }

  async #onManagerChange(name: string | null): Promise<void> {
    for (const driver of this.driverByXid.values()) driver.onManagerChange();
    // Where windows are looked for depends on it, and all that one did before it said who it is has been told already.
    for (const listener of this.#onWindows) listener();
    await this.refreshDisplays();
    this.emit("wm-changed", name);
  }

  #onDisplaysChange(): void {
    for (const window of this.windows) followDisplays(window);
    this.emit("displays-changed");
  }

  /** FocusOut of one and FocusIn of another window come together: they are taken together. */
  #scheduleFocus(): void {
    if (this.#isFocusScheduled) return;
    this.#isFocusScheduled = true;
    setImmediate(() => {
      this.#isFocusScheduled = false;
      this.#takeFocus();
    });
  }

  #takeFocus(): void {
    if (this.#quiet > 0) return;
    if (this.focused !== this.#focusedByServer && this.#focus.isHeld("focus")) return;
    if (!this.#focus.isSeen("focus")) return;
    this.#focus.close("focus");
    this.focused = this.#focusedByServer;
    if (this.focused !== undefined) endFlash(this.focused);
    const windows = [...this.windows].toSorted((one) => (one === this.focused ? 1 : -1));
    for (const window of windows) announce(window, { bounds: true, modes: true, focus: false });
    for (const driver of this.driverByXid.values()) driver.onProgress();
  }
}
