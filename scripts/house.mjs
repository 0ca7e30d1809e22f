import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeBinary, root } from "./own-node.mjs";

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
    sources: ["apps/server", "apps/wall", "apps/web/src", "platform", "services", "packages"],
    commands: [
      [
        join(root, "node_modules", "rolldown", "bin", "cli.mjs"),
        ...["-c", join(root, "apps", "server", "rolldown.config.js"), "--log-level", "warn"],
      ],
      [join(root, "apps", "server", "dist", "make-empty-store.js")],
    ],
  },
];

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
