import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until, type XScreen } from "../packages/window/test/x-screen.ts";
import { freePort } from "./free-port.ts";
import { aDataDir, type RunningVedette, removeDataDir, runVedette, startVedette } from "./running-server.ts";
import { aScreen, codeOf, type Owner, type StartedWall, startWall } from "./wall-machine.ts";

const LEFT = { x: 0, y: 0, width: 960, height: 720 };
const RIGHT = { ...LEFT, x: 960 };

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

describe("a wall", () => {
  // Both wait most of the time for what other processes do.
  it.concurrent("is paired by its code, covers every screen, is steered from afar, and shows a code again once removed", async (owner) => {
    const [room, screen] = await Promise.all([aRoom(owner), aScreen("openbox", owner)]);
    const wall = startWall(screen, owner, { playlist: "watch", server: room.url });
    const id = await room.admit(wall, "Bridge deck");
    await until(() => room.bothShow(id, "The bow"));
    await until(() => covers(screen, LEFT, RIGHT));

    expect(await room.pictureTypes(id)).toEqual(["image/jpeg", "image/jpeg"]);
    const key = keyOf(wall.dataDir);
    expect(key).toMatch(/^vdwk_/);
    expect(commandLines(screen).join(" ")).not.toContain(key);
    expect(wall.output()).not.toContain(key);
    expect(wall.output()).toContain(`this wall is “Bridge deck”; it plays ${room.url}/wall/watch`);
    // The address of the wall's own notices is nobody's.
    expect(wall.output()).not.toContain(".invalid");

    await room.command(id, "next", "left");
    await until(async () => (await room.screenOf(id, "left"))?.dashboard === "The stern");
    expect((await room.screenOf(id, "right"))?.dashboard).toBe("The bow");
    // Somebody at a keyboard leaves the playlist: the wall does not.
    const [left = ""] = windowsOn(screen)
      .map(({ xid }) => xid)
      .filter((xid) => placeOf(screen, xid).startsWith("0,0 "));
    screen.tool("xdotool", "windowfocus", "--sync", left, "key", "Escape");
    await until(async () => (await room.screenOf(id, "left"))?.state === "starting");
    await until(async () => (await room.screenOf(id, "left"))?.state === "playing");
    await room.command(id, "next", "left");
    await until(async () => (await room.screenOf(id, "left"))?.dashboard === "The stern");
    await room.command(id, "pause");
    await until(async () => (await room.screensOf(id)).every(({ state }) => state === "paused"));
    // What is saved shows at once, not with the next turn.
    await room.ask("PUT", `${DASHBOARDS}/stern`, {
      metadata: { name: "stern" },
      spec: { title: "The rudder", panels: [] },
    });
    await until(async () => (await room.screenOf(id, "left"))?.dashboard === "The rudder");

    await room.ask("PUT", `/api/walls/${id}/display`, {
      message: "Deploy at noon",
      night: null,
      pins: { left: "bow" },
    });
    await until(async () => (await room.screenOf(id, "left"))?.dashboard === "The bow");
    await until(() => [480, 1440].every((x) => colorAt(screen, x, 700) === MESSAGE_COLOR));
    const night = { from: hoursFromNow(-2), to: hoursFromNow(2), brightness: 0 };
    await room.ask("PUT", `/api/walls/${id}/display`, { message: "", night, pins: {} });
    await until(() => [480, 1440].every((x) => colorAt(screen, x, 10) === "#000000"));

    await room.ask("DELETE", `/api/walls/${id}`);
    await until(() => wall.output().split("pair this wall").length === 3);
    expect(keyOf(wall.dataDir)).toBe("");
    // The screens say so, too.
    await until(() => screen.tool("wmctrl", "-l").split("This wall is no longer paired").length === 3);
  }, 180_000);

  it.concurrent("goes on when its browser and the wall itself are killed and the server ends or is cut off four times, and follows screens", async (owner) => {
    const [room, screen] = await Promise.all([aRoom(owner), aScreen("openbox", owner)]);
    const wall = startWall(screen, owner, { playlist: "watch", server: room.url });
    const id = await room.admit(wall);
    await until(() => room.bothShow(id, "The bow"));

    await killOneBrowser(screen);
    await until(() => covers(screen, LEFT, RIGHT));
    screen.unplug("right");
    await until(() => browsersOn(screen).length === 1);
    screen.plug("right");
    await until(() => covers(screen, LEFT, RIGHT));
    await until(() => room.bothShow(id, "The bow"));
    expect(wall.output()).not.toMatch(/Another wall keeps|something took/);

    await room.kill();
    await until(() => wall.output().includes("the last good data stay"));
    // A browser that starts while the server is away finds page and dashboards on this machine's disk.
    await killOneBrowser(screen);
    await until(() => /(left|right): Offline since/.test(wall.output()));
    await until(() => covers(screen, LEFT, RIGHT));
    await room.start();
    await until(() => wall.output().includes("answers again"));
    await until(() => room.bothShow(id, "The bow"));
    await goesOnThroughRestarts(room, wall, id);

    const before = browsersOn(screen);
    const helpers = before.flatMap((pid) => descendantsOf(pid, "--type="));
    // One that stands still does not notice that its browser has gone.
    for (const pid of before.flatMap((browser) => descendantsOf(browser, "--type=renderer"))) {
      process.kill(pid, "SIGSTOP");
    }
    wall.child.kill("SIGKILL");
    await once(wall.child, "exit");
    const next = startWall(screen, owner, { playlist: "watch", server: room.url, dataDir: wall.dataDir });
    await until(() => covers(screen, LEFT, RIGHT) && !browsersOn(screen).some((pid) => before.includes(pid)));
    await until(() => room.bothShow(id, "The keel"));
    expect(next.output()).not.toContain("pair this wall");
    const stillThere = before.flatMap((pid) => descendantsOf(pid, ""));
    expect(helpers.length).toBeGreaterThan(0);
    expect(stillThere).toEqual([]);

    next.child.kill("SIGTERM");
    expect((await once(next.child, "exit"))[0]).toBe(0);
    await until(() => browsersOn(screen).length === 0);
  }, 240_000);

  it.concurrent("starts a browser again that stops painting, be it the page or the drawing of all pages", async (owner) => {
    const screen = await aScreen("openbox", owner);
    const wall = startWall(screen, owner, { playlist: "watch", server: `http://127.0.0.1:${await freePort()}` });
    await until(() => covers(screen, LEFT, RIGHT));
    await until(() => wall.output().split("showing").length === 3);
    const before = browsersOn(screen);
    for (const [at, kind] of ["renderer", "gpu-process"].entries()) {
      for (const pid of descendantsOf(before[at] ?? 0, `--type=${kind}`)) process.kill(pid, "SIGSTOP");
    }

    // A minute without a frame is the limit.
    await until(() => wall.output().split("the page stopped painting").length === 3, 100);
    await until(() => covers(screen, LEFT, RIGHT) && !browsersOn(screen).some((pid) => before.includes(pid)));
  }, 150_000);

  it("covers its screens while it waits, through the change of the window manager, and whatever is done to it", async (owner) => {
    const screen = await aScreen("openbox", owner, "outputs");
    const wall = startWall(screen, owner, { playlist: "watch", server: `http://127.0.0.1:${await freePort()}` });
    await until(() => wall.output().includes("does not answer"));
    await until(() => covers(screen, LEFT, RIGHT));

    await screen.stopManager();
    await until(() => wall.output().includes("the window manager has gone"));
    await until(() => covers(screen, LEFT, RIGHT));
    await screen.startManager("xfwm4");
    await until(() => wall.output().includes("the window manager is Xfwm4"));
    await until(() => covers(screen, LEFT, RIGHT));
    // Somebody clicks on each of them: xfwm4 gives what had the focus last another layer than the rest.
    for (const { xid } of windowsOn(screen)) screen.tool("xdotool", "windowactivate", "--sync", xid);
    showMessage(screen);
    await until(() => covers(screen, LEFT, RIGHT) && areOnTop(screen));

    await isBackInTime(screen, (xid) => screen.tool("xdotool", "windowminimize", xid));
    // More often than the window library asks for it again.
    await isBackInTime(screen, async (xid) => {
      for (let times = 0; times < 8; times += 1) {
        screen.tool("wmctrl", "-i", "-r", xid, "-b", "remove,fullscreen");
        await until(() => isFullScreen(screen, xid));
      }
    });
    await isBackInTime(screen, (xid) => screen.tool("wmctrl", "-i", "-r", xid, "-b", "remove,fullscreen"));

    await followsSize(screen);

    const second = await runVedette(["wall", "other", "--server", "http://127.0.0.1:9"], {
      DISPLAY: screen.display,
      VEDETTE_DATA_DIR: wall.dataDir,
    });
    expect(second.exitCode).toBe(1);
    expect(second.output).toContain("Another wall keeps this screen");
    expect(covers(screen, LEFT, RIGHT)).toBe(true);
  }, 120_000);

  it("goes on when nobody reads any more what it says", async (owner) => {
    const [room, screen] = await Promise.all([aRoom(owner), aScreen("none", owner)]);
    const wall = startWall(screen, owner, { playlist: "watch", server: room.url });
    await codeOf(wall);
    for (const stream of [wall.child.stdout, wall.child.stderr]) stream?.destroy();

    const id = await room.admit(wall);

    await until(() => room.bothShow(id, "The bow"));
    expect(wall.child.exitCode).toBe(null);
  }, 90_000);

  it("covers its screens without a window manager, and when they change their size", async (owner) => {
    const screen = await aScreen("none", owner, "outputs");
    const wall = startWall(screen, owner, { playlist: "watch", server: `http://127.0.0.1:${await freePort()}` });
    await until(() => wall.output().includes("does not answer"));
    expect(wall.output()).toContain("there is no window manager");
    await until(() => covers(screen, LEFT, RIGHT));

    await isBackInTime(screen, (xid) => screen.tool("xdotool", "windowmove", xid, "300", "200"));
    await isBackInTime(screen, (xid) => screen.tool("xdotool", "windowsize", xid, "300", "200"));
    await isBackInTime(screen, (xid) => screen.tool("xdotool", "windowunmap", xid));
    showMessage(screen);
    await until(() => colorAt(screen, 120, 120) === NOTICE_COLOR);
    await followsSize(screen);

    const exit = once(wall.child, "exit");
    await screen.kill();
    expect((await exit)[0]).toBe(1);
    expect(wall.output()).toContain("The X server has ended");
  }, 90_000);

  it("says what it needs", async (owner) => {
    const screen = await aScreen("none", owner);
    const env = { DISPLAY: screen.display };
    const results = await Promise.all([
      runVedette(["wall"], env),
      runVedette(["wall", "a", "--server", "nowhere"], env),
      runVedette(["wall", "a", "--screen", "VGA-9", "--server", "http://127.0.0.1:9"], env),
      runVedette(["wall", "a"], { ...env, DISPLAY: ":9999" }),
      runVedette(["wall", "a"]),
      runVedette(["wall", "a"], { ...env, PATH: "/nowhere" }),
      runVedette(["wall", "a", "--server", "http://127.0.0.1:9"], { ...env, VEDETTE_DATA_DIR: "/dev/null/deep" }),
    ]);

    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const [bare, server, unknown, display, nowhere, chromium, folder] = results.map(({ output }) => output);
    expect(bare).toContain("vedette wall <playlist>");
    expect(server).toContain("--server needs an address");
    expect(unknown).toContain("there are: left, right");
    expect(display).toMatch(/The X server at :9999 cannot be used: connect .+ A wall needs an X session/);
    expect(nowhere).toMatch(/^vedette: A wall needs an X session .+ set DISPLAY/);
    expect(chromium).toContain("apt-get install chromium");
    expect(folder).toContain("/dev/null/deep/wall cannot be written");
  }, 60_000);
});

