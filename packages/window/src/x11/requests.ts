import { hostname } from "node:os";
import type { ModelWindow, Modes, WindowState } from "../model/model.ts";
import { onTheWire, type Rectangle, shrink } from "../rectangle.ts";
import type { AtomName } from "./atoms.ts";
import { type Connection, eventMask, WINDOW_EVENTS } from "./connection.ts";

const INPUT_OUTPUT = 1;
const INPUT_ONLY = 2;
const NORTH_WEST = 1;
const ABOVE = 0;
const REVERT_TO_PARENT = 2;
/** "Pager": requests that do not have to prove that a user made them. @see EWMH, "Source indication" */
const PAGER = 2;
const APPLICATION = 1;
const COVER_SIZE = 32_767;
const UNMAP_NOTIFY = 18;

/** Makes the X window of a new window, with everything that a window manager reads before it is mapped. */
export function createWindow(connection: Connection, xid: number, window: ModelWindow): void {
  const { atoms, root } = connection;
  const client = onTheWire(shrink(window.normal, window.frame));
  connection.send((x) =>
    x.CreateWindow(xid, root, window.normal.x, window.normal.y, client.width, client.height, 0, 0, INPUT_OUTPUT, 0, {
      backgroundPixel: pixelOf(window),
      bitGravity: NORTH_WEST,
      eventMask: WINDOW_EVENTS,
    }),
  );
  connection.setValues(xid, atoms.WM_PROTOCOLS, atoms.ATOM, [atoms.WM_DELETE_WINDOW, atoms._NET_WM_PING]);
  connection.setValues(xid, atoms._NET_WM_PID, atoms.CARDINAL, [process.pid]);
  connection.setText(xid, atoms.WM_CLIENT_MACHINE, atoms.STRING, hostname());
  connection.setText(xid, atoms.WM_CLASS, atoms.STRING, "vedette\0Vedette\0");
  if (!window.options.frame) {
    connection.setValues(xid, atoms._MOTIF_WM_HINTS, atoms._MOTIF_WM_HINTS, [2, 0, 0, 0, 0]);
  }
  writeTitle(connection, xid, window.title);
  writeParent(connection, xid, window);
}

export function pixelOf({ color: { r, g, b } }: ModelWindow): number {
  return (r << 16) | (g << 8) | b;
}

export function writeTitle(connection: Connection, xid: number, title: string): void {
  const { atoms } = connection;
  connection.setText(xid, atoms._NET_WM_NAME, atoms.UTF8_STRING, title);
  connection.setText(xid, atoms.WM_NAME, atoms.UTF8_STRING, title);
}

/** `WM_TRANSIENT_FOR`, and the type that goes with it. */
export function writeParent(connection: Connection, xid: number, { parent, options }: ModelWindow): void {
  const { atoms } = connection;
  if (parent === undefined) connection.deleteProperty(xid, atoms.WM_TRANSIENT_FOR);
  else connection.setValues(xid, atoms.WM_TRANSIENT_FOR, atoms.WINDOW, [parent.driver.handle]);
  const kind = options.type?.toUpperCase() ?? (parent === undefined ? "NORMAL" : "DIALOG");
  const type = atoms[`_NET_WM_WINDOW_TYPE_${kind}` as AtomName] ?? atoms._NET_WM_WINDOW_TYPE_NORMAL;
  connection.setValues(xid, atoms._NET_WM_WINDOW_TYPE, atoms.ATOM, [type]);
}

/** What a program gives a window beside its modes. */
export const WINDOW_STATES = ["ABOVE", "SKIP_TASKBAR", "DEMANDS_ATTENTION"] as const satisfies readonly WindowState[];

/** Whether a window is in a state that a program gives it. */
export function isInState(window: ModelWindow, state: WindowState): boolean {
  if (state === "ABOVE") return window.isAlwaysOnTop;
  return state === "SKIP_TASKBAR" ? window.skipsTaskbar : window.isFlashing;
}

/** The states in which the model has a window, each with its atom. */
export function modelStates({ atoms }: Connection, window: ModelWindow): ReadonlyMap<number, boolean> {
  return new Map([
    [atoms._NET_WM_STATE_MAXIMIZED_VERT, window.modes.maximized],
    [atoms._NET_WM_STATE_MAXIMIZED_HORZ, window.modes.maximized],
    [atoms._NET_WM_STATE_FULLSCREEN, window.modes.fullScreen],
    [atoms._NET_WM_STATE_MODAL, window.isModal],
    ...WINDOW_STATES.map((state) => [atoms[`_NET_WM_STATE_${state}`], isInState(window, state)] as const),
  ]);
}

