import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { BaseWindow, initialize, shutdown, windowSystem } from "../src/index.ts";
import { isSameRectangle } from "../src/rectangle.ts";
import { eventsOf, onX11, type Setup } from "./setups.ts";
import { startScreen, until, type XScreen } from "./x-screen.ts";

const PLACE = { x: 200, y: 150, width: 500, height: 400 };
let setup: Setup | undefined;

async function start(manager: "openbox" | "xfwm4" | "none"): Promise<XScreen> {
  setup = onX11(manager);
  await setup.start();
  if (setup.screen === undefined) throw new Error("The screen has not started.");
  return setup.screen;
}

afterEach(async () => {
  await setup?.stop();
  setup = undefined;
});

describe("the server", () => {
  it("goes: every window is closed, then the system is lost, and the process can begin anew", async () => {
    const screen = await start("none");
    const order: string[] = [];
    const window = new BaseWindow(PLACE);
    window.on("closed", () => order.push("closed"));
    windowSystem?.on("lost", () => order.push("lost"));
    await window.settled();
    window.setBounds({ x: 1 });
    const pending = window.settled(20_000);
    const adoption = BaseWindow.adopt({ pid: 1, timeout: 600_000 }).catch((error: unknown) => error);
    await screen.kill();
    await until(() => order.length === 2);

    expect(order).toEqual(["closed", "lost"]);
    expect(await pending).toBe(true);
    expect(await adoption).toMatchObject({ code: "ERR_NO_WINDOW" });
    expect(window.isDestroyed()).toBe(true);
    expect(windowSystem).toBe(undefined);

    await using second = await startScreen("800x600");
    await initialize({ backend: "x11", display: second.display });
    const next = new BaseWindow({ width: 300, height: 200 });
    expect(await next.settled()).toBe(true);
    expect(next.getBounds()).toEqual({ x: 250, y: 200, width: 300, height: 200 });
    await shutdown();
  });
});

describe("a server that cannot be used", () => {
  it("is named, with what it says", async () => {
    const words = Buffer.from("Authorization required\n\0");
    // Setup refused: failed, length of the reason, version 11.0, what follows in units of four bytes.
    const refusal = [0, 23, 11, 0, 0, 0, words.length / 4, 0];
    const server = createServer((socket) => socket.once("data", () => socket.end(Buffer.from([...refusal, ...words]))));
    onTestFinished(() => void server.close());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const display = `127.0.0.1:${(server.address() as AddressInfo).port - 6000}`;

    await expect(initialize({ backend: "x11", display })).rejects.toMatchObject({
      code: "ERR_NO_DISPLAY",
      message: `The X server at ${display} cannot be used: Authorization required`,
    });
    await expect(initialize({ backend: "x11", display: "nonsense" })).rejects.toThrow(
      "The X server at nonsense cannot be used: Cannot parse display",
    );
  });
});

describe("the window manager", () => {
  it("goes: windows live on, modes are kept by the library", async () => {
    const screen = await start("openbox");
    const window = new BaseWindow(PLACE);
    const minimized = new BaseWindow({ ...PLACE, x: 800 });
    await window.settled();
    window.setKiosk(true);
    minimized.minimize();
    await window.settled();
    await minimized.settled();
    const events = eventsOf(window);
    if (windowSystem === undefined) throw new Error("There is no window system.");
    const changed = once(windowSystem, "wm-changed");
    await screen.stopManager();

    expect((await changed)[0]).toBe(null);
    await until(() =>
      isSameRectangle(setup?.outside?.bounds(window) ?? PLACE, { x: 0, y: 0, width: 1920, height: 1080 }),
    );
    expect(await window.settled()).toBe(true);
    expect([window.isKiosk(), minimized.isMinimized()]).toEqual([true, true]);
    await until(() => setup?.outside?.isMapped(minimized) === false);
    expect(events.filter((name) => name.includes("full") || name === "closed")).toEqual([]);

    window.setKiosk(false);
    await window.settled();
    expect(window.getBounds()).toEqual(PLACE);
  });

  it.each(["openbox", "xfwm4"] as const)("%s comes: windows are managed with their modes", async (manager) => {
    const screen = await start("none");
    const window = new BaseWindow({ ...PLACE, alwaysOnTop: true });
    const normal = new BaseWindow({ ...PLACE, x: 900 });
    window.maximize();
    await window.settled();
    if (windowSystem === undefined) throw new Error("There is no window system.");
    const changed = once(windowSystem, "wm-changed");
    await screen.startManager(manager);

    expect(String((await changed)[0]).toLowerCase()).toBe(manager);
    await until(() => setup?.outside?.states(window).includes("MAXIMIZED_VERT") === true);
    await until(() => setup?.outside?.states(window).includes("ABOVE") === true);
    expect(await window.settled()).toBe(true);
    expect(window.isMaximized()).toBe(true);
    await until(async () => (await normal.settled()) && isSameRectangle(normal.getBounds(), { ...PLACE, x: 900 }));
    expect(setup?.outside?.bounds(normal)).toEqual({ ...PLACE, x: 900 });
  });

  it("is replaced: the next one takes over", async () => {
    const screen = await start("openbox");
    const window = new BaseWindow(PLACE);
    await window.settled();
    window.setFullScreen(true);
    await window.settled();
    const names: (string | null)[] = [];
    windowSystem?.on("wm-changed", (name) => names.push(name));
    await screen.stopManager();
    await screen.startManager("xfwm4");
    await until(() => names.includes("Xfwm4"));

    await until(() => setup?.outside?.states(window).includes("FULLSCREEN") === true);
    expect(await window.settled()).toBe(true);
    expect(window.isFullScreen()).toBe(true);
    window.setFullScreen(false);
    await window.settled();
    await until(() => isSameRectangle(setup?.outside?.bounds(window) ?? { ...PLACE, x: 0 }, PLACE));
  });
});