/** By an update, by what ends servers otherwise, and by the network; the same browsers play on, and show what is new. */
async function goesOnThroughRestarts(room: Room, wall: StartedWall, id: string): Promise<void> {
  const browsers = wall.output().split("showing").length;
  for (const [restart, title] of ["The yard", "The bow"].entries()) {
    if (restart === 0) await room.stop();
    else await room.kill();
    await until(() => wall.output().split("the last good data stay").length === restart + 3);
    await room.start();
    await until(() => wall.output().split("answers again").length === restart + 3);
    await room.ask("PUT", `${DASHBOARDS}/bow`, { metadata: { name: "bow" }, spec: { title, panels: [] } });
    await until(() => room.bothShow(id, title));
  }
  await isCutOff(room, wall, id);
  expect(wall.output().split("showing").length).toBe(browsers);
}

/** As behind a network that takes every packet and brings none back: nothing is refused, and nothing answers. */
async function isCutOff(room: Room, wall: StartedWall, id: string): Promise<void> {
  await until(async () => (await room.screensOf(id)).every(({ problem }) => problem === ""), 90);
  const told = (words: string): number => wall.output().split(words).length;
  const [away, offline, back] = [told("the last good data stay"), told("Offline since"), told("answers again")];
  room.freeze();
  try {
    await until(() => told("the last good data stay") === away + 1);
    await until(() => told("Offline since") === offline + 2, 60);
  } finally {
    room.thaw();
  }
  await until(() => told("answers again") === back + 1);
  await room.ask("PUT", `${DASHBOARDS}/bow`, { metadata: { name: "bow" }, spec: { title: "The keel", panels: [] } });
  await until(() => room.bothShow(id, "The keel"), 60);
}

