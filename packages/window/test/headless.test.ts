import { afterEach, describe, expect, it } from "vitest";
import {
  BaseWindow,
  type Display,
  getDisplays,
  type InitializeOptions,
  initialize,
  shutdown,
  type WindowUser,
  windowSystem,
} from "../src/index.ts";
import { METHOD_TABLE, PLACE } from "./method-table.ts";
import { eventsOf } from "./setups.ts";

const START = async (options: InitializeOptions = {}): Promise<void> => {
  await initialize({ backend: "headless", platform: "linux", ...options });
};
const TWO_DISPLAYS: readonly Display[] = [
  display({ id: 7, name: "A", x: 0, primary: true }),
  display({ id: 9, name: "B", x: 1000 }),
];

afterEach(() => shutdown());

describe("the window system", () => {
  it("has to be there before the first window", () => {
    expect(() => new BaseWindow()).toThrow(new Error("Cannot create BaseWindow before the window system is ready"));
  });

  it("is one, however often it is asked for, and gone after shutdown", async () => {
    const [one, other] = await Promise.all([initialize({ backend: "headless" }), initialize({ backend: "headless" })]);
    const window = new BaseWindow();
    const events = eventsOf(window);
    expect(one).toBe(other);
    expect(windowSystem).toBe(one);

    await shutdown();

    expect(events.at(-1)).toBe("closed");
    expect(windowSystem).toBe(undefined);
    expect(getDisplays()).toEqual([]);
    expect(BaseWindow.getAllWindows()).toEqual([]);
  });

  it.each(["x11", "auto"] as const)("never falls back: backend %s without a display is refused", async (backend) => {
    const display = process.env["DISPLAY"];
    delete process.env["DISPLAY"];
    try {
      await expect(initialize({ backend })).rejects.toMatchObject({ code: "ERR_NO_DISPLAY" });
      await expect(initialize({ backend: "x11", display: ":9999" })).rejects.toMatchObject({ code: "ERR_NO_DISPLAY" });
      await expect(initialize({ backend: "x11", display: "nonsense" })).rejects.toMatchObject({
        code: "ERR_NO_DISPLAY",
      });
    } finally {
      if (display !== undefined) process.env["DISPLAY"] = display;
    }
  });

  it("refuses Electron outside of Electron, and adoption without a server", async () => {
    await expect(initialize({ backend: "electron" })).rejects.toMatchObject({ code: "ERR_NOT_SUPPORTED" });
    await START();
    await expect(BaseWindow.adopt({ xid: 5 })).rejects.toMatchObject({ code: "ERR_NOT_SUPPORTED" });
  });
});

