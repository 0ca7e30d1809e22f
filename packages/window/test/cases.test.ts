import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BaseWindow, type BaseWindowOptions, getDisplays, type Rectangle } from "../src/index.ts";
import { isSameRectangle } from "../src/rectangle.ts";
import { callOf, METHOD_TABLE, type MethodRow, PLACE, readAll, WITHIN_FRAME } from "./method-table.ts";
import { destroyAll, eventsOf, type Outside, SETUPS, type Setup, xidOf } from "./setups.ts";
import { until } from "./x-screen.ts";

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const MODES = ["maximize", "unmaximize", "minimize", "restore", "enter-full-screen", "leave-full-screen"];

interface Case {
  readonly window: BaseWindow;
  readonly events: string[];
  readonly outside: Outside | undefined;
  readonly setup: Setup;
}

/** What holds with every backend and every window manager; what can be seen from outside is looked at from there. */
const CASES: readonly {
  readonly title: string;
  readonly options?: BaseWindowOptions;
  readonly run: (given: Case) => Promise<void>;
}[] = [
  {
    title: "a window is where it was asked to be, frame included",
    async run({ window, outside }) {
      expect(window.getBounds()).toEqual(PLACE);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(PLACE);
    },
  },
  {
    title: "setBounds is exact, at once and after settling, and tells one resize and one move",
    async run({ window, events, outside }) {
      const next = { x: 333, y: 222, width: 640, height: 480 };
      window.setBounds(next);
      expect(window.getBounds()).toEqual(next);
      expect(await window.settled()).toBe(true);

      expect(window.getBounds()).toEqual(next);
      expect(window.getNormalBounds()).toEqual(next);
      expect(events).toEqual(["resize", "move"]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(next);
    },
  },
  {
    title: "fifty moves end at the last one, and no getter shows an older one",
    async run({ window, outside }) {
      for (let step = 1; step <= 50; step += 1) {
        window.setPosition(step * 10, step * 5);
        expect(window.getPosition()).toEqual([step * 10, step * 5]);
      }
      expect(await window.settled()).toBe(true);

      expect(window.getPosition()).toEqual([500, 250]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual({ ...PLACE, x: 500, y: 250 });
    },
  },
  {
    title: "setting the bounds it has moves nothing and tells nothing",
    async run({ window, events, outside }) {
      for (let times = 0; times < 5; times += 1) {
        window.setBounds(window.getBounds());
        await window.settled();
      }

      expect(events).toEqual([]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(PLACE);
    },
  },
  {
    title: "partial bounds keep the rest; fractions round half away from zero",
    async run({ window }) {
      window.setBounds({ x: 10.5 });
      expect(window.getBounds()).toEqual({ ...PLACE, x: 11 });
      window.setBounds({ y: 0.4, width: 300.5 });
      expect(window.getBounds()).toEqual({ x: 11, y: 0, width: 301, height: 400 });
    },
  },
  {
    title: "sizes snap to the minimum and are held to the maximum [spec 3, Window methods]",
    async run({ window, outside }) {
      window.setMinimumSize(300, 200);
      window.setMaximumSize(900, 700);
      window.setSize(10, 10);
      expect(window.getSize()).toEqual([300, 200]);
      window.setSize(2000, 2000);
      expect(window.getSize()).toEqual([900, 700]);
      expect(window.getMinimumSize()).toEqual([300, 200]);
      expect(window.getMaximumSize()).toEqual([900, 700]);
      await window.settled();
      if (outside !== undefined) expect(outside.bounds(window)).toEqual({ ...PLACE, width: 900, height: 700 });
    },
  },
  {
    title: "the content is the window less its frame",
    async run({ window, outside }) {
      window.setContentSize(400, 300);
      await window.settled();

      expect(window.getContentSize()).toEqual([400, 300]);
      expect(window.getPosition()).toEqual([PLACE.x, PLACE.y]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(window.getBounds());

      window.setContentBounds({ x: 100, y: 100, width: 200, height: 150 });
      await window.settled();
      expect(window.getContentBounds()).toEqual({ x: 100, y: 100, width: 200, height: 150 });
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(window.getBounds());
    },
  },
  {
    title: "center keeps the size and uses the work area",
    async run({ window, outside }) {
      window.center();
      await window.settled();

      expect(window.getBounds()).toEqual({ x: 710, y: 340, width: 500, height: 400 });
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(window.getBounds());
    },
  },
  {
    title: "maximize fills the work area, unmaximize restores exactly",
    async run({ window, events, outside }) {
      window.maximize();
      expect(window.isMaximized()).toBe(true);
      expect(window.isNormal()).toBe(false);
      await window.settled();
      expect(window.getBounds()).toEqual(workArea());
      expect(window.getNormalBounds()).toEqual(PLACE);
      if (outside !== undefined) {
        expect(outside.bounds(window)).toEqual(workArea());
        expect(outside.states(window)).toEqual(expect.arrayContaining(["MAXIMIZED_HORZ", "MAXIMIZED_VERT"]));
      }

      window.unmaximize();
      await window.settled();
      expect(window.isNormal()).toBe(true);
      expect(window.getBounds()).toEqual(PLACE);
      expect(modesIn(events)).toEqual(["maximize", "unmaximize"]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(PLACE);
    },
  },
  {
    title: "full screen covers the display without a frame; leaving restores exactly",
    async run({ window, events, outside }) {
      window.setFullScreen(true);
      expect(window.isFullScreen()).toBe(true);
      await window.settled();
      expect(window.getBounds()).toEqual(SCREEN);
      expect(window.getContentBounds()).toEqual(SCREEN);
      if (outside !== undefined) {
        expect(outside.bounds(window)).toEqual(SCREEN);
        expect(outside.states(window)).toContain("FULLSCREEN");
      }

      window.setFullScreen(false);
      await window.settled();
      expect(window.getBounds()).toEqual(PLACE);
      expect(window.getContentSize()).not.toEqual([1920, 1080]);
      expect(modesIn(events)).toEqual(["enter-full-screen", "leave-full-screen"]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(PLACE);
    },
  },
  {
    title: "maximized under full screen comes back",
    async run({ window, events }) {
      window.maximize();
      await window.settled();
      window.setFullScreen(true);
      await window.settled();
      expect(window.isMaximized()).toBe(false);
      window.setFullScreen(false);
      await window.settled();

      expect(window.isMaximized()).toBe(true);
      expect(window.getBounds()).toEqual(workArea());
      expect(modesIn(events)).toEqual(["maximize", "unmaximize", "enter-full-screen", "leave-full-screen", "maximize"]);
    },
  },
  {
    title: "minimize hides it as an icon, restore brings the mode of before",
    async run({ window, events, outside }) {
      window.maximize();
      await window.settled();
      window.minimize();
      expect(window.isMinimized()).toBe(true);
      expect(window.isVisible()).toBe(false);
      await window.settled();
      expect(window.getBounds()).toEqual(PLACE);
      if (outside !== undefined) expect(outside.isMapped(window)).toBe(false);

      window.restore();
      await window.settled();
      expect(window.isMaximized()).toBe(true);
      expect(window.isFocused()).toBe(true);
      expect(modesIn(events)).toEqual(["maximize", "unmaximize", "minimize", "restore", "maximize"]);
      if (outside !== undefined) {
        expect(outside.isMapped(window)).toBe(true);
        // Openbox draws the way back from the icon.
        await until(() => isSameRectangle(outside.bounds(window), workArea()));
      }
    },
  },
  {
    title: "unmaximize does nothing but from maximized",
    async run({ window, events }) {
      window.unmaximize();
      window.setFullScreen(true);
      await window.settled();
      window.unmaximize();
      await window.settled();

      expect(window.isFullScreen()).toBe(true);
      expect(modesIn(events)).toEqual(["enter-full-screen"]);
    },
  },
  {
    title: "bounds set while maximized are those to come",
    async run({ window, outside }) {
      window.maximize();
      await window.settled();
      window.setBounds({ x: 50, y: 60, width: 400, height: 300 });
      await window.settled();
      expect(window.getBounds()).toEqual(workArea());
      window.unmaximize();
      await window.settled();

      expect(window.getBounds()).toEqual({ x: 50, y: 60, width: 400, height: 300 });
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(window.getBounds());
    },
  },
  {
    title: "maximize, unmaximize, maximize in one turn does not flicker",
    async run({ window, events }) {
      window.maximize();
      window.unmaximize();
      window.maximize();
      expect(window.isMaximized()).toBe(true);
      await window.settled();

      expect(window.isMaximized()).toBe(true);
      expect(modesIn(events)).toEqual(["maximize"]);
    },
  },
  {
    title: "kiosk is full screen and a flag; leaving goes back",
    async run({ window, outside }) {
      window.setKiosk(true);
      expect(window.isKiosk()).toBe(true);
      expect(window.isFullScreen()).toBe(true);
      await window.settled();
      expect(window.getBounds()).toEqual(SCREEN);
      if (outside !== undefined) expect(outside.property(window, "_NET_WM_BYPASS_COMPOSITOR")).toContain("= 1");

      window.kiosk = false;
      await window.settled();
      expect(window.isFullScreen()).toBe(false);
      expect(window.getBounds()).toEqual(PLACE);
      if (outside !== undefined) expect(outside.property(window, "_NET_WM_BYPASS_COMPOSITOR")).not.toContain("=");
    },
  },
  {
    title: "a kiosk from full screen leaves full screen on",
    async run({ window }) {
      window.setFullScreen(true);
      await window.settled();
      window.setKiosk(true);
      window.setKiosk(false);
      await window.settled();

      expect(window.isKiosk()).toBe(false);
      expect(window.isFullScreen()).toBe(true);
    },
  },
  {
    title: "hide and show keep place, modes and what is on top",
    async run({ window, events, outside }) {
      window.setAlwaysOnTop(true);
      window.maximize();
      await window.settled();
      events.length = 0;
      window.hide();
      expect(window.isVisible()).toBe(false);
      expect(events).toEqual(["hide"]);
      window.hide();
      await window.settled();
      if (outside !== undefined) expect(outside.isMapped(window)).toBe(false);

      window.show();
      expect(window.isVisible()).toBe(true);
      await window.settled();
      expect(events.filter((name) => name === "hide" || name === "show")).toEqual(["hide", "show"]);
      expect(window.isMaximized()).toBe(true);
      expect(window.isFocused()).toBe(true);
      expect(window.getNormalBounds()).toEqual(PLACE);
      if (outside !== undefined) {
        expect(outside.states(window)).toEqual(expect.arrayContaining(["ABOVE", "MAXIMIZED_HORZ", "MAXIMIZED_VERT"]));
        expect(outside.bounds(window)).toEqual(workArea());
      }
    },
  },
  {
    title: "a hidden window can be moved, and shows there",
    async run({ window, outside }) {
      window.hide();
      await window.settled();
      window.setBounds({ x: 400, y: 300, width: 350, height: 250 });
      window.showInactive();
      await window.settled();

      expect(window.getBounds()).toEqual({ x: 400, y: 300, width: 350, height: 250 });
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(window.getBounds());
    },
  },
  {
    title: "show tells show, then focus; showInactive leaves the focus where it is",
    async run({ window, events, outside }) {
      const other = new BaseWindow({ x: 900, y: 100, width: 300, height: 200, show: false });
      const heard = eventsOf(other);
      window.focus();
      await window.settled();
      events.length = 0;
      other.showInactive();
      await other.settled();
      expect(other.isVisible()).toBe(true);
      expect(other.isFocused()).toBe(false);
      expect(window.isFocused()).toBe(true);
      expect(heard).toEqual(["show"]);
      if (outside !== undefined) expect(outside.isFocused(window)).toBe(true);

      other.hide();
      other.show();
      await other.settled();
      expect(heard).toEqual(["show", "hide", "show", "focus"]);
      expect(BaseWindow.getFocusedWindow()).toBe(other);
      expect(events).toEqual(["blur"]);
      if (outside !== undefined) expect(outside.isFocused(other)).toBe(true);
    },
  },
  {
    title: "focus and blur are true at once and told in a later turn",
    async run({ window, outside }) {
      const other = new BaseWindow({ x: 900, y: 100, width: 300, height: 200 });
      await other.settled();
      const heard = eventsOf(window);
      window.focus();
      expect(window.isFocused()).toBe(true);
      expect(other.isFocused()).toBe(false);
      expect(heard).toEqual([]);
      await window.settled();
      expect(heard).toEqual(["focus"]);
      if (outside !== undefined) expect(outside.isFocused(window)).toBe(true);

      window.blur();
      expect(window.isFocused()).toBe(false);
      await window.settled();
      expect(heard).toEqual(["focus", "blur"]);
      expect(other.isFocused()).toBe(true);
      if (outside !== undefined) expect(outside.isFocused(other)).toBe(true);
    },
  },
  {
    title: "emits focus and blur for a window that is shown and blurred in one turn",
    async run({ window, events }) {
      const other = new BaseWindow({ ...PLACE, x: 250, show: false });
      await other.settled();
      const heard = eventsOf(other);
      events.length = 0;
      other.show();
      other.blur();
      await other.settled();

      expect(heard).toEqual(["show", "focus", "blur"]);
      expect(events).toEqual(["blur", "focus"]);
      expect(BaseWindow.getFocusedWindow()).toBe(window);
    },
  },
  {
    title: "a window blurred with no other below is not focused",
    async run({ window, outside }) {
      window.blur();
      await window.settled();

      expect(BaseWindow.getFocusedWindow()).toBe(null);
      if (outside !== undefined) expect(outside.isFocused(window)).toBe(false);
    },
  },
  {
    title: "a window that cannot be focused is not",
    options: { ...PLACE, focusable: false },
    async run({ window, outside }) {
      window.focus();
      await window.settled();

      expect(window.isFocused()).toBe(false);
      if (outside !== undefined) expect(outside.isFocused(window)).toBe(false);
    },
  },
  {
    title: "close asks first and can be prevented; closed is the last event",
    async run({ window, events, outside }) {
      const id = window.id;
      window.once("close", (event) => event.preventDefault());
      window.close();
      expect(window.isDestroyed()).toBe(false);
      let wasDestroyed = false;
      window.once("closed", () => {
        wasDestroyed = window.isDestroyed();
      });
      window.close();

      expect(wasDestroyed).toBe(true);
      expect(window.id).toBe(id);
      expect(BaseWindow.fromId(id)).toBe(null);
      expect(events).toEqual(["close", "close", "closed"]);
      expect(() => window.getBounds()).toThrow(new TypeError("Object has been destroyed"));
      expect(await window.settled()).toBe(true);
      window.destroy();
      if (outside !== undefined) await until(() => !outside.stacking().includes(-1));
    },
  },
  {
    title: "destroy does not ask",
    async run({ window, events }) {
      window.on("close", (event) => event.preventDefault());
      window.destroy();

      expect(events).toEqual(["closed"]);
      expect(window.isDestroyed()).toBe(true);
    },
  },
  {
    title: "always on top tells once and gives the flag to the window manager",
    async run({ window, outside }) {
      const heard: boolean[] = [];
      window.on("always-on-top-changed", (_event, flag) => heard.push(flag));
      window.setAlwaysOnTop(true, "screen-saver");
      window.setAlwaysOnTop(true, "floating");
      expect(heard).toEqual([true]);
      await window.settled();
      if (outside !== undefined) expect(outside.states(window)).toContain("ABOVE");
      window.setAlwaysOnTop(false);
      await window.settled();

      expect(heard).toEqual([true, false]);
      expect(window.isAlwaysOnTop()).toBe(false);
      if (outside !== undefined) expect(outside.states(window)).not.toContain("ABOVE");
    },
  },
  {
    title: "the higher level of two on top stays above the lower",
    async run({ window, outside }) {
      const other = new BaseWindow({ ...PLACE, x: 250, alwaysOnTop: true });
      await other.settled();
      window.setAlwaysOnTop(true, "screen-saver");
      await window.settled();
      other.focus();
      other.moveTop();
      await other.settled();
      await window.settled();
      if (outside !== undefined) await until(() => isAbove(outside, window, other));
      expect(window.isAlwaysOnTop() && other.isAlwaysOnTop()).toBe(true);
    },
  },
  {
    title: "moveTop and moveAbove raise without taking the focus",
    async run({ window, events, outside }) {
      const other = new BaseWindow({ ...PLACE, x: 250 });
      await other.settled();
      const heard = eventsOf(other);
      events.length = 0;
      window.moveTop();
      await window.settled();
      if (outside !== undefined) await until(() => isAbove(outside, window, other));
      expect(other.isFocused()).toBe(true);

      other.moveAbove(window.getMediaSourceId());
      await other.settled();
      if (outside !== undefined) {
        await until(() => isAbove(outside, other, window));
        expect(outside.isFocused(other)).toBe(true);
      }
      window.moveAbove(other.getMediaSourceId());
      await window.settled();
      if (outside !== undefined) {
        await until(() => isAbove(outside, window, other));
        expect(outside.isFocused(other)).toBe(true);
      }
      expect([...events, ...heard]).toEqual([]);
    },
  },
  {
    title: "keeps the focus during overlapping raises",
    async run({ window, outside }) {
      const second = new BaseWindow({ ...PLACE, x: 250 });
      await second.settled();
      const focused = new BaseWindow({ ...PLACE, x: 400 });
      await focused.settled();
      for (const gapMs of [0, 1, 2, 3, 5, 8]) {
        second.focus();
        await second.settled();
        focused.focus();
        await pause(gapMs);
        window.moveTop();
        await pause(gapMs);
        second.moveTop();
        await window.settled();
        expect(focused.isFocused()).toBe(true);
        if (outside !== undefined) expect(outside.isFocused(focused)).toBe(true);
      }
    },
  },
  {
    title: "moveAbove refuses what is no window, at once",
    async run({ window }) {
      for (const id of ["", "window", "window:1", "screen:1:0", "window:999999999:0", "window:x:0"]) {
        expect(() => window.moveAbove(id)).toThrow(new TypeError("Invalid media source id"));
      }
      expect(() => Reflect.apply(window.moveAbove, window, [5])).toThrow(
        new TypeError("Error processing argument at index 0, conversion failure from 5"),
      );
    },
  },
  {
    title: "moveAbove refuses a window that has gone, of whatever program",
    async run({ window, setup }) {
      const other = new BaseWindow({ ...PLACE, x: 250 });
      await other.settled();
      const id = other.getMediaSourceId();
      other.close();
      expect(() => window.moveAbove(id)).toThrow(new TypeError("Invalid media source id"));

      const { screen } = setup;
      if (screen === undefined) return;
      const foreign = screen.start("xev", "-geometry", "200x100+50+50");
      const foreignId = await screen.windowNamed("Event Tester");
      await until(() => !throws(() => window.moveAbove(`window:${foreignId}:0`)));
      foreign.kill("SIGKILL");
      await until(() => throws(() => window.moveAbove(`window:${foreignId}:0`)));
    },
  },
  {
    title: "made full screen it covers the display from the first moment",
    options: { ...PLACE, fullscreen: true },
    async run({ window, outside }) {
      const hidden = new BaseWindow({ ...PLACE, fullscreen: true, show: false });
      const heard = eventsOf(hidden);
      expect(hidden.getBounds()).toEqual(SCREEN);
      await hidden.settled();
      expect(heard).toEqual([]);
      hidden.show();
      expect([hidden.getBounds(), hidden.getContentBounds()]).toEqual([SCREEN, SCREEN]);
      await hidden.settled();
      expect(modesIn(heard)).toEqual(["enter-full-screen"]);

      expect([window.getBounds(), window.getContentBounds()]).toEqual([SCREEN, SCREEN]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(SCREEN);
      window.setFullScreen(false);
      await window.settled();
      expect(window.getBounds()).toEqual(PLACE);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual(PLACE);
    },
  },
  {
    title: "made a kiosk it is one in every respect",
    options: { ...PLACE, kiosk: true },
    async run({ window, outside }) {
      expect([window.isKiosk(), window.isFullScreen()]).toEqual([true, true]);
      expect(window.getBounds()).toEqual(SCREEN);
      if (outside !== undefined) {
        expect(outside.property(window, "_NET_WM_BYPASS_COMPOSITOR")).toContain("= 1");
        expect(outside.bounds(window)).toEqual(SCREEN);
      }
      window.setKiosk(false);
      await window.settled();
      expect(window.getBounds()).toEqual(PLACE);
    },
  },
  {
    title: "setKiosk(false) is nothing on a window that is full screen and no kiosk",
    async run({ window }) {
      window.setFullScreen(true);
      await window.settled();
      window.setKiosk(false, { display: getDisplays()[0]?.id });
      await window.settled();

      expect(window.isFullScreen()).toBe(true);
    },
  },
  {
    title: "minimize from hidden makes it an icon at once",
    async run({ window, events, outside }) {
      window.hide();
      await window.settled();
      events.length = 0;
      window.minimize();
      expect([window.isMinimized(), window.isVisible()]).toEqual([true, false]);
      await window.settled();
      expect(modesIn(events)).toEqual(["minimize"]);
      expect(window.getBounds()).toEqual(PLACE);
      if (outside !== undefined) expect(outside.isMapped(window)).toBe(false);

      window.restore();
      await window.settled();
      expect([window.isMinimized(), window.isVisible(), window.isFocused()]).toEqual([false, true, true]);
      if (outside !== undefined) await until(() => outside.isMapped(window));
    },
  },
  {
    title: "restore brings full screen back",
    async run({ window, events, outside }) {
      window.setFullScreen(true);
      await window.settled();
      window.minimize();
      await window.settled();
      expect(window.isFullScreen()).toBe(false);
      window.restore();
      await window.settled();

      expect(window.isFullScreen()).toBe(true);
      expect(window.getBounds()).toEqual(SCREEN);
      expect(modesIn(events)).toEqual([
        "enter-full-screen",
        "leave-full-screen",
        "minimize",
        "restore",
        "enter-full-screen",
      ]);
      if (outside !== undefined) await until(() => isSameRectangle(outside.bounds(window), SCREEN));
    },
  },
  {
    title: "a level that rises puts the window above the lower ones, one that falls below the higher",
    options: { ...PLACE, alwaysOnTop: true },
    async run({ window, outside }) {
      const other = new BaseWindow({ ...PLACE, x: 250, alwaysOnTop: true });
      await other.settled();
      if (outside !== undefined) await until(() => isAbove(outside, other, window));
      window.setAlwaysOnTop(true, "screen-saver");
      await window.settled();
      if (outside !== undefined) await until(() => isAbove(outside, window, other));

      other.setAlwaysOnTop(true, "pop-up-menu");
      window.setAlwaysOnTop(true, "floating");
      await window.settled();
      if (outside !== undefined) await until(() => isAbove(outside, other, window));
      expect(other.isFocused()).toBe(true);
    },
  },
  {
    title: "what is on top stays above what is not",
    async run({ window, outside }) {
      const other = new BaseWindow({ ...PLACE, x: 250 });
      await other.settled();
      window.setAlwaysOnTop(true);
      await window.settled();
      if (outside !== undefined) await until(() => isAbove(outside, window, other));
      other.moveTop();
      await other.settled();
      if (outside !== undefined) await until(() => isAbove(outside, window, other));
      expect(window.isAlwaysOnTop()).toBe(true);
    },
  },
  {
    title: "a window that gets a parent goes above it",
    async run({ window, outside }) {
      const parent = new BaseWindow({ ...PLACE, x: 250 });
      await parent.settled();
      window.setParentWindow(parent);
      await window.settled();

      expect(parent.getChildWindows()).toEqual([window]);
      if (outside !== undefined) await until(() => isAbove(outside, window, parent));
    },
  },
  {
    title: "a parent is enabled again when the last of two modal children is hidden, however often each was shown",
    async run({ window }) {
      const [one, other] = [0, 1].map((index) => {
        return new BaseWindow({ parent: window, modal: true, x: 260 + index * 50, y: 210, width: 200, height: 150 });
      });
      if (one === undefined || other === undefined) return;
      await other.settled();
      one.minimize();
      await one.settled();
      one.show();
      await one.settled();
      one.hide();
      expect(window.isEnabled()).toBe(false);
      other.hide();
      expect(window.isEnabled()).toBe(true);

      window.setEnabled(false);
      other.show();
      other.close();
      expect(window.isEnabled()).toBe(false);
    },
  },
  {
    title: "a hidden window gets no focus",
    async run({ window, events }) {
      window.hide();
      await window.settled();
      events.length = 0;
      window.focus();
      expect(window.isFocused()).toBe(false);
      await window.settled();

      expect(events).toEqual([]);
      expect(BaseWindow.getFocusedWindow()).toBe(null);
    },
  },
  {
    title: "what somebody else has put a window into stays when the program changes its own states",
    async run({ window, outside, setup }) {
      if (outside === undefined || setup.manager === "none") return;
      setup.screen?.tool("wmctrl", "-i", "-r", String(xidOf(window)), "-b", "add,skip_pager");
      await until(() => outside.states(window).includes("SKIP_PAGER"));
      window.setSkipTaskbar(true);
      await window.settled();
      expect(outside.states(window)).toContain("SKIP_PAGER");
      window.hide();
      await window.settled();
      window.show();
      await window.settled();

      await until(() => outside.states(window).includes("SKIP_PAGER"));
      expect(outside.states(window)).toContain("SKIP_TASKBAR");
    },
  },
  {
    title: "the title is the native one, in any script, and may be empty",
    async run({ window, outside }) {
      window.setTitle("Größe – 日本");
      await window.settled();
      expect(window.getTitle()).toBe("Größe – 日本");
      if (outside !== undefined) {
        expect(outside.property(window, "_NET_WM_NAME")).toContain("Größe – 日本");
        expect(outside.property(window, "WM_NAME")).toContain("Größe – 日本");
      }
      window.title = "";
      expect(window.title).toBe("");
    },
  },
  {
    title: "flashing is told to the window manager and ends with the focus",
    async run({ window, outside }) {
      const other = new BaseWindow({ x: 900, y: 100, width: 300, height: 200 });
      await other.settled();
      window.flashFrame(true);
      await window.settled();
      if (outside !== undefined) {
        expect(outside.property(window, "WM_HINTS")).toMatch(/urgency/i);
        expect(outside.states(window)).toContain("DEMANDS_ATTENTION");
      }
      window.focus();
      await window.settled();
      if (outside !== undefined) {
        await until(() => !/urgency/i.test(outside.property(window, "WM_HINTS")));
        await until(() => !outside.states(window).includes("DEMANDS_ATTENTION"));
      }
      expect(window.isFocused()).toBe(true);
    },
  },
  {
    title: "skipTaskbar is told to the window manager",
    options: { ...PLACE, skipTaskbar: true },
    async run({ window, outside }) {
      if (outside !== undefined) expect(outside.states(window)).toContain("SKIP_TASKBAR");
      window.setSkipTaskbar(false);
      await window.settled();
      if (outside !== undefined) expect(outside.states(window)).not.toContain("SKIP_TASKBAR");
      expect(window.isVisible()).toBe(true);
    },
  },
  {
    title: "not resizable binds the user, not the program, and changes no size",
    async run({ window, outside }) {
      window.setMinimumSize(100, 100);
      window.setResizable(false);
      await window.settled();
      expect(window.getBounds()).toEqual(PLACE);
      window.setSize(350, 260);
      await window.settled();
      expect(window.getSize()).toEqual([350, 260]);
      if (outside !== undefined) {
        expect(outside.bounds(window)).toEqual({ ...PLACE, width: 350, height: 260 });
        const [width, height] = window.getContentSize();
        expect(outside.property(window, "WM_NORMAL_HINTS")).toContain(`maximum size: ${width} by ${height}`);
        expect(outside.property(window, "WM_NORMAL_HINTS")).toContain(`minimum size: ${width} by ${height}`);
      }
      window.setResizable(true);
      await window.settled();
      expect(window.getMinimumSize()).toEqual([100, 100]);
      expect(window.getBounds()).toEqual({ ...PLACE, width: 350, height: 260 });
      if (outside !== undefined) expect(outside.property(window, "WM_NORMAL_HINTS")).not.toContain("maximum size");
    },
  },
  {
    title: "an aspect ratio changes no size that the program asks for",
    async run({ window, outside }) {
      window.setAspectRatio(16 / 9);
      await window.settled();
      expect(window.getBounds()).toEqual(PLACE);
      window.setSize(600, 600);
      await window.settled();

      expect(window.getSize()).toEqual([600, 600]);
      if (outside !== undefined) expect(outside.bounds(window)).toEqual({ ...PLACE, width: 600, height: 600 });
    },
  },
  {
    title: "without a frame the content is the window",
    options: { ...PLACE, frame: false, backgroundColor: "#8A2BE2" },
    async run({ window, outside }) {
      expect(window.getContentBounds()).toEqual(PLACE);
      if (outside !== undefined) {
        expect(outside.bounds(window)).toEqual(PLACE);
        await until(() => outside.pixel(PLACE.x, PLACE.y) === "#8A2BE2");
        expect(outside.pixel(PLACE.x + PLACE.width - 1, PLACE.y + PLACE.height - 1)).toBe("#8A2BE2");
      }
    },
  },
  {
    title: "the background is painted in the colour, also where the window grows",
    options: { ...PLACE, backgroundColor: "rgb(255, 0, 185)" },
    async run({ window, outside }) {
      expect(window.getBackgroundColor()).toBe("#FF00B9");
      window.setBackgroundColor("hsl(155, 100%, 50%)");
      expect(window.getBackgroundColor()).toBe("#00FF95");
      window.setSize(700, 500);
      await window.settled();
      if (outside !== undefined) {
        await until(() => outside.pixel(PLACE.x + 50, PLACE.y + 60) === "#00FF95");
        await until(() => outside.pixel(PLACE.x + 650, PLACE.y + 450) === "#00FF95");
      }
    },
  },
  {
    title: "a size equal to the display is exact and not full screen",
    async run({ window, outside }) {
      window.setBounds(SCREEN);
      await window.settled();

      expect(window.isFullScreen()).toBe(false);
      expect(window.getBounds()).toEqual(SCREEN);
      if (outside !== undefined) {
        expect(outside.bounds(window)).toEqual(SCREEN);
        expect(outside.states(window)).not.toContain("FULLSCREEN");
      }
    },
  },
  {
    title: "a modal child disables its parent and stays above it",
    async run({ window, outside }) {
      const child = new BaseWindow({ parent: window, modal: true, x: 260, y: 210, width: 200, height: 150 });
      await child.settled();
      expect(child.isModal()).toBe(true);
      expect(window.isEnabled()).toBe(false);
      expect(window.getChildWindows()).toEqual([child]);
      expect(child.getParentWindow()).toBe(window);
      expect(() => child.setParentWindow(null)).toThrow(new TypeError("Can not be called for modal window"));
      if (outside !== undefined) {
        expect(outside.property(child, "WM_TRANSIENT_FOR")).toContain(`0x${xidOf(window).toString(16)}`);
        expect(outside.property(child, "_NET_WM_WINDOW_TYPE")).toContain("DIALOG");
        expect(outside.states(child)).toContain("MODAL");
        window.moveTop();
        await window.settled();
        await until(() => isAbove(outside, child, window));
      }
      child.close();
      await window.settled();
      expect(window.isEnabled()).toBe(true);
      expect(window.getChildWindows()).toEqual([]);
      expect(window.isFocused()).toBe(true);
    },
  },
  {
    title: "closing a parent ends its children first",
    async run({ window }) {
      const child = new BaseWindow({ parent: window, width: 200, height: 150 });
      const order: string[] = [];
      child.on("closed", () => order.push("child"));
      window.on("closed", () => order.push("parent"));
      window.close();

      expect(order).toEqual(["child", "parent"]);
    },
  },
  {
    title: "a listener that throws does not stop the window",
    async run({ window }) {
      window.on("hide", () => {
        throw new Error("on purpose");
      });
      const reported = new Promise<Error>((resolve) => {
        const listeners = process.listeners("uncaughtException");
        process.removeAllListeners("uncaughtException");
        process.once("uncaughtException", (error) => {
          for (const listener of listeners) process.on("uncaughtException", listener);
          resolve(error);
        });
      });
      window.hide();

      expect(window.isVisible()).toBe(false);
      expect((await reported).message).toBe("on purpose");
      expect(await window.settled()).toBe(true);
    },
  },
];

describe.each(SETUPS)("a window on $name", (setup) => {
  beforeAll(() => setup.start(), 60_000);
  afterAll(() => setup.stop());
  afterEach(() => destroyAll());

  it.each(CASES)("$title", async ({ options = PLACE, run }) => {
    const window = new BaseWindow(options);
    expect(await window.settled()).toBe(true);

    await run({ window, events: eventsOf(window), outside: setup.outside, setup });
  });

  it.each(Object.entries(METHOD_TABLE))("%s() reads, changes and tells what the table says, and nothing else", holds);
});

async function holds(name: string, row: MethodRow): Promise<void> {
  const other = new BaseWindow({ x: 1200, y: 600, width: 300, height: 200 });
  await other.settled();
  const window = new BaseWindow(PLACE);
  await window.settled();
  if ("reads" in row) {
    expect(callOf(window, name, [])).toEqual(row.reads);
    return;
  }
  const { before, call, changes = {}, tells = [] } = row;
  before?.(window);
  await window.settled();
  const was = readAll(window);
  const events = eventsOf(window);
  const args = typeof call === "function" ? call(other) : call;

  if (args.length > 0) {
    expect(() => callOf(window, name, [])).toThrow(new TypeError("Insufficient number of arguments."));
    const wrong = [typeof args[0] === "string" ? 5 : "x", ...args.slice(1)];
    expect(() => callOf(window, name, wrong)).toThrow(/at index 0, conversion failure/);
  }
  callOf(window, name, args);
  if (name === "close") {
    expect(events).toEqual(tells);
    expect(window.isDestroyed()).toBe(true);
    return;
  }
  const is = { ...was, ...WITHIN_FRAME, ...changes };
  expect(readAll(window)).toEqual(is);
  expect(await window.settled()).toBe(true);
  expect(readAll(window)).toEqual(is);
  expect(events.toSorted()).toEqual(tells);

  callOf(window, name, args);
  expect(await window.settled()).toBe(true);
  expect(readAll(window)).toEqual(is);
  expect(events).toHaveLength(tells.length);
}

function workArea(): Rectangle {
  const [display] = getDisplays();
  if (display === undefined) throw new Error("There is no display.");
  return display.workArea;
}

function modesIn(events: readonly string[]): string[] {
  return events.filter((name) => MODES.includes(name));
}

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

function isAbove(outside: Outside, upper: BaseWindow, lower: BaseWindow): boolean {
  const order = outside.stacking();
  return order.indexOf(xidOf(upper)) > order.indexOf(xidOf(lower));
}
