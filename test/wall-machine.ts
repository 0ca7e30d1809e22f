import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "vitest";
import { type ManagerName, type Monitors, startScreen, until, type XScreen } from "../packages/window/test/x-screen.ts";
import { killWithRun } from "./kill-with-run.ts";
import { aDataDir, PROGRAM, removeDataDir } from "./running-server.ts";

/** What a test began ends with it, the last first. */
export type Owner = Pick<TestContext, "onTestFinished">;

/** Two monitors of 960 by 720 beside each other. */
export async function aScreen(
  manager: ManagerName,
  { onTestFinished }: Owner,
  monitors: Monitors = "parts",
): Promise<XScreen> {
  const screen = await startScreen("1920x720", monitors);
  onTestFinished(() => screen.kill());
  screen.plug("left");
  screen.plug("right");
  if (manager !== "none") await screen.startManager(manager);
  return screen;
}

/** The player, as the machine of a wall runs it. */
export interface StartedWall {
  readonly child: ChildProcess;
  readonly dataDir: string;
  output(): string;
}

interface WallStart {
  readonly playlist: string;
  readonly server: string;
  readonly dataDir?: string;
}

export function startWall(
  screen: XScreen,
  { onTestFinished }: Owner,
  { playlist, server, dataDir = aDataDir() }: WallStart,
): StartedWall {
  const env = { ...process.env, DISPLAY: screen.display, VEDETTE_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [PROGRAM, "wall", playlist, "--server", server], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  killWithRun(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    removeDataDir(dataDir);
  });
  return { child, dataDir, output: () => output };
}

/** The code that a wall shows for somebody to type; waits for it. */
export async function codeOf(wall: StartedWall): Promise<string> {
  const code = (): string => /type (\S+ \S+) at/.exec(wall.output())?.[1] ?? "";
  await until(() => code() !== "");
  return code();
}