describe("a new window", () => {
  it("has the defaults of the contract", async () => {
    await START();
    const window = new BaseWindow();

    expect(window.getBounds()).toEqual({ x: 560, y: 240, width: 800, height: 600 });
    expect(window.getTitle()).toBe("Vedette");
    expect(window.getBackgroundColor()).toBe("#FFFFFF");
    expect(window.getMinimumSize()).toEqual([0, 0]);
    expect(window.getMaximumSize()).toEqual([0, 0]);
    expect([window.isVisible(), window.isFocused(), window.isResizable(), window.isFullScreenable()]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([window.isKiosk(), window.isModal(), window.isAlwaysOnTop(), window.isTabletMode()]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(window.getNativeWindowHandle().length).toBe(8);
    expect(window.getMediaSourceId()).toMatch(/^window:\d+:0$/);
  });

  it("counts the client area with useContentSize", async () => {
    await START({ frame: { left: 2, right: 3, top: 30, bottom: 4 } });
    const window = new BaseWindow({ width: 300, height: 200, useContentSize: true });

    expect(window.getContentSize()).toEqual([300, 200]);
    expect(window.getSize()).toEqual([305, 234]);
  });

  it("ignores one coordinate alone, clamps its first size, and knows its display", async () => {
    await START({ displays: TWO_DISPLAYS });

    expect(new BaseWindow({ x: 5, width: 100, height: 100 }).getPosition()).toEqual([450, 330]);
    expect(new BaseWindow({ width: 10, height: 5000, minWidth: 50, maxHeight: 300 }).getSize()).toEqual([50, 300]);
    expect(new BaseWindow({ display: 9, width: 100, height: 100 }).getPosition()).toEqual([1450, 330]);
    expect(new BaseWindow({ x: 1700, y: 20, width: 100, height: 100, center: true }).getPosition()).toEqual([
      1450, 330,
    ]);
    expect(() => new BaseWindow({ display: 8 })).toThrow(TypeError);
  });

  it("keeps to what the protocol can carry: places, sizes, limits, and titles without control characters", async () => {
    await START();
    const window = new BaseWindow({ x: 100_000, y: -100_000, width: 90_000, height: 1, title: "a\nb\u0000c" });
    window.setMaximumSize(1e12, 0);

    expect(window.getBounds()).toEqual({ x: 32_767, y: -32_767, width: 32_767, height: 1 });
    expect(window.getMaximumSize()).toEqual([32_767, 0]);
    expect(window.getTitle()).toBe("abc");
    window.setTitle("x".repeat(5000));
    expect(window.getTitle()).toHaveLength(1024);
  });

  it("starts hidden, full screen, or in kiosk as asked", async () => {
    await START();
    const hidden = new BaseWindow({ show: false, fullscreen: true });
    expect(hidden.isVisible()).toBe(false);
    hidden.show();
    expect(hidden.isFullScreen()).toBe(true);
    const kiosk = new BaseWindow({ kiosk: true });
    expect([kiosk.isKiosk(), kiosk.isFullScreen()]).toEqual([true, true]);
  });

  it("refuses options of the wrong type, and can be subclassed", async () => {
    await START();
    class Wall extends BaseWindow {
      readonly name = "wall";
    }

    expect(new Wall().name).toBe("wall");
    expect(() => Reflect.construct(BaseWindow, [{ width: "800" }])).toThrow(TypeError);
    expect(() => Reflect.construct(BaseWindow, [{ parent: {} }])).toThrow(
      new TypeError("Must pass BaseWindow instance or null"),
    );
    expect(BaseWindow.getAllWindows()).toHaveLength(1);
  });
});

describe("arguments", () => {
  it.each([
    ["setSize", [5], "Insufficient number of arguments."],
    ["setTitle", [], "Insufficient number of arguments."],
    ["setParentWindow", [], "Insufficient number of arguments."],
    ["setSize", ["a", 5], "Error processing argument at index 0, conversion failure from a"],
    ["setSize", [5, Number.NaN], "Error processing argument at index 1, conversion failure from NaN"],
    ["setPosition", [1.5, 2], "Error processing argument at index 0, conversion failure from 1.5"],
    ["setMinimumSize", [1, null], "Error processing argument at index 1, conversion failure from null"],
    ["setBounds", [{ x: "a" }], "Error processing argument at index 0, conversion failure from #<Object>"],
    ["setFullScreen", ["yes"], "Error processing argument at index 0, conversion failure from yes"],
    ["setBackgroundColor", [5], "Error processing argument at index 0, conversion failure from 5"],
    [
      "setAspectRatio",
      [Number.POSITIVE_INFINITY],
      "Error processing argument at index 0, conversion failure from Infinity",
    ],
    ["setAlwaysOnTop", [], "Insufficient number of arguments."],
    ["setAlwaysOnTop", [true, 5], "Error processing argument at index 1, conversion failure from 5"],
    ["setParentWindow", [{}], "Must pass BaseWindow instance or null"],
    ["setKiosk", [true, { display: 99 }], "There is no display with the id 99."],
  ] as const)("%s%j is refused and changes nothing", async (method, args, message) => {
    await START();
    const window = new BaseWindow(PLACE);

    expect(() => Reflect.apply(window[method], window, args)).toThrow(new TypeError(message));
    expect(window.getBounds()).toEqual(PLACE);
    expect([window.isKiosk(), window.isFullScreen()]).toEqual([false, false]);
  });

  it("every method but isDestroyed, destroy and settled throws on what is destroyed", async () => {
    await START();
    const window = new BaseWindow();
    window.destroy();
    const exempt = new Set(["constructor", "isDestroyed", "destroy", "settled"]);
    const methods = Object.entries(Object.getOwnPropertyDescriptors(BaseWindow.prototype)).filter(
      ([name, { value }]) => typeof value === "function" && !exempt.has(name),
    );

    expect(methods.map(([name]) => name)).toEqual(
      expect.arrayContaining(SPEC_METHODS.filter((name) => !exempt.has(name))),
    );
    for (const [, { value }] of methods) {
      expect(() => value.call(window)).toThrow(new TypeError("Object has been destroyed"));
    }
    expect(window.isDestroyed()).toBe(true);
  });

  it("the window has the 72 methods of the spec, and no member that is left out on purpose", async () => {
    await START();
    const window = new BaseWindow();

    expect(SPEC_METHODS).toHaveLength(72);
    expect(Object.keys(METHOD_TABLE).toSorted()).toEqual(SPEC_METHODS.toSorted());
    for (const name of SPEC_METHODS) expect(Reflect.get(window, name), name).toBeTypeOf("function");
    for (const name of ["setOpacity", "setMenu", "setIcon", "contentView", "setProgressBar", "setContentProtection"]) {
      expect(Reflect.get(window, name), name).toBe(undefined);
    }
  });
});

/** Spec 3, "Window methods (base window)". */
const SPEC_METHODS = `
close focus blur isFocused isDestroyed show showInactive hide isVisible isModal
maximize unmaximize isMaximized minimize restore isMinimized setFullScreen isFullScreen setSimpleFullScreen
isSimpleFullScreen isNormal setKiosk isKiosk isTabletMode
setSize getSize setContentSize getContentSize setMinimumSize getMinimumSize setMaximumSize getMaximumSize
setBounds getBounds setContentBounds getContentBounds getNormalBounds setPosition getPosition center
setAspectRatio setBackgroundColor getBackgroundColor
setMovable isMovable setMinimizable isMinimizable setMaximizable isMaximizable setClosable isClosable
setResizable isResizable setFullScreenable isFullScreenable setEnabled isEnabled
setHiddenInMissionControl isHiddenInMissionControl
setAlwaysOnTop isAlwaysOnTop moveAbove moveTop
setTitle getTitle setSheetOffset flashFrame setSkipTaskbar previewFile closeFilePreview getMediaSourceId
getNativeWindowHandle`
  .trim()
  .split(/\s+/);

describe("platforms", () => {
  const CAPABILITIES = [
    ["setMovable", "isMovable"],
    ["setMinimizable", "isMinimizable"],
    ["setMaximizable", "isMaximizable"],
    ["setClosable", "isClosable"],
  ] as const;

  it.each([
    ["linux", true],
    ["wayland", true],
    ["win32", false],
    ["darwin", false],
  ] as const)("on %s a capability set to false reads %s [spec 3]", async (platform, reads) => {
    await START({ platform });
    const window = new BaseWindow();

    for (const [set, is] of CAPABILITIES) {
      window[set](false);
      expect(window[is]()).toBe(reads);
    }
  });

  it("a window that cannot be closed stays on Windows, and goes on Linux", async () => {
    await START({ platform: "win32" });
    const stays = new BaseWindow({ closable: false });
    stays.close();
    expect(stays.isDestroyed()).toBe(false);
    await shutdown();

    await START({ platform: "linux" });
    const goes = new BaseWindow({ closable: false });
    goes.close();
    expect(goes.isDestroyed()).toBe(true);
  });

  it("not resizable is not maximizable on Windows until it is again", async () => {
    await START({ platform: "win32" });
    const window = new BaseWindow();
    window.setResizable(false);
    expect(window.isMaximizable()).toBe(false);
    window.setResizable(true);
    expect(window.isMaximizable()).toBe(true);
  });

  it("Wayland tells no place and keeps nothing on top [spec 3]", async () => {
    await START({ platform: "wayland" });
    const window = new BaseWindow({ ...PLACE, alwaysOnTop: true });
    const events = eventsOf(window);
    window.setBounds({ x: 50, y: 60, width: 300, height: 200 });
    window.setAlwaysOnTop(true);

    expect(window.getBounds()).toEqual({ x: 0, y: 0, width: 300, height: 200 });
    expect(window.getPosition()).toEqual([0, 0]);
    expect(window.isAlwaysOnTop()).toBe(false);
    expect(events).toEqual([]);
  });

  it("macOS keeps windows below the tray once they are visible [spec 3]", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow({ ...PLACE, show: false });
    window.setPosition(10, 0);
    expect(window.getPosition()).toEqual([10, 0]);
    window.show();
    expect(window.getPosition()).toEqual([10, 25]);
    window.setPosition(10, -5);
    expect(window.getPosition()).toEqual([10, 25]);
  });

  it("macOS goes full screen in its own time [spec 3]", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow(PLACE);
    await window.settled();
    const events = eventsOf(window);
    window.setFullScreen(true);
    expect(window.isFullScreen()).toBe(false);
    expect(await window.settled()).toBe(true);
    expect(window.isFullScreen()).toBe(true);
    expect(events.filter((name) => name.includes("full"))).toEqual(["enter-full-screen"]);

    window.setFullScreen(false);
    window.setFullScreen(true);
    window.setFullScreen(false);
    await window.settled();
    expect(window.isFullScreen()).toBe(false);
    expect(window.getBounds()).toEqual(PLACE);
    expect(events.filter((name) => name.includes("full"))).toEqual(["enter-full-screen", "leave-full-screen"]);
  });

  it("macOS goes full screen when a window made so is shown, and a hidden one when it is shown again", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow({ ...PLACE, fullscreen: true, show: false });
    const kiosk = new BaseWindow({ ...PLACE, kiosk: true });
    await window.settled();
    expect([window.isFullScreen(), window.isVisible(), kiosk.isKiosk()]).toEqual([false, false, true]);
    window.show();
    expect(window.isFullScreen()).toBe(false);
    await window.settled();
    await kiosk.settled();
    expect([window.isFullScreen(), kiosk.isFullScreen()]).toEqual([true, true]);

    window.setFullScreen(false);
    await window.settled();
    window.setFullScreen(true);
    window.hide();
    await window.settled();
    expect([window.isVisible(), window.isFullScreen()]).toEqual([false, false]);
    window.show();
    await window.settled();
    expect(window.isFullScreen()).toBe(true);
  });

  it("macOS leaves full screen in its own time for maximize(), and goes there again afterwards", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow(PLACE);
    window.setFullScreen(true);
    await window.settled();
    window.maximize();
    expect([window.isFullScreen(), window.isMaximized()]).toEqual([true, false]);
    await window.settled();
    expect([window.isFullScreen(), window.isMaximized()]).toEqual([false, true]);

    window.setFullScreen(true);
    await window.settled();
    expect(window.isFullScreen()).toBe(true);
  });

  it("macOS keeps what comes back from the dock below the tray [spec 3]", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow(PLACE);
    window.minimize();
    window.setPosition(10, 0);
    window.restore();

    expect(window.getPosition()).toEqual([10, 25]);
  });

  it("macOS opens in simple full screen as asked, and says at once where it is", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow({ ...PLACE, simpleFullscreen: true });

    expect([window.isSimpleFullScreen(), window.isFullScreen()]).toEqual([true, false]);
    expect(window.getBounds()).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
  });

  it("macOS makes no window full-screenable that was made with fullscreen: false", async () => {
    await START({ platform: "darwin" });
    expect(new BaseWindow({ fullscreen: false }).isFullScreenable()).toBe(false);
    await shutdown();

    await START({ platform: "linux" });
    expect(new BaseWindow({ fullscreen: false }).isFullScreenable()).toBe(true);
  });

  it("the minimum wins over a maximum that contradicts it", async () => {
    await START();
    const window = new BaseWindow(PLACE);
    window.setMinimumSize(400, 300);
    window.setMaximumSize(200, 100);

    expect(window.getSize()).toEqual([400, 300]);
  });

  it("simple full screen and mission control are the Mac's alone", async () => {
    await START({ platform: "darwin" });
    const mac = new BaseWindow(PLACE);
    mac.setSimpleFullScreen(true);
    mac.setHiddenInMissionControl(true);
    expect([mac.isSimpleFullScreen(), mac.isFullScreen(), mac.isHiddenInMissionControl()]).toEqual([true, false, true]);
    expect(mac.getContentBounds()).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
    mac.simpleFullScreen = false;
    expect(mac.getBounds()).toEqual(PLACE);
    await shutdown();

    await START({ platform: "linux" });
    const linux = new BaseWindow(PLACE);
    linux.setSimpleFullScreen(true);
    linux.setHiddenInMissionControl(true);
    linux.setSheetOffset(10);
    linux.previewFile("/nowhere");
    linux.closeFilePreview();
    expect([linux.isSimpleFullScreen(), linux.isHiddenInMissionControl()]).toEqual([false, false]);
  });
});

