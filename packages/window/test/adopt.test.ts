import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BaseWindow, initialize, shutdown, windowSystem } from "../src/index.ts";
import { isSameRectangle } from "../src/rectangle.ts";
import { eventsOf, onX11, xidOf } from "./setups.ts";
import { until, type XScreen } from "./x-screen.ts";

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const OWNER = join(import.meta.dirname, "..", "examples", "foreign-window.ts");
const FOREIGN = join(import.meta.dirname, "foreign-owner.ts");

describe.each(["openbox", "xfwm4", "none"] as const)("a window of Chromium under window manager %s", (manager) => {
  const setup = onX11(manager);
  const folders: string[] = [];
  beforeAll(() => setup.start(), 60_000);
  afterAll(async () => {
    await setup.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it("is adopted by process id, obeys, and is told of when it is killed", async () => {
    const chromium = startChromium(screenOf(setup.screen), folders);
    const window = await BaseWindow.adopt({ pid: chromium.pid ?? 0, timeout: 20_000 });
    const events = eventsOf(window);
    const again = await BaseWindow.adopt({ xid: xidOf(window) });
    expect(again).toBe(window);
    expect(window.isVisible()).toBe(true);
    await window.settled();
    await until(() => isSameRectangle(window.getBounds(), setup.outside?.bounds(window) ?? SCREEN));

    const place = { x: 300, y: 200, width: 700, height: 500 };
    window.setBounds(place);
    expect(await window.settled()).toBe(true);
    expect(window.getBounds()).toEqual(place);
    expect(setup.outside?.bounds(window)).toEqual(place);

    window.setKiosk(true);
    expect(await window.settled()).toBe(true);
    expect(window.getBounds()).toEqual(SCREEN);
    expect(setup.outside?.bounds(window)).toEqual(SCREEN);
    window.setKiosk(false);
    await window.settled();
    expect(window.getBounds()).toEqual(place);
    await until(() => isSameRectangle(setup.outside?.bounds(window) ?? SCREEN, place));

    if (chromium.pid !== undefined) process.kill(-chromium.pid, "SIGKILL");
    await until(() => window.isDestroyed());
    expect(events.at(-1)).toBe("closed");
  });

  it("is refused when there is none in time", async () => {
    await expect(BaseWindow.adopt({ pid: process.pid, timeout: 50 })).rejects.toMatchObject({ code: "ERR_NO_WINDOW" });
    for (const xid of [0xfffffff, 0, -1, 2 ** 40, 1.5]) {
      await expect(BaseWindow.adopt({ xid })).rejects.toMatchObject({ code: "ERR_NO_WINDOW" });
    }
  });
});

describe("a window of another program", () => {
  const setup = onX11("openbox");
  beforeAll(() => setup.start(), 60_000);
  afterAll(() => setup.stop());
  let owner: ChildProcess | undefined;
  afterEach(() => {
    owner?.kill("SIGKILL");
  });

  async function adoptForeign(): Promise<BaseWindow> {
    owner = screenOf(setup.screen).start(process.execPath, "--conditions=vedette-source", OWNER);
    return BaseWindow.adopt({ pid: owner.pid ?? 0 });
  }

  it("keeps its own title and hints, hears close(), and may refuse", async () => {
    const window = await adoptForeign();
    await until(() => window.getTitle() === "Another program");
    const events = eventsOf(window);
    window.setBackgroundColor("red");
    expect(window.getBackgroundColor()).toBe("#FF0000");
    window.setMinimumSize(200, 150);
    await window.settled();
    expect(setup.outside?.property(window, "WM_NORMAL_HINTS")).toContain("minimum size");
    expect(setup.outside?.property(window, "WM_CLASS")).toContain("Vedette");

    window.setEnabled(false);
    expect(window.isEnabled()).toBe(false);
    await window.settled();
    window.setEnabled(true);

    window.close();
    expect(events).toEqual(["close"]);
    expect(window.isDestroyed()).toBe(false);
    await until(() => window.isDestroyed());
    expect(events.filter((name) => name.startsWith("clos"))).toEqual(["close", "closed"]);
  });

  it("is where it went while it was read", async () => {
    const screen = screenOf(setup.screen);
    for (let turns = 0; turns < 6; turns += 1) {
      owner?.kill("SIGKILL");
      owner = screen.start(process.execPath, "--conditions=vedette-source", FOREIGN);
      const xid = await screen.windowNamed(`Foreign owner ${owner.pid}`);
      const adoption = BaseWindow.adopt({ xid });
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      // Nothing is read here until the tool has ended.
      screen.tool("xdotool", "windowsize", "--sync", String(xid), String(500 + turns), "340");
      const window = await adoption;
      await window.settled();
      await until(() => isSameRectangle(window.getBounds(), setup.outside?.bounds(window) ?? SCREEN));
    }
  });

  it("is one window, however often and at once it is adopted", async () => {
    owner = screenOf(setup.screen).start(process.execPath, "--conditions=vedette-source", OWNER);
    const { pid = 0 } = owner;

    const [window, ...others] = await Promise.all([0, 1, 2].map(() => BaseWindow.adopt({ pid })));

    expect(others.every((other) => other === window)).toBe(true);
    expect(BaseWindow.getAllWindows().filter((one) => !one.isDestroyed())).toEqual([window]);
  });

  it("goes by destroy()", async () => {
    const window = await adoptForeign();
    const events = eventsOf(window);
    window.destroy();
    await until(() => window.isDestroyed());
    // The window manager may take the focus away first; what must not come is "close".
    expect(events.filter((name) => name.startsWith("clos"))).toEqual(["closed"]);
  });

  it("of a program that could not be started is refused at once", async () => {
    for (const pid of [undefined, 0, -1, Number.NaN]) {
      await expect(Reflect.apply(BaseWindow.adopt, BaseWindow, [{ pid }])).rejects.toMatchObject({
        code: "ERR_NO_WINDOW",
      });
    }
  });

  it("is waited for no longer than a signal says", async () => {
    const stop = new AbortController();
    const adoption = BaseWindow.adopt({ pid: process.pid, timeout: 60_000, signal: stop.signal });
    stop.abort(new Error("The program has ended"));

    await expect(adoption).rejects.toThrow("The program has ended");
    await expect(BaseWindow.adopt({ pid: process.pid, signal: stop.signal })).rejects.toThrow("The program has ended");
  });

  it("is left alone by shutdown, but for its kiosk", async () => {
    const window = await adoptForeign();
    await window.settled();
    const before = window.getBounds();
    const xid = String(xidOf(window));
    window.setKiosk(true);
    await window.settled();
    await shutdown();

    const { tool } = screenOf(setup.screen);
    await until(() => !/FULLSCREEN/.test(tool("xprop", "-id", xid, "_NET_WM_STATE")));
    await until(() => new RegExp(`Width: ${before.width - 2}`).test(tool("xwininfo", "-id", xid)));
    expect(owner?.exitCode).toBe(null);
  });
});

describe("a window that is waited for through the change of the window manager", () => {
  const setup = onX11("none");
  beforeAll(() => setup.start(), 60_000);
  afterAll(() => setup.stop());

  it("is found in the frame of one that has only now said who it is", async () => {
    const { waited, other } = await twoForeign(screenOf(setup.screen));
    setup.screen?.tool("xdotool", "windowreparent", waited.xid, other.xid);
    const [adopted] = await beginAdopting(waited.pid);

    rootProperty(setup.screen, "_NET_CLIENT_LIST", waited.xid);
    callManager(setup.screen, other.xid);

    expect(await adopted.then(xidOf)).toBe(Number(waited.xid));
    setup.screen?.tool("xprop", "-root", "-remove", "_NET_CLIENT_LIST");
    setup.screen?.tool("xprop", "-root", "-remove", "_NET_SUPPORTING_WM_CHECK");
    await until(() => windowSystem?.windowManager === null);
  });

  it("is found on the bare screen that one has left behind", async () => {
    const { waited, other } = await twoForeign(screenOf(setup.screen));
    callManager(setup.screen, other.xid);
    await until(() => windowSystem?.windowManager === "Somebody");
    const [adopted] = await beginAdopting(waited.pid);

    setup.screen?.tool("xprop", "-root", "-remove", "_NET_SUPPORTING_WM_CHECK");

    expect(await adopted.then(xidOf)).toBe(Number(waited.xid));
  });
});

/** Two windows of two programs. */
async function twoForeign(screen: XScreen) {
  const start = async () => {
    const { pid = 0 } = screen.start(process.execPath, "--conditions=vedette-source", FOREIGN);
    return { pid, xid: String(await screen.windowNamed(`Foreign owner ${pid}`)) };
  };
  return { waited: await start(), other: await start() };
}

/** @returns what comes of it, once there was none at the first look; in a list, which nobody waits for unasked */
async function beginAdopting(pid: number): Promise<[Promise<BaseWindow>]> {
  const adopted = BaseWindow.adopt({ pid, timeout: 20_000 });
  // Looks after the other did, and is told after that.
  await expect(BaseWindow.adopt({ pid: process.pid, timeout: 50 })).rejects.toThrow();
  return [adopted];
}

function rootProperty(screen: XScreen | undefined, name: string, xid: string): void {
  screen?.tool("xprop", "-root", "-format", name, "32x", "-set", name, xid);
}

/** A window manager says who it is. */
function callManager(screen: XScreen | undefined, check: string): void {
  const name = "_NET_SUPPORTING_WM_CHECK";
  screen?.tool("xprop", "-id", check, "-format", "_NET_WM_NAME", "8u", "-set", "_NET_WM_NAME", "Somebody");
  screen?.tool("xprop", "-id", check, "-format", name, "32x", "-set", name, check);
  rootProperty(screen, name, check);
}

describe.each(["openbox", "xfwm4"] as const)("a window as others write them under %s", (manager) => {
  const setup = onX11(manager);
  beforeAll(() => setup.start(), 60_000);
  afterAll(() => setup.stop());
  let owner: ChildProcess | undefined;
  afterEach(() => {
    owner?.kill("SIGKILL");
  });

  async function startOwner(): Promise<number> {
    const screen = screenOf(setup.screen);
    owner = screen.start(process.execPath, "--conditions=vedette-source", FOREIGN);
    return screen.windowNamed(`Foreign owner ${owner.pid}`);
  }

  it("keeps the hints of its owner in everything that is not asked for here", async () => {
    const window = await BaseWindow.adopt({ xid: await startOwner() });
    const [frameWidth, frameHeight] = [window.getSize()[0] - 400, window.getSize()[1] - 300];
    expect(window.getMinimumSize()).toEqual([150 + frameWidth, 100 + frameHeight]);
    window.setMaximumSize(900, 700);
    window.flashFrame(true);
    window.flashFrame(false);
    expect(await window.settled()).toBe(true);

    const hints = setup.outside?.property(window, "WM_NORMAL_HINTS");
    expect(hints).toContain("minimum size: 150 by 100");
    expect(hints).toContain(`maximum size: ${900 - frameWidth} by ${700 - frameHeight}`);
    expect(hints).toContain("gravity: Static");
    expect(setup.outside?.property(window, "WM_HINTS")).toMatch(/urgency/i);

    setup.screen?.tool("xprop", "-id", String(xidOf(window)), "-remove", "WM_NORMAL_HINTS");
    await until(() => setup.outside?.property(window, "WM_NORMAL_HINTS").includes("maximum size") === true);
    expect(setup.outside?.property(window, "WM_NORMAL_HINTS")).not.toContain("minimum size");

    window.setMaximumSize(0, 0);
    expect(await window.settled()).toBe(true);
    expect(setup.outside?.property(window, "WM_NORMAL_HINTS")).not.toContain("maximum");
  });

  it("is back in its own place when it was adopted while it was maximized", async () => {
    const xid = await startOwner();
    const { tool } = screenOf(setup.screen);
    const normal = tool("xwininfo", "-id", String(xid)).match(/(Absolute|Width|Height).*/g);
    tool("wmctrl", "-i", "-r", String(xid), "-b", "add,maximized_vert,maximized_horz");
    await until(() => /MAXIMIZED_VERT/.test(tool("xprop", "-id", String(xid), "_NET_WM_STATE")));
    const window = await BaseWindow.adopt({ xid });
    expect(window.isMaximized()).toBe(true);
    window.unmaximize();
    expect(await window.settled()).toBe(true);

    expect(tool("xwininfo", "-id", String(xid)).match(/(Absolute|Width|Height).*/g)).toEqual(normal);
    expect(window.getBounds()).toEqual(setup.outside?.bounds(window));
    expect(window.getNormalBounds()).toEqual(window.getBounds());
  });

  it("is where it was after hide and show, whatever its gravity, and where it was put meanwhile", async () => {
    const window = await BaseWindow.adopt({ xid: await startOwner() });
    const before = window.getBounds();
    window.hide();
    await window.settled();
    window.show();
    expect(await window.settled()).toBe(true);
    expect(window.getBounds()).toEqual(before);
    expect(setup.outside?.bounds(window)).toEqual(before);

    window.hide();
    await window.settled();
    const place = { x: 500, y: 400, width: 420, height: 330 };
    window.setBounds(place);
    window.showInactive();
    expect(await window.settled()).toBe(true);
    expect(window.getBounds()).toEqual(place);
    expect(setup.outside?.bounds(window)).toEqual(place);
  });

  it("with shadows of its own is placed without them", async () => {
    const window = await BaseWindow.adopt({ xid: await startOwner() });
    const { tool } = screenOf(setup.screen);
    const property = "_GTK_FRAME_EXTENTS";
    tool("xprop", "-id", String(xidOf(window)), "-f", property, "32c", "-set", property, "20,20,15,25");
    const place = { x: 500, y: 400, width: 420, height: 330 };
    window.setBounds(place);
    expect(await window.settled()).toBe(true);

    expect(window.getBounds()).toEqual(place);
    expect(setup.outside?.bounds(window)).toEqual({ x: 480, y: 385, width: 460, height: 370 });
  });

  it("that is a child of ours is left alone by shutdown, and by the end of the process but for its kiosk", async () => {
    const xid = await startOwner();
    const { tool, display } = screenOf(setup.screen);
    const parent = new BaseWindow({ width: 300, height: 200 });
    const window = await BaseWindow.adopt({ xid });
    window.setParentWindow(parent);
    await window.settled();
    await shutdown();
    expect(tool("xwininfo", "-id", String(xid))).toContain("IsViewable");
    expect(owner?.exitCode).toBe(null);

    const program = `import { BaseWindow, initialize } from "@vedette/window";
      await initialize();
      const window = await BaseWindow.adopt({ xid: ${xid} });
      window.setKiosk(true);
      await window.settled();
      process.exit(window.isKiosk() ? 0 : 1);`;
    const args = ["--conditions=vedette-source", "--input-type=module", "-e", program];
    execFileSync(process.execPath, args, { env: { ...process.env, DISPLAY: display } });
    await until(() => !/FULLSCREEN/.test(tool("xprop", "-id", String(xid), "_NET_WM_STATE")));
    expect(owner?.exitCode).toBe(null);
    await initialize({ backend: "x11", display });
  });
});

function screenOf(screen: XScreen | undefined): XScreen {
  if (screen === undefined) throw new Error("The screen has not started.");
  return screen;
}

function startChromium(screen: XScreen, folders: string[]): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), "vedette-chromium-"));
  folders.push(folder);
  return screen.start(
    "/usr/bin/chromium",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--ozone-platform=x11",
    "--test-type",
    `--user-data-dir=${folder}`,
    "--app=data:text/html,<body style=background:teal>",
  );
}
