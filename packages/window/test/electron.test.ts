import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { ElectronApi, NativeWindow } from "../src/electron/electron-api.ts";
import { electronBackend } from "../src/electron/electron-backend.ts";
import type { Rectangle } from "../src/rectangle.ts";

const BOUNDS = { x: 0, y: 0, width: 1000, height: 800 };

/**
 * Stands in for Electron, a browser of 200 MB that is no dependency of ours: it shows what reaches Electron and what
 * comes back, not that Electron does it.
 */
class NativeStandIn extends EventEmitter implements NativeWindow {
  static count = 0;
  readonly id = ++NativeStandIn.count;
  readonly calls: unknown[][] = [];
  readonly options: Record<string, unknown>;
  #bounds: Rectangle = { x: 10, y: 20, width: 300, height: 200 };
  #isFullScreen = false;

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    made.push(this);
  }

  isDestroyed = (): boolean => false;
  getBounds = (): Rectangle => this.#bounds;
  isKiosk = (): boolean => false;
  isMaximized = (): boolean => false;
  isMinimized = (): boolean => false;
  isVisible = (): boolean => true;
  isMaximizable = (): boolean => true;
  isFullScreen = (): boolean => this.#isFullScreen;
  isFullScreenable = (): boolean => this.options["fullscreenable"] !== false;
  getNormalBounds = (): Rectangle => this.#bounds;
  setSimpleFullScreen = (...args: unknown[]): void => void this.calls.push(["setSimpleFullScreen", ...args]);
  setAlwaysOnTop = (...args: unknown[]): void => void this.calls.push(["setAlwaysOnTop", ...args]);
  isAlwaysOnTop = (): boolean => true;
  getNativeWindowHandle = (): Buffer => Buffer.from([1, 2, 3, 4]);
  getParentWindow = (): NativeWindow | null => null;
  getChildWindows = (): NativeWindow[] => [];
  setParentWindow = (): void => {};
  destroy = (): void => void this.emit("closed", {});
  setKiosk = (...args: unknown[]): void => void this.calls.push(["setKiosk", ...args]);
  setTitle = (...args: unknown[]): void => void this.calls.push(["setTitle", ...args]);
  setSize = (...args: unknown[]): void => void this.calls.push(["setSize", ...args]);
  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }
  setFullScreen(flag: boolean): void {
    this.#isFullScreen = flag;
    setImmediate(() => this.emit(flag ? "enter-full-screen" : "leave-full-screen", {}));
  }
}

let made: NativeStandIn[] = [];

async function start(ozonePlatform = "x11") {
  made = [];
  const screen = Object.assign(new EventEmitter(), {
    getAllDisplays: () => [
      { id: 1, label: "A", bounds: BOUNDS, workArea: BOUNDS, scaleFactor: 2 },
      { id: 2, label: "B", bounds: { ...BOUNDS, x: 1000 }, workArea: { ...BOUNDS, x: 1000 }, scaleFactor: 1 },
    ],
    getPrimaryDisplay: () => ({ id: 2 }),
  });
  const app = { whenReady: async () => undefined, commandLine: { getSwitchValue: () => ozonePlatform } };
  const electron: ElectronApi = { BaseWindow: NativeStandIn, app, screen };
  const backend = await electronBackend(async () => electron);
  const heard: string[] = [];
  const emit = (name: string, ..._further: unknown[]): void => void heard.push(name);
  const open = (options = {}) => {
    const peer = backend.create({ id: 5, options, emit });
    const native = made.at(-1);
    if (native === undefined) throw new Error("No window was made.");
    return { peer, native };
  };
  return { backend, screen, heard, open };
}