/** @param monitors - to xfwm4 only an output of its own is a screen */
interface ScreenNow {
  readonly name: string;
  readonly state: string;
  readonly dashboard: string;
  readonly pictureAt: string | null;
  /** What is wrong with it; empty when nothing is. */
  readonly problem: string;
}

/** A watch room with a playlist of two dashboards, and what its administrator does and sees. */
class Room {
  readonly #dataDir = aDataDir();
  #server: RunningVedette | undefined;
  #port = "";

  get url(): string {
    return this.#running.url;
  }

  get #running(): RunningVedette {
    if (this.#server === undefined) throw new Error("The room is closed.");
    return this.#server;
  }

  /** Also once more: at the same place, with what was there. */
  async start(): Promise<void> {
    this.#port ||= String(await freePort());
    this.#server = await startVedette({ dataDir: this.#dataDir, env: { VEDETTE_UI_PORT: this.#port } });
  }

  async kill(): Promise<void> {
    await this.#running.kill();
  }

  async stop(): Promise<void> {
    await this.#running.stop();
  }

  freeze(): void {
    process.kill(this.#running.pid, "SIGSTOP");
  }

  thaw(): void {
    process.kill(this.#running.pid, "SIGCONT");
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    removeDataDir(this.#dataDir);
  }

  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { apikey: this.#running.keys.secret_key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Types the code that the wall shows. @returns the wall's id */
  async admit(wall: StartedWall, name = "Hall"): Promise<string> {
    const code = await codeOf(wall);
    const answer = (await this.ask("POST", "/api/walls", { code, name })) as { readonly id: string };
    return answer.id;
  }

  async screensOf(id: string): Promise<readonly ScreenNow[]> {
    const { walls } = (await this.ask("GET", "/api/walls")) as {
      readonly walls: readonly { readonly id: string; readonly screens: readonly ScreenNow[] }[];
    };
    return walls.find((wall) => wall.id === id)?.screens ?? [];
  }

  async screenOf(id: string, name: string): Promise<ScreenNow | undefined> {
    return (await this.screensOf(id)).find((screen) => screen.name === name);
  }

  async bothShow(id: string, dashboard: string): Promise<boolean> {
    const screens = await this.screensOf(id);
    const isShown = (screen: ScreenNow): boolean =>
      screen.state === "playing" && screen.dashboard === dashboard && screen.pictureAt !== null;
    return screens.length === 2 && screens.every(isShown);
  }

  async pictureTypes(id: string): Promise<unknown[]> {
    const types = [];
    for (const { name } of await this.screensOf(id)) {
      const response = await fetch(`${this.url}/api/walls/${id}/screens/${name}/picture`, {
        headers: { apikey: this.#running.keys.secret_key },
      });
      types.push(response.headers.get("content-type"));
      await response.body?.cancel();
    }
    return types;
  }

  async command(id: string, name: string, screen = ""): Promise<unknown> {
    return await this.ask("POST", `/api/walls/${id}/commands`, { command: name, screen });
  }
}

async function aRoom({ onTestFinished }: Owner): Promise<Room> {
  const room = new Room();
  onTestFinished(() => room.close());
  await room.start();
  for (const name of ["bow", "stern"]) {
    const panel = { id: 1, type: "text", gridPos: { x: 0, y: 0, w: 24, h: 8 }, options: { content: `# ${name}` } };
    await room.ask("POST", DASHBOARDS, {
      metadata: { name },
      spec: { title: `The ${name}`, panels: [panel] },
    });
  }
  const items = ["bow", "stern"].map((value) => ({ type: "dashboard_by_uid", value }));
  await room.ask("POST", "/apis/playlist.vedette.app/v1/namespaces/default/playlists", {
    kind: "Playlist",
    apiVersion: "playlist.vedette.app/v1",
    metadata: { name: "watch" },
    spec: { title: "Watch", interval: "1h", items },
  });
  return room;
}

/** The colour behind what a wall says itself. */
const NOTICE_COLOR = "#05070A";
/** The colour behind a message, in sRGB. */
const MESSAGE_COLOR = "#43D5DC";

/** What one pixel of the screens really is, as another program sees it. */
function colorAt(screen: XScreen, x: number, y: number): string {
  const text = screen.tool("import", "-window", "root", "-crop", `1x1+${x}+${y}`, "-depth", "8", "txt:-");
  return /#[0-9A-F]{6}/.exec(text)?.[0] ?? "";
}

/** `HH:MM` by this machine's clock. */
function hoursFromNow(hours: number): string {
  const hour = (new Date().getHours() + hours + 24) % 24;
  return `${String(hour).padStart(2, "0")}:00`;
}

/** The key that a wall keeps, which only its user may read; empty when there is none. */
function keyOf(dataDir: string): string {
  const folder = join(dataDir, "wall", "keys");
  const [file] = readdirSync(folder);
  if (file === undefined) return "";
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  return String(JSON.parse(readFileSync(join(folder, file), "utf8")).key);
}

/** The windows of browsers here, without a window manager's help. */
function windowsOn(screen: XScreen): { pid: number; xid: string }[] {
  try {
    const text = screen.tool("xdotool", "search", "--onlyvisible", "--class", "chromium");
    const ids = text
      .trim()
      .split("\n")
      .filter((xid) => xid !== "");
    return ids.map((xid) => ({ xid, pid: Number(screen.tool("xdotool", "getwindowpid", xid)) }));
  } catch {
    // There is none, or one has gone while we looked.
    return [];
  }
}

const browsersOn = (screen: XScreen): number[] => windowsOn(screen).map(({ pid }) => pid);

/** Whether there is one browser on each of the places, exactly over it, as another program sees it. */
function covers(screen: XScreen, ...places: readonly (typeof LEFT)[]): boolean {
  try {
    const found = windowsOn(screen).map(({ xid }) => placeOf(screen, xid));
    const wanted = places.map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`);
    return JSON.stringify(found.toSorted()) === JSON.stringify(wanted.toSorted());
  } catch {
    // A window has gone while we looked.
    return false;
  }
}

function placeOf(screen: XScreen, xid: string): string {
  const text = screen.tool("xwininfo", "-id", xid);
  const read = (name: string): number => Number(new RegExp(`${name}:\\s+(-?\\d+)`).exec(text)?.[1]);
  return `${read("Absolute upper-left X")},${read("Absolute upper-left Y")} ${read("Width")}x${read("Height")}`;
}

/** Does something to one of the windows. It has to cover its screen again within three seconds. */
async function isBackInTime(screen: XScreen, disturb: (xid: string) => unknown): Promise<void> {
  let xid = "";
  // A look finds none while any window comes or goes.
  await until(() => {
    xid = windowsOn(screen)[0]?.xid ?? "";
    return xid !== "";
  });
  await disturb(xid);
  const since = performance.now();
  await until(() => covers(screen, LEFT, RIGHT));
  expect(performance.now() - since).toBeLessThan(3000);
}

/** Gives a screen another mode and back. */
async function followsSize(screen: XScreen): Promise<void> {
  const { right } = screen.names;
  screen.tool("xrandr", "--addmode", right, "800x600");
  screen.tool("xrandr", "--output", right, "--mode", "800x600");
  await until(() => covers(screen, LEFT, { ...RIGHT, width: 800, height: 600 }));
  screen.plug("right");
  await until(() => covers(screen, LEFT, RIGHT));
}

function statesOf(screen: XScreen, xid: string): string {
  return screen.tool("xprop", "-id", xid, "_NET_WM_STATE");
}

const isFullScreen = (screen: XScreen, xid: string): boolean => statesOf(screen, xid).includes("FULLSCREEN");

/** Another program shows a window of its own. */
function showMessage(screen: XScreen): void {
  screen.start("xmessage", "-geometry", "400x200+100+100", "Updates are ready");
  screen.tool("xdotool", "search", "--sync", "--onlyvisible", "--class", "Xmessage");
}

/**
 * Whether the window manager keeps the browsers above the window of another program. The state "above" would not show it:
 * xfwm4 takes the word off whatever fills its screen, and keeps it there all the same.
 */
function areOnTop(screen: XScreen): boolean {
  const list = screen.tool("xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING");
  const ids = [...list.matchAll(/0x[0-9a-f]+/g)].map(([hex]) => Number(hex));
  const browsers = windowsOn(screen).map(({ xid }) => Number(xid));
  const isOther = (xid: number): boolean => !browsers.includes(xid);
  return ids.some(isOther) && !ids.slice(-browsers.length).some(isOther);
}

/** The processes that a browser has started for a purpose. */
function descendantsOf(browser: number, mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isOfGroup(pid, browser, mark));
}

/** A browser leads the group of all that it starts. */
function isOfGroup(pid: number, leader: number, mark: string): boolean {
  try {
    const [, group] = /\) \S \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return Number(group) === leader && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
  } catch {
    // It has ended while we looked.
    return false;
  }
}

function commandLines(screen: XScreen): string[] {
  return browsersOn(screen).map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
}

async function killOneBrowser(screen: XScreen): Promise<void> {
  const [browser = 0] = browsersOn(screen);
  process.kill(browser, "SIGKILL");
  await until(() => browsersOn(screen).length === 2 && !browsersOn(screen).includes(browser));
}
