import type { XEvent } from "x11";
import type { Adoption, AdoptTarget } from "../backend.ts";
import { WindowError } from "../errors.ts";
import { type ModelWindow, reportedMode } from "../model/model.ts";
import { newWindow } from "../model/new-window.ts";
import { byId } from "../model/open-window.ts";
import { DEFAULT_OPTIONS } from "../options.ts";
import { modelPeer, type WindowPeer } from "../peer.ts";
import { grow, NO_INSETS } from "../rectangle.ts";
import { AdoptedHints, readOwnerHints } from "./adopted-hints.ts";
import { WINDOW_EVENTS } from "./connection.ts";
import { type Report, readReport } from "./read-report.ts";
import type { X11System } from "./x11-system.ts";
import { type Confirmed, X11Window } from "./x11-window.ts";

const DEFAULT_TIMEOUT_MS = 10_000;
const VIEWABLE = 2;
const ICONIC = 3;

/**
 * @returns the X window id
 * @throws WindowError `ERR_NO_WINDOW`; the signal's reason
 */
export async function findWindow(system: X11System, target: AdoptTarget): Promise<number> {
  if ("xid" in target) {
    if (isXid(target.xid)) return target.xid;
    throw new WindowError("ERR_NO_WINDOW", { detail: `There is no window ${target.xid}.` });
  }
  const { pid, timeout = DEFAULT_TIMEOUT_MS, signal } = target;
  // A program that could not be started has no process id.
  if (!(pid > 0)) throw new WindowError("ERR_NO_WINDOW", { detail: `There is no process ${pid}.` });
  const xid = (await windowOf(system, pid)) ?? (await waitForWindow(system, pid, { timeout, signal }));
  signal?.throwIfAborted();
  if (xid === undefined) throw new WindowError("ERR_NO_WINDOW", { detail: `Process ${pid} showed no window in time.` });
  return xid;
}

/** Ids have 29 bits. @see X11 protocol, "Common Types": RESOURCEID */
function isXid(xid: number): boolean {
  return Number.isInteger(xid) && xid > 0 && xid < 0x2000_0000;
}

/** The first window of a process that is managed, or without a window manager mapped. */
async function windowOf({ connection, manager, clientList }: X11System, pid: number): Promise<number | undefined> {
  const { atoms } = connection;
  const candidates = manager.isPresent ? clientList : await mappedChildren(connection);
  const pids = await Promise.all(candidates.map((xid) => connection.values(xid, atoms._NET_WM_PID)));
  return candidates[pids.findIndex(([owner]) => owner === pid)];
}

async function mappedChildren(connection: X11System["connection"]): Promise<number[]> {
  const tree = await connection.ask<{ children: number[] }>((client, reply) =>
    client.QueryTree(connection.root, reply),
  );
  const children = tree?.children ?? [];
  const attributes = await Promise.all(
    children.map((xid) =>
      connection.ask<{ mapState: number }>((client, reply) => client.GetWindowAttributes(xid, reply)),
    ),
  );
  return children.filter((_, index) => attributes[index]?.mapState === VIEWABLE);
}

/** Looks again whenever the client list changes, something is mapped or others manage windows; never by the clock. */
async function waitForWindow(
  system: X11System,
  pid: number,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal | undefined },
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const end = (): void => resolve(undefined);
  const timer = setTimeout(end, timeout);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  const look = async (): Promise<void> => {
    const xid = await windowOf(system, pid);
    if (xid !== undefined) resolve(xid);
  };
  const stop = system.onWindowsChange(() => void look());
  // Nothing comes any more from a server that has gone.
  void system.connection.ended.then(end);
  await look();
  const xid = await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
  stop();
  return xid;
}

