import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BaseWindow, type Display, getDisplays, windowSystem } from "../src/index.ts";
import { isSameRectangle } from "../src/rectangle.ts";
import { destroyAll, onX11, xidOf } from "./setups.ts";
import { until, type XScreen } from "./x-screen.ts";

const LEFT = { x: 0, y: 0, width: 960, height: 1080 };
const RIGHT = { x: 960, y: 0, width: 960, height: 1080 };
const FOREIGN = join(import.meta.dirname, "foreign-owner.ts");
const PLACE = { x: 100, y: 120, width: 400, height: 300 };

it.each(["openbox", "xfwm4", "none"] as const)(
  "a panel takes its strip from the work area under %s",
  async (manager) => {
    const setup = onX11(manager);
    await setup.start();
    const panel = new BaseWindow({ x: 0, y: 0, width: 1920, height: 40, frame: false, type: "dock" });
    await panel.settled();
    const told = windowSystem === undefined ? undefined : once(windowSystem, "displays-changed");
    setup.screen?.tool("xprop", "-id", String(xidOf(panel)), ...strutFrom(0));
    if (manager !== "none") {
      await told;
      await until(() => getDisplays()[0]?.workArea.y === 40);
      const window = new BaseWindow(PLACE);
      await window.settled();
      window.maximize();
      await window.settled();
      expect(window.getBounds()).toEqual({ x: 0, y: 40, width: 1920, height: 1040 });
      expect(setup.outside?.bounds(window)).toEqual(window.getBounds());
    }
    expect(getDisplays()[0]?.bounds).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
    await setup.stop();
  },
);