describe("the user of a model", () => {
  it("resizes with will-resize, resize and resized on Windows, and can be refused", async () => {
    await START({ platform: "win32" });
    const window = new BaseWindow(PLACE);
    await window.settled();
    const events = eventsOf(window);
    const edges: string[] = [];
    window.on("will-resize", (_event, _bounds, { edge }) => edges.push(edge));
    await userOf(window).resize({ ...PLACE, width: 600 }, "right");
    expect(events).toEqual(["will-resize", "resize", "resized"]);
    expect(edges).toEqual(["right"]);

    window.once("will-resize", (event) => event.preventDefault());
    await userOf(window).resize({ ...PLACE, width: 700 }, "right");
    expect(window.getSize()).toEqual([600, 400]);
    await userOf(window).move(5, 6);
    expect(events.slice(-3)).toEqual(["will-move", "move", "moved"]);
  });

  it("moves with will-move, which only Windows lets refuse; macOS tells moved with every move", async () => {
    for (const [platform, left, events] of [
      ["win32", PLACE.x, ["will-move"]],
      ["darwin", 5, ["will-move", "move", "moved"]],
      ["linux", 5, ["move"]],
    ] as const) {
      await START({ platform });
      const window = new BaseWindow(PLACE);
      await window.settled();
      window.on("will-move", (event) => event.preventDefault());
      const heard = eventsOf(window);
      await userOf(window).move(5, 60);

      expect([window.getPosition()[0], heard]).toEqual([left, events]);
      await shutdown();
    }
  });

  it("drags the right and the bottom edge on macOS, whichever it takes", async () => {
    await START({ platform: "darwin" });
    const window = new BaseWindow(PLACE);
    const edges: string[] = [];
    window.on("will-resize", (_event, _bounds, { edge }) => edges.push(edge));
    for (const edge of ["left", "top", "bottom-right"] as const) {
      await userOf(window).resize({ ...window.getBounds(), width: 600 }, edge);
    }

    expect(edges).toEqual(["right", "bottom", "right"]);
  });

  it("is held to limits, ratio and capabilities", async () => {
    await START({ platform: "win32", frame: { left: 0, right: 0, top: 0, bottom: 0 } });
    const window = new BaseWindow(PLACE);
    window.setAspectRatio(2);
    await userOf(window).resize({ ...PLACE, width: 600 }, "right");
    expect(window.getSize()).toEqual([600, 300]);
    window.setMovable(false);
    window.setResizable(false);
    await userOf(window).move(1, 1);
    await userOf(window).resize({ ...PLACE, width: 100 }, "right");
    expect(window.getBounds()).toEqual({ ...PLACE, width: 600, height: 300 });
    window.setEnabled(false);
    await userOf(window).close();
    expect(window.isDestroyed()).toBe(false);
  });

  it("drags one edge while the opposite one stays, also at the limits", async () => {
    await START({ platform: "win32" });
    const window = new BaseWindow({ ...PLACE, minWidth: 300, minHeight: 200 });
    await userOf(window).resize({ x: 650, y: 500, width: 50, height: 50 }, "top-left");

    expect(window.getBounds()).toEqual({ x: 400, y: 350, width: 300, height: 200 });
  });

  it("reaches only what can be seen", async () => {
    await START({ platform: "win32" });
    const window = new BaseWindow({ ...PLACE, show: false });
    const events = eventsOf(window);
    for (const act of ["minimize", "maximize", "restore", "focus", "close"] as const) await userOf(window)[act]();

    expect(events).toEqual([]);
    expect([window.isVisible(), window.isDestroyed()]).toEqual([false, false]);
  });

  it("closes by the same path as close()", async () => {
    await START();
    const window = new BaseWindow(PLACE);
    window.once("close", (event) => event.preventDefault());
    await userOf(window).close();
    expect(window.isDestroyed()).toBe(false);
    await userOf(window).close();
    expect(window.isDestroyed()).toBe(true);
  });
});

