import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The root of the project, or of the published package. The scripts run on any Node from 20 on and with nothing
 * installed: they import only Node itself.
 */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The built server. */
export const serverProgram = join(root, "apps", "server", "dist", "main.js");

/** The Node that comes as a package, whatever the machine has. */
export function nodeBinary() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  for (const file of folder === undefined ? [] : ["node", "node.exe"]) {
    if (existsSync(join(folder, "bin", file))) return join(folder, "bin", file);
  }
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error(
    `Vedette brings no Node for ${process.platform} on ${process.arch}; install Node 24 or later and start again.`,
  );
  process.exit(1);
}

function packageFolder(name) {
  try {
    return dirname(createRequire(join(root, "package.json")).resolve(`${name}/package.json`));
  } catch {
    return undefined; // npm leaves out what is for other machines.
  }
}

/**
 * Runs the built server: in this process when it is run by our own Node already, as npm's scripts are, which saves a
 * start the time of a second Node; else in a process of our own Node.
 */
export async function runServer(args) {
  const binary = nodeBinary();
  const environment = ownEnvironment(args);
  if (args[0] === "wall" || realpathSync(binary) !== realpathSync(process.execPath)) {
    become(binary, [serverProgram, ...args], environment);
    return;
  }
  Object.assign(process.env, environment);
  module.enableCompileCache?.(environment.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, serverProgram, ...args];
  await import(pathToFileURL(serverProgram).href);
}

/** Starts a program, hands signals on to it, and ends as it ends. */
export function become(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: process.cwd(), stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`${program} cannot be started: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** The environment of our own programs: a compile cache makes every start but the first quicker. */
export function ownEnvironment([command] = []) {
  return {
    ...(command === "wall" && THRIFTY),
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
  };
}

/**
 * Has glibc give large pieces of memory back at once. A wall decodes a picture of each screen twice a minute for months,
 * and without this keeps 100 MB of what it let go. (Servers are better off with memory at hand.)
 */
const THRIFTY = { MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "2" };