describe("a process that stands still", () => {
  it("while one window manager follows another has its windows above all others afterwards", async () => {
    const screen = await start("xfwm4");
    const window = new BaseWindow({ ...PLACE, alwaysOnTop: true });
    await window.settled();
    window.setFullScreen(true);
    await window.settled();
    // xfwm4 does not say of what fills the screen that it is above the rest.
    await until(() => setup?.outside?.states(window).includes("ABOVE") === false);

    // Until this ends nothing here hears or answers.
    const next = "openbox --sm-disable --replace > /dev/null 2>&1 &";
    screen.tool("sh", "-c", `${next} until wmctrl -m 2> /dev/null | grep -q Openbox; do :; done`);

    await until(() => windowSystem?.windowManager === "Openbox");
    await until(() => setup?.outside?.states(window).includes("ABOVE") === true);
    expect(setup?.outside?.states(window)).toContain("FULLSCREEN");
  }, 30_000);
});

describe("a window that fills its screen, above all others", () => {
  it.each(["openbox", "xfwm4"] as const)(
    "stays there under %s when others take the focus",
    async (manager) => {
      const screen = await start(manager);
      const window = new BaseWindow(PLACE);
      window.setFullScreen(true);
      await window.settled();
      // In turn: put above while it fills the screen, shown with both, and found with both by a window manager that comes.
      const ways = [
        () => window.setAlwaysOnTop(true),
        () => {
          window.hide();
          window.show();
        },
        async () => {
          await screen.stopManager();
          await until(() => windowSystem?.windowManager === null);
          await screen.startManager(manager);
          await until(() => windowSystem?.windowManager !== null);
        },
      ];
      for (const way of ways) {
        await way();
        await window.settled();
        expect(setup?.outside?.states(window)).toContain("FULLSCREEN");
        window.focus();
        await window.settled();
        expect(window.isFocused()).toBe(true);
        const message = screen.start("xmessage", "-title", "message", "Updates are ready");
        const other = await screen.windowNamed("message");
        await until(() => stackingOn(screen).includes(other));
        expect(stackingOn(screen).at(-1)).toBe(window.getNativeWindowHandle().readUInt32LE());
        expect([window.isFullScreen(), window.isAlwaysOnTop()]).toEqual([true, true]);
        message.kill();
        await until(() => !stackingOn(screen).includes(other));
      }

      window.setAlwaysOnTop(false);
      await window.settled();
      window.setFullScreen(false);
      await window.settled();
      expect(window.isAlwaysOnTop()).toBe(false);
      expect(setup?.outside?.states(window)).not.toContain("ABOVE");
      expect(window.getBounds()).toEqual(PLACE);
    },
    30_000,
  );
});

/** X window ids from the lowest to the highest, as the window manager says. */
function stackingOn(screen: XScreen): number[] {
  const list = screen.tool("xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING");
  return [...list.matchAll(/0x[0-9a-f]+/g)].map(([hex]) => Number(hex));
}

describe("others", () => {
  it("may close, move, maximize and rename a window: the model follows and tells", async () => {
    const screen = await start("openbox");
    const window = new BaseWindow(PLACE);
    await window.settled();
    const events = eventsOf(window);
    const id = String(window.getNativeWindowHandle().readUInt32LE(0));
    screen.tool("wmctrl", "-i", "-r", id, "-e", "0,300,200,450,350");
    await until(() => events.includes("resize") && events.includes("move"));
    await window.settled();
    expect(window.getBounds()).toEqual(setup?.outside?.bounds(window));

    screen.tool("wmctrl", "-i", "-r", id, "-b", "add,maximized_vert,maximized_horz");
    await until(() => window.isMaximized());
    screen.tool("wmctrl", "-i", "-r", id, "-b", "add,above");
    await until(() => window.isAlwaysOnTop());
    screen.tool("wmctrl", "-i", "-r", id, "-N", "another name");
    await until(() => window.getTitle() === "another name");
    screen.tool("xdotool", "windowminimize", id);
    await until(() => window.isMinimized());
    expect(events.filter((name) => /max|min|top/.test(name))).toEqual([
      "maximize",
      "always-on-top-changed",
      "unmaximize",
      "minimize",
    ]);

    window.once("close", (event) => event.preventDefault());
    screen.tool("wmctrl", "-i", "-c", id);
    await until(() => events.includes("close"));
    expect(window.isDestroyed()).toBe(false);
    screen.tool("wmctrl", "-i", "-c", id);
    await until(() => window.isDestroyed());
    expect(events.at(-1)).toBe("closed");
  });
});

describe("the process", () => {
  it("stays for a window that is shown, and ends by itself without one", async () => {
    const screen = await start("none");
    const run = (code: string) =>
      screen.start(process.execPath, "--conditions=vedette-source", "--input-type=module", "-e", code);
    const begin = 'import { BaseWindow, initialize } from "@vedette/window"; await initialize();';
    const ends = run(`${begin} const window = new BaseWindow({ show: false }); await window.settled();`);
    const stays = run(`${begin} new BaseWindow({ title: "stays" });`);

    expect((await once(ends, "exit"))[0]).toBe(0);
    await until(() => screen.tool("xwininfo", "-root", "-children").includes("stays"));
    expect(stays.exitCode).toBe(null);
  });
});