// The toolkit of xfwm4 sees no monitor that has no output of its own, and Xvfb has one output.
describe.each([
  ["openbox", "outputs"],
  ["xfwm4", "outputs"],
  ["none", "parts"],
] as const)("two displays with window manager %s that are %s", (manager, monitors) => {
  const setup = onX11(manager, monitors);
  beforeAll(async () => {
    await setup.start();
    screenOf().plug("left");
    screenOf().plug("right");
    await until(() => getDisplays().length === 2);
  }, 60_000);
  afterAll(() => setup.stop());
  afterEach(() => destroyAll());

  it("are listed with their bounds, one of them primary", () => {
    const { left, right } = screenOf().names;
    expect(getDisplays().map(({ name, bounds }) => ({ name, bounds }))).toEqual([
      { name: left, bounds: LEFT },
      { name: right, bounds: RIGHT },
    ]);
    expect(getDisplays().filter(({ primary }) => primary)).toHaveLength(1);
  });

  it.runIf(manager !== "none")("a panel of another program that says later what it takes is heard", async () => {
    const panel = screenOf().start(process.execPath, "--conditions=vedette-source", FOREIGN);
    const xid = await screenOf().windowNamed(`Foreign owner ${panel.pid}`);
    // By then the library has heard of the panel too.
    await new BaseWindow(PLACE).settled();
    screenOf().tool("xprop", "-id", String(xid), ...strutFrom(960));

    await until(() => on("right").workArea.y === 40);
    await until(() => on("left").workArea.y === 0);
    panel.kill("SIGKILL");
    await until(() => on("right").workArea.y === 0);
  });

  it("maximized fills the work area of its own display", async () => {
    const window = new BaseWindow({ ...PLACE, x: 1100 });
    await window.settled();
    window.maximize();
    await window.settled();

    expect(window.getBounds()).toEqual(on("right").workArea);
    expect(setup.outside?.bounds(window)).toEqual(on("right").workArea);
  });

  it("kiosk covers the display asked for, pixel by pixel, and comes home", async () => {
    const window = new BaseWindow({ ...PLACE, backgroundColor: "#00AA55" });
    await window.settled();
    window.setKiosk(true, { display: on("right").id });
    expect(window.getBounds()).toEqual(RIGHT);
    expect(await window.settled()).toBe(true);
    expect(window.getBounds()).toEqual(RIGHT);
    expect(setup.outside?.bounds(window)).toEqual(RIGHT);
    await until(() => pixel(960, 0) === "#00AA55" && pixel(1919, 1079) === "#00AA55");
    expect(pixel(959, 540)).not.toBe("#00AA55");

    window.setKiosk(false);
    await window.settled();
    expect(window.getBounds()).toEqual(PLACE);
    expect(setup.outside?.bounds(window)).toEqual(PLACE);
  });

  it("a kiosk elsewhere that was maximized or full screen before is so again, on the display of before", async () => {
    const window = new BaseWindow(PLACE);
    await window.settled();
    window.maximize();
    await window.settled();
    window.setKiosk(true, { display: on("right").id });
    await window.settled();
    expect(setup.outside?.bounds(window)).toEqual(RIGHT);
    window.setKiosk(false);
    expect(window.getBounds()).toEqual(on("left").workArea);
    expect(await window.settled()).toBe(true);
    expect(window.isMaximized()).toBe(true);
    expect(window.getBounds()).toEqual(on("left").workArea);
    expect(setup.outside?.bounds(window)).toEqual(on("left").workArea);
    window.unmaximize();
    await window.settled();
    expect(setup.outside?.bounds(window)).toEqual(PLACE);

    window.setFullScreen(true);
    await window.settled();
    window.setKiosk(true, { display: on("right").id });
    await window.settled();
    expect(setup.outside?.bounds(window)).toEqual(RIGHT);
    window.setKiosk(false);
    expect(await window.settled()).toBe(true);
    expect(window.isFullScreen()).toBe(true);
    expect(window.getBounds()).toEqual(LEFT);
    expect(setup.outside?.bounds(window)).toEqual(LEFT);
    window.setFullScreen(false);
    await window.settled();
    expect(window.getBounds()).toEqual(PLACE);
  });

  it("two walls, one on each, on top, both in their own colour", async () => {
    const walls = getDisplays().map(
      ({ id }, index) =>
        new BaseWindow({ display: id, backgroundColor: index === 0 ? "#AA0000" : "#0000AA", alwaysOnTop: true }),
    );
    for (const wall of walls) wall.setKiosk(true);
    for (const wall of walls) expect(await wall.settled()).toBe(true);

    expect(walls.map((wall) => wall.getBounds())).toEqual([LEFT, RIGHT]);
    await until(() => pixel(5, 5) === "#AA0000" && pixel(955, 1075) === "#AA0000");
    await until(() => pixel(965, 5) === "#0000AA" && pixel(1915, 1075) === "#0000AA");
  });

  it("a kiosk whose display goes stays kiosk elsewhere, and is back when it comes back", async () => {
    const window = new BaseWindow({ ...PLACE, backgroundColor: "#55AA00" });
    await window.settled();
    window.setKiosk(true, { display: on("right").id });
    await window.settled();
    await change(() => screenOf().unplug("right"));
    expect(window.isKiosk()).toBe(true);
    await until(() => isSameRectangle(window.getBounds(), on("left").bounds));
    expect(window.isDestroyed()).toBe(false);

    await change(() => screenOf().plug("right"));
    await until(() => isSameRectangle(setup.outside?.bounds(window) ?? PLACE, RIGHT));
    await window.settled();
    expect(window.isKiosk()).toBe(true);
    expect(window.getBounds()).toEqual(RIGHT);
  });

  it.runIf(manager !== "none")(
    "a kiosk that somebody takes full screen from takes it back, at most five times",
    async () => {
      const window = new BaseWindow(PLACE);
      await window.settled();
      window.setKiosk(true);
      await window.settled();
      const heard: string[] = [];
      window.on("leave-full-screen", () => heard.push("leave-full-screen"));
      const takeAway = (): unknown =>
        screenOf().tool("wmctrl", "-i", "-r", String(xidOf(window)), "-b", "remove,fullscreen");
      for (let times = 0; times < 5; times += 1) {
        takeAway();
        await until(() => setup.outside?.states(window).includes("FULLSCREEN") === true);
        await window.settled();
      }
      expect(window.isKiosk()).toBe(true);
      expect(heard).toEqual([]);

      takeAway();
      await until(() => !window.isKiosk());
      await until(() => heard.length === 1);
      expect(window.isFullScreen()).toBe(false);
    },
  );

  function screenOf(): XScreen {
    if (setup.screen === undefined) throw new Error("The screen has not started.");
    return setup.screen;
  }

  function on(side: "left" | "right"): Display {
    const name = screenOf().names[side];
    const display = getDisplays().find((candidate) => candidate.name === name);
    if (display === undefined) throw new Error(`There is no display ${name}.`);
    return display;
  }

  function pixel(x: number, y: number): string | undefined {
    return setup.outside?.pixel(x, y);
  }
});

/** Arguments of xprop by which a window takes 40 pixels at the top from a column on. */
function strutFrom(column: number): string[] {
  return `-f _NET_WM_STRUT_PARTIAL 32c -set _NET_WM_STRUT_PARTIAL 0,0,40,0,0,0,0,0,${column},1919,0,0`.split(" ");
}

/** Does something to the displays and waits until the library has told. */
async function change(work: () => unknown): Promise<void> {
  if (windowSystem === undefined) throw new Error("There is no window system.");
  const told = once(windowSystem, "displays-changed");
  work();
  await told;
}