describe("displays", () => {
  it("full screen and kiosk go to the display asked for and come home", async () => {
    await START({ displays: TWO_DISPLAYS });
    const window = new BaseWindow({ ...PLACE, x: 100 });
    window.setKiosk(true, { display: 9 });
    expect(window.getBounds()).toEqual({ x: 1000, y: 0, width: 1000, height: 800 });
    window.setKiosk(false);
    expect(window.getBounds()).toEqual({ ...PLACE, x: 100 });
    window.setFullScreen(true, { display: 9 });
    expect(window.getBounds().x).toBe(1000);
    expect(() => window.setFullScreen(true, { display: 1 })).toThrow(TypeError);
  });

  it("a kiosk elsewhere comes home to what the window was before", async () => {
    await START({ displays: TWO_DISPLAYS });
    const window = new BaseWindow({ ...PLACE, x: 100 });
    window.maximize();
    window.setKiosk(true, { display: 9 });
    window.setKiosk(false);
    expect([window.isMaximized(), window.getBounds().x]).toEqual([true, 0]);

    window.setFullScreen(true);
    window.setKiosk(true, { display: 9 });
    expect(window.getBounds().x).toBe(1000);
    window.setKiosk(false);
    expect([window.isFullScreen(), window.getBounds().x]).toEqual([true, 0]);
  });

  it("maximized fills the work area of the display it is on", async () => {
    await START({ displays: TWO_DISPLAYS });
    const window = new BaseWindow({ ...PLACE, x: 1200 });
    window.maximize();

    expect(window.getBounds()).toEqual({ x: 1000, y: 0, width: 1000, height: 760 });
  });
});

it("a thousand windows are made, moved and closed", async () => {
  await START();
  const windows = Array.from({ length: 1000 }, () => new BaseWindow({ show: false }));
  for (const [index, window] of windows.entries()) window.setPosition(index, index);
  expect(BaseWindow.getAllWindows()).toEqual(windows);
  for (const window of windows) window.close();

  expect(BaseWindow.getAllWindows()).toEqual([]);
});

function userOf(window: BaseWindow): WindowUser {
  const user = windowSystem?.user?.(window);
  if (user === undefined) throw new Error("Only models have a user.");
  return user;
}

function display({
  id,
  name,
  x,
  primary = false,
}: {
  id: number;
  name: string;
  x: number;
  primary?: boolean;
}): Display {
  return {
    id,
    name,
    bounds: { x, y: 0, width: 1000, height: 800 },
    workArea: { x, y: 0, width: 1000, height: 760 },
    primary,
    scaleFactor: 1,
  };
}
