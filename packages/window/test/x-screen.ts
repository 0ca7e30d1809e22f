import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { halfMode, OUTPUTS, startOutputs } from "./x-outputs.ts";

export type ManagerName = "openbox" | "xfwm4" | "none";

/** How each window manager is started; xfwm4 keeps its settings behind a message bus. */
const MANAGER_COMMANDS: Readonly<Record<Exclude<ManagerName, "none">, readonly [string, ...string[]]>> = {
  openbox: ["openbox", "--sm-disable"],
  xfwm4: ["dbus-run-session", "--", "xfwm4", "--compositor=off"],
};

/** What programs take for a screen: a part of the server's one output, or an output of its own. */
export type Monitors = "parts" | "outputs";
type Side = "left" | "right";

const TRY_MS = 25;

/** A server of its own with the programs that look at it from outside. */
export interface XScreen {
  readonly display: string;
  startManager(name: Exclude<ManagerName, "none">): Promise<void>;
  stopManager(): Promise<void>;
  /** Starts another program on this screen; ended with it. */
  start(command: string, ...args: string[]): ChildProcess;
  /** X window id of the window of that name, once it is to be seen. */
  windowNamed(name: string): Promise<number>;
  /** Runs a tool to its end and gives what it prints. */
  tool(command: string, ...args: string[]): string;
  /** A monitor of half the width. */
  plug(side: Side): void;
  unplug(side: Side): void;
  /** What the monitors of both sides are called. */
  readonly names: Readonly<Record<Side, string>>;
  kill(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startScreen(size = "1920x1080", monitors: Monitors = "parts"): Promise<XScreen> {
  const [width = 0, height = 0] = size.split("x").map(Number);
  const server = monitors === "outputs" ? startOutputs(width, height) : startXvfb(size);
  const pipe = server.stdio[3];
  if (pipe === null || pipe === undefined) throw new Error("The server has no pipe to tell its display by.");
  const [number] = await once(pipe, "data");
  const display = `:${String(number).trim()}`;
  // xprop writes other letters than ASCII as numbers where no locale is set.
  const env = { ...process.env, LC_ALL: "C.UTF-8", DISPLAY: display, NO_AT_BRIDGE: "1" };
  const programs = new Set<ChildProcess>();
  let manager: ChildProcess | undefined;

  const tool = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 10_000 });
  const viewable = (name: string): string | undefined => {
    try {
      const info = tool("xwininfo", "-name", name);
      return /IsViewable/.test(info) ? /Window id: (0x\w+)/.exec(info)?.[1] : undefined;
    } catch {
      // It is not there yet, or another window goes while the tool walks the tree.
      return undefined;
    }
  };
  const stopManager = async (): Promise<void> => {
    const ending = manager;
    manager = undefined;
    if (ending !== undefined) await end(ending, "SIGTERM");
    await until(() => !hasManager(tool));
  };
  const kill = async (): Promise<void> => {
    for (const program of programs) await end(program, "SIGKILL");
    if (manager !== undefined) await end(manager, "SIGTERM");
    await end(server, "SIGKILL");
    process.off("exit", killAll);
  };
  // A run that is cut off leaves none behind.
  const killAll = (): void => {
    for (const program of [...programs, ...(manager === undefined ? [] : [manager]), server])
      signal(program, "SIGKILL");
  };
  process.once("exit", killAll);

  return {
    display,
    tool,
    async windowNamed(name) {
      await until(() => viewable(name) !== undefined);
      return Number(viewable(name));
    },
    async startManager(name) {
      const [command, ...args] = MANAGER_COMMANDS[name];
      manager = spawn(command, args, { env, stdio: "ignore", detached: true });
      await until(() => hasManager(tool));
    },
    stopManager,
    start(command, ...args) {
      const program = spawn(command, args, { env, stdio: "ignore", detached: true });
      programs.add(program);
      return program;
    },
    ...(monitors === "outputs" ? outputsOf(tool, width, height) : partsOf(tool, width, height)),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** Waits for what another process does; fails loudly when it does not come in some seconds. */
export async function until(isTrue: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  // By the clock: a try that asks other programs takes as long as they do, and the whole test would end without a word.
  const end = performance.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain: ${String(isTrue)}`);
    await pause(TRY_MS);
  }
}

function startXvfb(size: string): ChildProcess {
  const args = ["-displayfd", "3", "-screen", "0", `${size}x24`, "-nolisten", "tcp", "-noreset"];
  return spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
}

type Plugs = Pick<XScreen, "plug" | "unplug" | "names">;

function partsOf(tool: XScreen["tool"], width: number, height: number): Plugs {
  return {
    names: { left: "left", right: "right" },
    plug(side) {
      const isLeft = side === "left";
      const at = `${width / 2}/250x${height}/280+${isLeft ? 0 : width / 2}+0`;
      tool("xrandr", "--setmonitor", side, at, isLeft ? "screen" : "none");
    },
    unplug: (side) => void tool("xrandr", "--delmonitor", side),
  };
}

function outputsOf(tool: XScreen["tool"], width: number, height: number): Plugs {
  const mode = halfMode(width, height);
  return {
    names: OUTPUTS,
    plug(side) {
      const at = `${side === "left" ? 0 : width / 2}x0`;
      // An output that nothing was plugged into yet has no modes.
      tool("xrandr", "--addmode", OUTPUTS[side], mode);
      tool("xrandr", "--output", OUTPUTS[side], "--mode", mode, "--pos", at);
      // The server tells of a cable when somebody asks it to look; a real card interrupts it.
      tool("xrandr", "--query");
    },
    unplug: (side) => void tool("xrandr", "--output", OUTPUTS[side], "--off"),
  };
}

function hasManager(tool: XScreen["tool"]): boolean {
  try {
    return /Name: /.test(tool("wmctrl", "-m"));
  } catch {
    return false;
  }
}

async function end(program: ChildProcess, by: NodeJS.Signals): Promise<void> {
  if (!isRunning(program)) return;
  const exit = once(program, "exit");
  signal(program, by);
  await exit;
}

/** A program that leads its own group goes with all it has started. */
function signal(program: ChildProcess, by: NodeJS.Signals): void {
  if (!isRunning(program) || program.pid === undefined) return;
  if (/^X|\/Xorg$/.test(program.spawnargs[0] ?? "")) program.kill(by);
  else process.kill(-program.pid, by);
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