describe("inside Electron", () => {
  it("displays are Electron's, with names and the primary one", async () => {
    const { backend } = await start();

    expect(backend.displays().map(({ id, name, primary, scaleFactor }) => [id, name, primary, scaleFactor])).toEqual([
      [1, "A", false, 2],
      [2, "B", true, 1],
    ]);
  });

  it("calls go to the method of the same name, with the arguments that were given", async () => {
    const { open } = await start();
    const { peer, native } = open({ display: 2, width: 200, height: 100 });
    peer.setTitle("a");
    peer.setSize(5, 6, undefined);

    expect(native.calls).toEqual([
      ["setTitle", "a"],
      ["setSize", 5, 6],
    ]);
    expect(native.options).toMatchObject({ title: "Vedette", x: 1400, y: 350, width: 200, height: 100 });
    expect(native.options).not.toHaveProperty("display");
  });

  it("full screen goes to the display asked for and comes home; settled() waits for the event", async () => {
    const { open, heard } = await start();
    const { peer, native } = open();
    peer.setFullScreen(true, { display: 2 });
    expect(native.getBounds().x).toBe(1000);
    expect(heard).toEqual([]);
    expect(await peer.settled(2000)).toBe(true);
    expect(heard).toEqual(["enter-full-screen"]);

    peer.setFullScreen(false);
    expect(await peer.settled(2000)).toBe(true);
    expect(native.getBounds()).toEqual({ x: 10, y: 20, width: 300, height: 200 });
    expect(() => peer.setFullScreen(true, { display: 9 })).toThrow(TypeError);
  });

  it.runIf(process.platform === "linux")("kiosk is apart from full screen on Linux", async () => {
    const { open } = await start();
    const { peer, native } = open();
    peer.setFullScreen(true);
    peer.setKiosk(true);
    peer.setKiosk(false);

    expect([peer.isKiosk(), peer.isFullScreen()]).toEqual([false, true]);
    expect(native.calls).toEqual([]);
  });

  it.runIf(process.platform !== "linux")("kiosk goes to the display asked for and comes home", async () => {
    const { open } = await start();
    const { peer, native } = open();
    peer.setKiosk(true, { display: 2 });
    expect(native.getBounds().x).toBe(1000);

    peer.setKiosk(false);
    expect(native.getBounds().x).toBe(10);
  });

  it.runIf(process.platform === "linux")("a kiosk that somebody takes away is none any more", async () => {
    const { open } = await start();
    const { peer, native } = open();
    peer.setKiosk(true);
    await peer.settled(2000);
    native.setFullScreen(false);
    await new Promise((resolve) => native.once("leave-full-screen", resolve));

    expect(peer.isKiosk()).toBe(false);
  });

  it("settled() waits for the last of several calls, and for none that Electron refuses", async () => {
    const { open, heard } = await start();
    const { peer } = open();
    peer.setFullScreen(true);
    peer.setFullScreen(false);
    expect(await peer.settled(2000)).toBe(true);
    expect(heard).toContain("leave-full-screen");

    const refused = open({ fullscreenable: false }).peer;
    refused.setFullScreen(true);
    expect(await refused.settled(2000)).toBe(true);
    expect(refused.isFullScreen()).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "what is another platform's does nothing and reads false [spec 3]",
    async () => {
      const { open } = await start();
      const { peer, native } = open();
      peer.setSimpleFullScreen(true);
      peer.setHiddenInMissionControl(true);
      peer.setSheetOffset(5);
      peer.previewFile("/nowhere");
      peer.closeFilePreview();

      expect(native.calls).toEqual([]);
      expect([peer.isSimpleFullScreen(), peer.isHiddenInMissionControl(), peer.isTabletMode()]).toEqual([
        false,
        false,
        false,
      ]);
    },
  );

  it.runIf(process.platform === "linux")("nothing is on top on Wayland, whatever Electron says [spec 3]", async () => {
    const { peer, native } = (await start("wayland")).open();
    peer.setAlwaysOnTop(true);
    expect(peer.isAlwaysOnTop()).toBe(false);
    expect(native.calls).toEqual([]);

    expect((await start("x11")).open().peer.isAlwaysOnTop()).toBe(true);
  });

  it("handles have 8 bytes, however many Electron gives", async () => {
    const { open } = await start();

    expect([...open().peer.getNativeWindowHandle()]).toEqual([1, 2, 3, 4, 0, 0, 0, 0]);
  });

  it("windows of other programs cannot be adopted", async () => {
    const { backend } = await start();

    await expect(backend.adopt({ xid: 1 })).rejects.toMatchObject({ code: "ERR_NOT_SUPPORTED" });
  });
});
