import { type Display, isSameDisplays } from "../display.ts";
import { intersect, type Rectangle } from "../rectangle.ts";
import { type Connection, WINDOW_EVENTS } from "./connection.ts";

const GET_MONITORS = 42;
const MONITORS_MINOR_VERSION = 5;
const CHANGES = 7;
const DPI_OF_SCALE_ONE = 96;

interface Monitor {
  readonly id: number;
  readonly name: string;
  readonly bounds: Rectangle;
  readonly primary: boolean;
}

/** Space that a panel keeps for itself. @see EWMH, `_NET_WM_STRUT_PARTIAL` */
type Strut = readonly number[];

/** The displays of the server as they are now. */
export class X11Displays {
  readonly #connection: Connection;
  readonly #onChange: () => void;
  readonly #randrOpcode: number | undefined;
  readonly #strutByWindow = new Map<number, { strut: Strut; stop: () => void }>();
  #list: readonly Display[] = [];
  #reading: Promise<void> | undefined;
  #isStale = false;

  private constructor(connection: Connection, onChange: () => void, randrOpcode: number | undefined) {
    this.#connection = connection;
    this.#onChange = onChange;
    this.#randrOpcode = randrOpcode;
  }

  static async watch(connection: Connection, onChange: () => void): Promise<X11Displays> {
    const randr = await connection.ask<{
      majorOpcode: number;
      firstEvent: number;
      minor_version: number;
      SelectInput(w: number, m: number): void;
    }>((client, reply) => client.require("randr", reply));
    const hasMonitors = randr !== undefined && randr.minor_version >= MONITORS_MINOR_VERSION;
    const displays = new X11Displays(connection, onChange, hasMonitors ? randr.majorOpcode : undefined);
    if (randr !== undefined) {
      randr.SelectInput(connection.root, CHANGES);
      connection.client.on("event", ({ type }: { type: number }) => {
        if (type === randr.firstEvent || type === randr.firstEvent + 1) void displays.refresh();
      });
    }
    await displays.#read();
    return displays;
  }

  get list(): readonly Display[] {
    return this.#list;
  }

  /** Reads the displays again and tells when they are others. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readUntilFresh().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** Takes the struts of windows that came or went into account. */
  async followWindows(windows: readonly number[]): Promise<void> {
    const present = new Set(windows);
    const gone = [...this.#strutByWindow.keys()].filter((window) => !present.has(window));
    let hasChanged = false;
    for (const window of gone) {
      hasChanged ||= this.#strutByWindow.get(window)?.strut.length !== 0;
      this.#strutByWindow.get(window)?.stop();
      this.#strutByWindow.delete(window);
    }
    const added = windows.filter((window) => !this.#strutByWindow.has(window));
    const struts = await Promise.all(added.map((window) => this.#followStrut(window)));
    if (hasChanged || struts.some((strut) => strut.length > 0)) await this.refresh();
  }

  async #followStrut(window: number): Promise<Strut> {
    const { atoms } = this.#connection;
    const stop = this.#connection.listen(window, ({ name, atom }) => {
      if (name === "PropertyNotify" && atom === atoms._NET_WM_STRUT_PARTIAL) void this.#rereadStrut(window);
    });
    this.#strutByWindow.set(window, { strut: [], stop });
    // A panel may say how much it takes after it was mapped.
    this.#connection.send((client) => client.ChangeWindowAttributes(window, { eventMask: WINDOW_EVENTS }));
    const strut = await this.#connection.values(window, atoms._NET_WM_STRUT_PARTIAL);
    if (this.#strutByWindow.has(window)) this.#strutByWindow.set(window, { strut, stop });
    return strut;
  }

  async #rereadStrut(window: number): Promise<void> {
    const strut = await this.#connection.values(window, this.#connection.atoms._NET_WM_STRUT_PARTIAL);
    const known = this.#strutByWindow.get(window);
    if (known === undefined) return;
    this.#strutByWindow.set(window, { ...known, strut });
    await this.refresh();
  }

  async #readUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const before = this.#list;
      await this.#read();
      if (this.#connection.isOpen && !isSameDisplays(before, this.#list)) this.#onChange();
    }
  }