/** @throws WindowError `ERR_NO_WINDOW` when there is no such window */
export async function prepareAdoption(system: X11System, xid: number): Promise<Adoption> {
  const known = (): number | undefined => system.driverByXid.get(xid)?.model.id;
  if (known() !== undefined) return { known, create: refuse };
  const { connection } = system;
  // A window manager that comes puts windows into frames just while they are read here.
  const missed: XEvent[] = [];
  const stop = connection.listen(xid, (event) => missed.push(event));
  try {
    const found = await readWindow(system, xid);
    return {
      known() {
        const id = known();
        if (id !== undefined) stop();
        return id;
      },
      create(id, emit) {
        stop();
        return createAdopted(system, { xid, ...found, missed }, { id, emit });
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

interface FoundWindow {
  readonly confirmed: Confirmed;
  readonly report: Report;
  readonly owner: Awaited<ReturnType<typeof readOwnerHints>>;
  readonly title: string;
  readonly isFocused: boolean;
}

/** Reads a window whose news is told from now on. @throws WindowError `ERR_NO_WINDOW` */
async function readWindow(system: X11System, xid: number): Promise<FoundWindow> {
  const { connection } = system;
  connection.send((client) => client.ChangeWindowAttributes(xid, { eventMask: WINDOW_EVENTS }));
  const [geometry, attributes, place, tree, focus] = await Promise.all([
    connection.ask<{ width: number; height: number }>((client, reply) => client.GetGeometry(xid, reply)),
    connection.ask<{ mapState: number }>((client, reply) => client.GetWindowAttributes(xid, reply)),
    connection.ask<{ destX: number; destY: number }>((client, reply) =>
      client.TranslateCoordinates(xid, connection.root, 0, 0, reply),
    ),
    connection.ask<{ parent: number }>((client, reply) => client.QueryTree(xid, reply)),
    connection.ask<{ focus: number }>((client, reply) => client.GetInputFocus(reply)),
  ]);
  if (geometry === undefined || attributes === undefined || place === undefined || tree === undefined) {
    throw new WindowError("ERR_NO_WINDOW", { detail: `There is no window ${xid}.` });
  }
  const { width, height } = geometry;
  const confirmed: Confirmed = {
    isMapped: attributes.mapState === VIEWABLE,
    parent: tree.parent,
    client: { x: place.destX, y: place.destY, width, height },
    isPlaceStale: false,
  };
  const report = await readReport({ connection, handle: xid, confirmed, isAdopted: true, system });
  const owner = await readOwnerHints(connection, xid);
  const { atoms } = connection;
  const title = (await connection.text(xid, atoms._NET_WM_NAME)) || (await connection.text(xid, atoms.WM_NAME));
  return { confirmed, report, owner, title, isFocused: focus?.focus === xid };
}

interface Adopted extends FoundWindow {
  readonly xid: number;
  /** What was told since it was begun to be read; the last of each kind is as new as what was read, or newer. */
  readonly missed: readonly XEvent[];
}

function createAdopted(
  system: X11System,
  { xid, confirmed, report, owner, title, isFocused, missed }: Adopted,
  { id, emit }: { readonly id: number; readonly emit: ModelWindow["emit"] },
): WindowPeer {
  let driver: X11Window | undefined;
  const window = newWindow({
    id,
    system,
    options: { ...DEFAULT_OPTIONS, title, show: false },
    parent: undefined,
    emit,
    createDriver(model) {
      driver = new X11Window(system, model, { xid, confirmed });
      return driver;
    },
  });
  takeOver(window, confirmed, report, system);
  if (driver !== undefined) {
    driver.isNormalKnown = !window.modes.maximized && !window.modes.fullScreen;
    driver.hints = new AdoptedHints(driver, owner);
  }
  leaveKioskAtExit(system);
  if (isFocused) system.onFocus(window, true);
  if (isFocused) system.focused = window;
  window.announced.isFocused = system.focused === window;
  driver?.hear(missed);
  return modelPeer(window, (otherId) => byId(system, otherId));
}

function refuse(): never {
  throw new WindowError("ERR_NO_WINDOW");
}

/** The model as the window is found. */
function takeOver(window: ModelWindow, { client, isMapped }: Confirmed, report: Report, system: X11System): void {
  const { atoms } = system.connection;
  const { states, wmState, extents } = report;
  const hasManager = system.manager.isPresent;
  window.modes = {
    minimized: hasManager && wmState === ICONIC,
    fullScreen: hasManager && states.has(atoms._NET_WM_STATE_FULLSCREEN),
    maximized:
      hasManager && states.has(atoms._NET_WM_STATE_MAXIMIZED_VERT) && states.has(atoms._NET_WM_STATE_MAXIMIZED_HORZ),
  };
  const frame = extents ?? NO_INSETS;
  window.shownFrame = window.modes.fullScreen ? NO_INSETS : frame;
  window.frame = window.modes.fullScreen ? system.manager.frame : frame;
  window.shown = grow(client, window.shownFrame);
  window.normal = window.shown;
  window.home = window.shown;
  window.isShown = isMapped || window.modes.minimized;
  window.isAlwaysOnTop = states.has(atoms._NET_WM_STATE_ABOVE);
  window.skipsTaskbar = states.has(atoms._NET_WM_STATE_SKIP_TASKBAR);
  window.announced = { bounds: window.shown, mode: reportedMode(window.modes), isFocused: false, focusChanges: [] };
}

const leftAtExit = new WeakSet<X11System>();

/** A process that ends without `shutdown()` leaves no other program in a kiosk that nobody looks after. */
function leaveKioskAtExit(system: X11System): void {
  if (leftAtExit.has(system)) return;
  leftAtExit.add(system);
  const leave = (): void => {
    for (const driver of [...system.driverByXid.values()]) if (driver.isAdopted) driver.release();
    system.connection.flush();
  };
  process.once("exit", leave);
  void system.connection.ended.then(() => process.off("exit", leave));
}
