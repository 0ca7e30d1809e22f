import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { build, installPackages } from "./house.mjs";
import { nodeBinary, ownEnvironment, root } from "./own-node.mjs";

/**
 * Programs that the tests run for real, and the Debian packages that bring them. Without a dispensable one they run,
 * but longer.
 */
const PROGRAMS = [
  { package: "chromium", paths: ["/usr/bin/chromium"] },
  { package: "chromium-headless-shell", paths: ["/usr/bin/chromium-headless-shell"], isDispensable: true },
  { package: "dbus-daemon", paths: ["/usr/bin/dbus-run-session"] },
  { package: "imagemagick", paths: ["/usr/bin/import"] },
  { package: "kubernetes-client", paths: ["/usr/bin/kubectl"] },
  { package: "openbox", paths: ["/usr/bin/openbox"] },
  { package: "openssl", paths: ["/usr/bin/openssl"] },
  { package: "postgresql", paths: ["/usr/lib/postgresql"] },
  { package: "prometheus", paths: ["/usr/bin/prometheus"] },
  { package: "wmctrl", paths: ["/usr/bin/wmctrl"] },
  { package: "x11-utils", paths: ["/usr/bin/xprop"] },
  { package: "x11-xserver-utils", paths: ["/usr/bin/xrandr"] },
  { package: "xdotool", paths: ["/usr/bin/xdotool"] },
  { package: "xfwm4", paths: ["/usr/bin/xfwm4"] },
  { package: "xserver-xorg-video-dummy", paths: ["/usr/lib/xorg/modules/drivers/dummy_drv.so"] },
  { package: "xvfb", paths: ["/usr/bin/Xvfb"] },
];

/** More files than these are no matter of the machine's pace. */
const MOST_RUN_AGAIN = 6;

installPackages();
installPrograms();
build();
process.exit(runTests(process.argv.slice(2)));

/** @returns exit code */
function runTests(filters) {
  const isWhole = filters.length === 0;
  const check = isWhole ? runNode([join(root, "scripts", "check.mjs"), "--before-tests"]) : 0;
  const first = runVitest(filters);
  const outcome = isWhole ? runFailedAgain(first) : first;
  const files = Object.values(outcome);
  const passed = files.reduce((sum, file) => sum + file.passed, isWhole && check === 0 ? 1 : 0);
  const failed = files.reduce((sum, file) => sum + file.failures.length, check === 0 ? 0 : 1);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @returns how each file ended */
function runVitest(args) {
  const path = join(mkdtempSync(join(tmpdir(), "vedette-test-")), "outcome.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=./scripts/test-outcome.mjs"];
  const status = runNode([vitest, "run", ...reporters, ...args], { TEST_OUTCOME: path });
  const outcome = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  rmSync(dirname(path), { recursive: true });
  const knowsWhy = Object.values(outcome).some(({ failures }) => failures.length > 0);
  if (status !== 0 && !knowsWhy) outcome[""] = { passed: 0, failures: [`the tests ended with exit code ${status}`] };
  return outcome;
}

/**
 * Many tests play with programs that keep their own time (Chromium, window managers, Prometheus, PostgreSQL). The files
 * of a few that failed are run once more, with nothing beside them: what fails then is broken, and what passes is named,
 * because an unsteady test is a defect to mend.
 */
function runFailedAgain(first) {
  const failed = Object.entries(first).filter(([, { failures }]) => failures.length > 0);
  const canRun = failed.every(([path]) => path !== "") && failed.length <= MOST_RUN_AGAIN;
  if (failed.length === 0 || !canRun) return first;
  const paths = failed.map(([path]) => path);
  console.log(`\nOnce more, alone: ${paths.map((path) => relative(root, path)).join(", ")}`);
  const again = runVitest([...paths, "--maxWorkers=1"]);
  const unsteady = failed.filter(([path]) => again[path]?.failures.length === 0);
  for (const [path, { failures }] of unsteady) {
    console.log(`Passed only when run again: ${relative(root, path)}\n  ${failures.join("\n  ")}`);
  }
  return { ...first, ...again };
}

function runNode(args, variables = {}) {
  const env = { ...ownEnvironment(), ...variables };
  return spawnSync(nodeBinary(), args, { cwd: root, stdio: "inherit", env }).status ?? 1;
}

/** Debian's packages are installed when that is possible here; otherwise the person is told what to install. */
function installPrograms() {
  const missing = PROGRAMS.filter(({ paths }) => !paths.some((path) => existsSync(path)));
  const needed = missing.filter(({ isDispensable }) => !isDispensable).map((program) => program.package);
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall && missing.length > 0) apt("update", "-q");
  if (needed.length > 0) {
    if (!canInstall) end(`The tests need these programs; on Debian: sudo apt-get install ${needed.join(" ")}`);
    console.log(`Installing for the tests: ${needed.join(", ")} …`);
    if (!install(needed)) end(`apt-get could not install ${needed.join(" ")}; install them and run npm test again.`);
  }
  if (!canInstall) return;
  for (const { package: name } of missing.filter(({ isDispensable }) => isDispensable)) install([name]);
}

/** @returns whether all are installed now */
function install(names) {
  return apt("install", "-y", "-q", "--no-install-recommends", ...names) === 0;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status;
}

function end(message) {
  console.error(message);
  process.exit(1);
}