  async #read(): Promise<void> {
    const { atoms, root } = this.#connection;
    const [monitors, workArea, resources, screen] = await Promise.all([
      this.#monitors(),
      this.#connection.values(root, atoms._NET_WORKAREA),
      this.#connection.text(root, atoms.RESOURCE_MANAGER),
      this.#connection.ask<{ width: number; height: number }>((client, reply) => client.GetGeometry(root, reply)),
    ]);
    if (!this.#connection.isOpen) return;
    const { width, height } = screen ?? this.#connection.rootSize;
    const whole = { x: 0, y: 0, width, height };
    const found = monitors.length > 0 ? monitors : [{ id: 1, name: "screen", bounds: whole, primary: true }];
    const [x = 0, y = 0, areaWidth = 0, areaHeight = 0] = workArea;
    const common = areaWidth > 0 ? { x, y, width: areaWidth, height: areaHeight } : whole;
    const hasPrimary = found.some(({ primary }) => primary);
    const scaleFactor = scaleOf(resources);
    const struts = [...this.#strutByWindow.values()].map(({ strut }) => strut).filter(({ length }) => length >= 12);
    this.#list = found.map((monitor, index) => ({
      ...monitor,
      primary: hasPrimary ? monitor.primary : index === 0,
      workArea:
        struts.length > 0
          ? struts.reduce((area, strut) => lessStrut(area, strut, monitor.bounds, whole), monitor.bounds)
          : (intersect(monitor.bounds, common) ?? monitor.bounds),
      scaleFactor,
    }));
  }

  async #monitors(): Promise<Monitor[]> {
    const opcode = this.#randrOpcode;
    if (opcode === undefined) return [];
    const raw = await this.#connection.ask<Omit<Monitor, "name">[]>((client, reply) => {
      const packet = Buffer.alloc(12);
      packet.writeUInt8(opcode, 0);
      packet.writeUInt8(GET_MONITORS, 1);
      packet.writeUInt16LE(3, 2);
      packet.writeUInt32LE(this.#connection.root, 4);
      packet.writeUInt8(1, 8);
      client.seq_num += 1;
      client.pack_stream.put(packet);
      client.replies[client.seq_num] = [unpackMonitors, reply];
      client.pack_stream.submit(true);
    });
    const names = (raw ?? []).map(({ id }) =>
      this.#connection.ask<string>((client, reply) => client.GetAtomName(id, reply)),
    );
    const known = await Promise.all(names);
    return (raw ?? []).map((monitor, index) => ({ ...monitor, name: known[index] ?? `display-${index}` }));
  }
}

/** The reply after its first 8 bytes. @see RANDR 1.5, RRGetMonitors */
function unpackMonitors(body: Buffer): Omit<Monitor, "name">[] {
  const count = body.readUInt32LE(4);
  const monitors: Omit<Monitor, "name">[] = [];
  let at = 24;
  for (let index = 0; index < count; index += 1) {
    const outputs = body.readUInt16LE(at + 6);
    monitors.push({
      id: body.readUInt32LE(at),
      primary: body.readUInt8(at + 4) !== 0,
      bounds: {
        x: body.readInt16LE(at + 8),
        y: body.readInt16LE(at + 10),
        width: body.readUInt16LE(at + 12),
        height: body.readUInt16LE(at + 14),
      },
    });
    at += 24 + outputs * 4;
  }
  return monitors;
}

function scaleOf(resources: string): number {
  const [, dpi] = /^Xft\.dpi:\s*(\d+)/m.exec(resources) ?? [];
  return dpi === undefined ? 1 : Number(dpi) / DPI_OF_SCALE_ONE;
}

/** What a strut at one edge of the whole screen leaves of an area on one display. */
function lessStrut(area: Rectangle, strut: Strut, display: Rectangle, whole: Rectangle): Rectangle {
  const [left = 0, right = 0, top = 0, bottom = 0] = strut;
  const [
    leftStart = 0,
    leftEnd = 0,
    rightStart = 0,
    rightEnd = 0,
    topStart = 0,
    topEnd = 0,
    bottomStart = 0,
    bottomEnd = 0,
  ] = strut.slice(4);
  const rows = (start: number, end: number): boolean => start < display.y + display.height && end >= display.y;
  const columns = (start: number, end: number): boolean => start < display.x + display.width && end >= display.x;
  const isOn = (edge: number, low: number, high: number): boolean => edge > low && edge < high;
  let { x: x1, y: y1 } = area;
  let x2 = area.x + area.width;
  let y2 = area.y + area.height;
  const [right1, bottom1] = [whole.width - right, whole.height - bottom];
  if (left > 0 && rows(leftStart, leftEnd) && isOn(left, display.x, x2)) x1 = Math.max(x1, left);
  if (right > 0 && rows(rightStart, rightEnd) && isOn(right1, x1, display.x + display.width)) x2 = Math.min(x2, right1);
  if (top > 0 && columns(topStart, topEnd) && isOn(top, display.y, y2)) y1 = Math.max(y1, top);
  if (bottom > 0 && columns(bottomStart, bottomEnd) && isOn(bottom1, y1, display.y + display.height)) {
    y2 = Math.min(y2, bottom1);
  }
  return { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
}
