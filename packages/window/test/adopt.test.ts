import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BaseWindow, shutdown } from "../src/index.ts";
import { isSameRectangle } from "../src/rectangle.ts";
import { eventsOf, onX11, xidOf } from "./setups.ts";
import { until, type XScreen } from "./x-screen.ts";

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const OWNER = join(import.meta.dirname, "..", "examples", "foreign-window.ts");

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

  it("goes by destroy()", async () => {
    const window = await adoptForeign();
    const events = eventsOf(window);
    window.destroy();
    await until(() => window.isDestroyed());
    // The window manager may take the focus away first; what must not come is "close".
    expect(events.filter((name) => name.startsWith("clos"))).toEqual(["closed"]);
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