/** Only for what is mapped or iconic; window managers ignore it on what is withdrawn. */
export function requestState(connection: Connection, xid: number, isOn: boolean, first: number, second = 0): void {
  connection.tellManager(xid, "_NET_WM_STATE", [isOn ? 1 : 0, first, second, APPLICATION, 0]);
}

/** Asks for the modes that differ; what is maximized changes while the window is not full screen, for xfwm4. */
export function requestModes(connection: Connection, xid: number, before: Modes, after: Modes): void {
  const { atoms } = connection;
  const request = (isOn: boolean, first: number, second?: number): void =>
    requestState(connection, xid, isOn, first, second);
  if (before.fullScreen && !after.fullScreen) request(false, atoms._NET_WM_STATE_FULLSCREEN);
  if (before.maximized !== after.maximized) {
    request(after.maximized, atoms._NET_WM_STATE_MAXIMIZED_VERT, atoms._NET_WM_STATE_MAXIMIZED_HORZ);
  }
  if (!before.fullScreen && after.fullScreen) request(true, atoms._NET_WM_STATE_FULLSCREEN);
}

/** Place and size of a window; one that is managed has its outer corner there. */
export function configure(connection: Connection, xid: number, place: Rectangle): void {
  connection.send((client) => client.ConfigureWindow(xid, { ...onTheWire(place) }));
}

/** As `configure`, whatever gravity the owner of the window has declared. */
export function moveResize(connection: Connection, xid: number, { x, y, width, height }: Rectangle): void {
  connection.tellManager(xid, "_NET_MOVERESIZE_WINDOW", [NORTH_WEST | 0xf00 | (PAGER << 12), x, y, width, height]);
}

export function map(connection: Connection, xid: number): void {
  connection.send((client) => client.MapWindow(xid));
}

export function unmap(connection: Connection, xid: number): void {
  connection.send((client) => client.UnmapWindow(xid));
}

/** To the withdrawn state. @see ICCCM 4.1.4 */
export function withdrawFromScreen(connection: Connection, xid: number): void {
  unmap(connection, xid);
  const event = Buffer.alloc(32);
  event.writeUInt8(UNMAP_NOTIFY, 0);
  event.writeUInt32LE(connection.root, 4);
  event.writeUInt32LE(xid, 8);
  const mask = eventMask("SubstructureRedirect", "SubstructureNotify");
  connection.send((client) => client.SendEvent(connection.root, 0, mask, event));
}

/** @param sibling - the window to be above, 0 for all others */
export function raiseDirectly(connection: Connection, xid: number, sibling = 0): void {
  connection.send((client) => client.ConfigureWindow(xid, { ...(sibling > 0 && { sibling }), stackMode: ABOVE }));
}

export function restack(connection: Connection, xid: number, sibling: number): void {
  connection.tellManager(xid, "_NET_RESTACK_WINDOW", [PAGER, sibling, ABOVE]);
}

export function activate(connection: Connection, xid: number): void {
  connection.tellManager(xid, "_NET_ACTIVE_WINDOW", [PAGER, 0, 0]);
}

export function setInputFocus(connection: Connection, xid: number): void {
  connection.send((client) => client.SetInputFocus(xid, REVERT_TO_PARENT));
}

export function iconify(connection: Connection, xid: number): void {
  connection.tellManager(xid, "WM_CHANGE_STATE", [3]);
}

export function requestClose(connection: Connection, xid: number): void {
  connection.tellManager(xid, "_NET_CLOSE_WINDOW", [0, PAGER]);
}

/** Asks the owner itself, where no window manager does. */
export function deleteWindow(connection: Connection, xid: number): void {
  const { atoms } = connection;
  connection.send((client) =>
    client.SendClientMessage(xid, xid, atoms.WM_PROTOCOLS, 32, [atoms.WM_DELETE_WINDOW, 0], 0),
  );
}

/** Covers another program's window with one that swallows the pointer and the keys typed over it. */
export function createCover(connection: Connection, xid: number): number {
  const cover = connection.client.AllocID();
  const swallowed = 0x4f;
  connection.send((client) => {
    client.CreateWindow(cover, xid, 0, 0, COVER_SIZE, COVER_SIZE, 0, 0, INPUT_ONLY, 0, {
      doNotPropagateMask: swallowed,
    });
    client.MapWindow(cover);
  });
  return cover;
}

/** An invisible window beyond the screen that window managers leave alone. */
export function createSink(connection: Connection): number {
  const sink = connection.client.AllocID();
  connection.send((client) => {
    client.CreateWindow(sink, connection.root, -10, -10, 1, 1, 0, 0, INPUT_ONLY, 0, { overrideRedirect: 1 });
    client.MapWindow(sink);
  });
  return sink;
}
