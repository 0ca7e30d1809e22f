import { type Insets, NO_INSETS } from "../rectangle.ts";
import type { AtomName } from "./atoms.ts";
import { type Connection, eventMask } from "./connection.ts";

const BARRIER_TIMEOUT_MS = 300;

export interface WindowManagerEvents {
  /** Another one, or none. */
  readonly onChange: (name: string | null) => void;
}

/** Who manages the windows of the server, if anybody does. */
export class WindowManager {
  readonly #connection: Connection;
  readonly #onChange: (name: string | null) => void;
  readonly #probe: number;
  /** Barriers in the order they were asked for; every answer passes one, also when nobody waits for it any more. */
  #passing: (() => void)[] = [];
  #name: string | undefined;
  #supported: ReadonlySet<number> = new Set();
  #frame: Insets = NO_INSETS;
  #checkWindow = 0;
  #stopWatching: (() => void) | undefined;
  #detections = Promise.resolve();

  private constructor(connection: Connection, { onChange }: WindowManagerEvents) {
    this.#connection = connection;
    this.#onChange = onChange;
    this.#probe = connection.client.AllocID();
    connection.send((client) =>
      client.CreateWindow(this.#probe, connection.root, 0, 0, 10, 10, 0, 0, 1, 0, {
        eventMask: eventMask("PropertyChange"),
      }),
    );
    connection.listen(this.#probe, ({ name, atom }) => {
      if (name !== "PropertyNotify" || atom !== connection.atoms._NET_FRAME_EXTENTS) return;
      this.#passing.shift()?.();
    });
    connection.listen(connection.root, ({ name, atom }) => {
      if (name !== "PropertyNotify" || atom !== connection.atoms._NET_SUPPORTING_WM_CHECK) return;
      void this.#detectAgain();
    });
  }

  static async find(connection: Connection, events: WindowManagerEvents): Promise<WindowManager> {
    const manager = new WindowManager(connection, events);
    await manager.#detect();
    return manager;
  }

  /** `undefined`: nobody. */
  get name(): string | undefined {
    return this.#name;
  }

  get isPresent(): boolean {
    return this.#name !== undefined;
  }

  /** What it draws around an ordinary window. */
  get frame(): Insets {
    return this.#frame;
  }

  /** Openbox holds programmatic sizes to the aspect ratio too. */
  get bindsProgramToAspect(): boolean {
    return this.#name === "Openbox";
  }

  /** Openbox misplaces windows of static gravity when they leave full screen, and believes otherwise. */
  get misplacesStaticWindows(): boolean {
    return this.#name === "Openbox";
  }

  /** Openbox ends when the sibling of a restacking is on its way out; it raises to the top whatever the sibling. */
  get diesOfLostSiblings(): boolean {
    return this.#name === "Openbox";
  }

  /** xfwm4 puts no full-screen window above the rest: one that was so before is so again when the focus leaves it. */
  get layersBeforeFullScreen(): boolean {
    return this.#name === "Xfwm4";
  }

  supports(atom: AtomName): boolean {
    return this.#supported.has(this.#connection.atoms[atom]);
  }

  /** Waits until the window manager, or without one the server, has worked off everything sent so far. */
  async barrier(): Promise<void> {
    if (!this.supports("_NET_REQUEST_FRAME_EXTENTS")) return this.#connection.roundTrip();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, BARRIER_TIMEOUT_MS);
    this.#passing.push(resolve);
    this.#connection.tellManager(this.#probe, "_NET_REQUEST_FRAME_EXTENTS", []);
    await promise;
    clearTimeout(timer);
    await this.#connection.roundTrip();
  }

  /** One detection after the other; each reads what is there then. */
  #detectAgain(): Promise<void> {
    this.#detections = this.#detections.then(async () => {
      const before = this.#name;
      const checkBefore = this.#checkWindow;
      await this.#detect();
      if (this.#connection.isOpen && (before !== this.#name || checkBefore !== this.#checkWindow)) {
        this.#onChange(this.#name ?? null);
      }
    });
    return this.#detections;
  }

  /** The property outlives a window manager that died, so the window it names must name itself. */
  async #detect(): Promise<void> {
    const { atoms, root } = this.#connection;
    const [check = 0] = await this.#connection.values(root, atoms._NET_SUPPORTING_WM_CHECK);
    if (check === 0) return this.#setNone();
    this.#watch(check);
    this.#giveUpBarriers();
    const [[itself], name, supported] = await Promise.all([
      this.#connection.values(check, atoms._NET_SUPPORTING_WM_CHECK),
      this.#connection.text(check, atoms._NET_WM_NAME),
      this.#connection.values(root, atoms._NET_SUPPORTED),
    ]);
    if (itself !== check) return this.#setNone();
    this.#supported = new Set(supported);
    this.#name = name.replace(/\0.*$/, "") || "unknown";
    await this.barrier();
    const [left = 0, right = 0, top = 0, bottom = 0] = await this.#connection.values(
      this.#probe,
      atoms._NET_FRAME_EXTENTS,
    );
    this.#frame = { left, right, top, bottom };
  }

  /** The one who was asked will not answer. */
  #giveUpBarriers(): void {
    for (const pass of this.#passing) pass();
    this.#passing = [];
  }

  #setNone(): void {
    this.#giveUpBarriers();
    this.#stopWatching?.();
    this.#checkWindow = 0;
    this.#name = undefined;
    this.#supported = new Set();
    this.#frame = NO_INSETS;
  }

  #watch(check: number): void {
    if (check === this.#checkWindow) return;
    this.#stopWatching?.();
    this.#checkWindow = check;
    this.#connection.send((client) =>
      client.ChangeWindowAttributes(check, { eventMask: eventMask("StructureNotify") }),
    );
    this.#stopWatching = this.#connection.listen(check, ({ name }) => {
      if (name === "DestroyNotify") void this.#detectAgain();
    });
  }
}
