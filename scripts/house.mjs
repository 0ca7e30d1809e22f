import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root. The scripts run on any Node from 20 on and with nothing installed: they import only Node itself. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs the npm packages of the lock file unless exactly these are installed already. */
export function installPackages() {
  if (areInstalled()) return;
  console.log("Installing the npm packages of the lock file (once) …");
  run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"]);
}

/** Compares the lock file with the one that npm leaves beside what it installed. */
function areInstalled() {
  const installed = readLock(join(root, "node_modules", ".package-lock.json"));
  const wanted = Object.entries(readLock(join(root, "package-lock.json")));
  return wanted.every(
    ([path, { version, optional, link }]) =>
      path === "" || !path.startsWith("node_modules/") || optional || link || installed[path]?.version === version,
  );
}

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/** What is built, from which folders, and by which programs. */
const BUILDS = [
  {
    name: "browser UI",
    output: join(root, "apps", "web", "dist"),
    sources: ["apps/web", "packages/chart", "packages/ui"],
    commands: [[join(root, "node_modules", "vite", "bin", "vite.js"), "build", "apps/web", "--logLevel", "warn"]],
  },
  {
    name: "server",
    output: join(root, "apps", "server", "dist"),
    // The server draws pictures of dashboards with the page's own model.
    sources: ["apps/server", "apps/web/src", "platform", "services", "packages"],
    commands: [
      [
        join(root, "node_modules", "rolldown", "bin", "cli.mjs"),
        ...["-c", join(root, "apps", "server", "rolldown.config.js"), "--log-level", "warn"],
      ],
      [join(root, "apps", "server", "dist", "make-empty-store.js")],
    ],
  },
];

/** The built server. */
export const serverProgram = join(root, "apps", "server", "dist", "main.js");

/** Builds what was not built last from exactly these sources. */
export function build(names = BUILDS.map(({ name }) => name)) {
  for (const { name, output, sources, commands } of BUILDS) {
    if (!names.includes(name)) continue;
    const stamp = join(output, ".sources");
    const state = stateOf([
      join(root, "package-lock.json"),
      ...sources.flatMap((folder) => filesUnder(join(root, folder))),
    ]);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) continue;
    console.log(`Building the ${name} (once) …`);
    // Whoever builds, tests for instance, what is built is for use.
    const env = { ...process.env, NODE_ENV: "production" };
    for (const command of commands) run(nodeBinary(), command, { stdio: ["ignore", "ignore", "inherit"], env });
    writeFileSync(stamp, state);
  }
}

/** The Node that the lock file brings, whatever the machine has. */
export function nodeBinary() {
  const folder = join(
    root,
    "node_modules",
    `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
    "bin",
  );
  for (const name of ["node", "node.exe"]) {
    if (existsSync(join(folder, name))) return join(folder, name);
  }
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error(
    `Vedette brings no Node for ${process.platform} on ${process.arch}; install Node 24 or later and start again.`,
  );
  process.exit(1);
}

/** Runs a program to its end; this process ends with it when it fails. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
  });
  if (error !== undefined) console.error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
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
export function ownEnvironment() {
  return {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
  };
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !["dist", "node_modules", "test", "bench"].includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}

/** Which files these are, by size and time of the last change: reading a thousand files would delay every start. */
function stateOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file.slice(root.length)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}
