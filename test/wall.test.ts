import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startScreen, until, type XScreen } from "../packages/window/test/x-screen.ts";
import { aDataDir, PROGRAM, removeDataDir, runVedette } from "./running-server.ts";

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

describe("a wall", () => {
  it("covers every screen, starts again what is killed, and follows screens that go and come", async () => {
    const screen = await aScreen();
    const room = await aRoom();
    const wall = startWall(screen, room.url);
    await until(() => isGreen(screen, 5, 5) && isGreen(screen, 955, 715) && isGreen(screen, 965, 5));
    expect(room.paths()).toContain("/wall/night%20shift");
    expect(wall.output()).toContain("left: showing");

    const [browser = 0] = browsersOn(screen);
    process.kill(browser, "SIGKILL");
    await until(() => wall.output().includes("starts again"));
    await until(() => browsersOn(screen).length === 2 && !browsersOn(screen).includes(browser));
    await until(() => isGreen(screen, 5, 5) && isGreen(screen, 965, 5));

    screen.unplug("right");
    await until(() => browsersOn(screen).length === 1);
    screen.plug("right");
    await until(() => browsersOn(screen).length === 2 && isGreen(screen, 965, 5) && isGreen(screen, 1915, 715));

    wall.child.kill("SIGTERM");
    expect((await once(wall.child, "exit"))[0]).toBe(0);
    await until(() => browsersOn(screen).length === 0);
  }, 120_000);

  it("takes over from one that was killed, and waits for a server that is not there yet", async () => {
    const screen = await aScreen();
    const room = await aRoom();
    const dataDir = aDataDir();
    endings.push(() => removeDataDir(dataDir));
    const first = startWall(screen, room.url, dataDir, "left");
    await until(() => isGreen(screen, 5, 5));
    const left = browsersOn(screen);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    await room.close();

    const second = startWall(screen, room.url, dataDir, "left");
    await until(() => second.output().includes("does not answer"));
    await room.open();
    await until(() => second.output().includes("left: showing"));
    await until(() => browsersOn(screen).length === 1 && !browsersOn(screen).some((pid) => left.includes(pid)));
    expect(isGreen(screen, 965, 5)).toBe(false);
  }, 120_000);

  it("says what it needs", async () => {
    const screen = await aScreen();
    const env = { DISPLAY: screen.display };
    const results = await Promise.all([
      runVedette(["wall"], env),
      runVedette(["wall", "a", "--server", "nowhere"], env),
      runVedette(["wall", "a", "--screen", "VGA-9", "--server", "http://127.0.0.1:9"], env),
      runVedette(["wall", "a"], { ...env, DISPLAY: ":9999" }),
      runVedette(["wall", "a"], { ...env, PATH: "/nowhere" }),
    ]);

    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1]);
    const [bare, server, unknown, display, chromium] = results.map(({ output }) => output);
    expect(bare).toContain("vedette wall <playlist>");
    expect(server).toContain("--server needs an address");
    expect(unknown).toContain("there are: left, right");
    expect(display).toContain("needs an X session");
    expect(chromium).toContain("apt-get install chromium");
  }, 60_000);
});

async function aScreen(): Promise<XScreen> {
  const screen = await startScreen("1920x720");
  endings.push(() => screen.kill());
  await screen.startManager("openbox");
  screen.plug("left");
  screen.plug("right");
  return screen;
}

/** A page that can be told apart from everything else by one pixel, at a watch room's addresses. */
async function aRoom() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(200, { "content-type": "text/html", connection: "close" });
    response.end("<title>wall</title><body style='margin:0;background:#00aa55'>");
  });
  const open = async (port = 0): Promise<void> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await open();
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  endings.push(close);
  return { url: `http://127.0.0.1:${port}`, paths: () => paths, close, open: () => open(port) };
}

function startWall(screen: XScreen, server: string, dataDir = aDataDir(), on = "all") {
  const args = [PROGRAM, "wall", "night shift", "--server", server, "--screen", on];
  const env = { ...process.env, DISPLAY: screen.display, VEDETTE_DATA_DIR: dataDir };
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  endings.push(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    removeDataDir(dataDir);
  });
  return { child, output: () => output };
}

/** Process ids of the browsers that have a window here. A window that goes while wmctrl looks makes it fail. */
function browsersOn(screen: XScreen, tries = 5): number[] {
  try {
    const windows = screen.tool("wmctrl", "-l", "-p").trim();
    return windows === "" ? [] : windows.split("\n").map((line) => Number(line.split(/\s+/)[2]));
  } catch (error) {
    if (tries === 0) throw error;
    return browsersOn(screen, tries - 1);
  }
}

function isGreen(screen: XScreen, x: number, y: number): boolean {
  const crop = `1x1+${x}+${y}`;
  return screen.tool("import", "-silent", "-window", "root", "-crop", crop, "-depth", "8", "txt:-").includes("#00AA55");
}
