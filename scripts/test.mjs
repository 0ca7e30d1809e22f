import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

installPackages();
installPrograms();
build();
process.exit(runTests(process.argv.slice(2)));

/** @returns exit code */
function runTests(filters) {
  const report = join(mkdtempSync(join(tmpdir(), "vedette-test-")), "report.json");
  const isWhole = filters.length === 0;
  const check = isWhole ? runNode([join(root, "scripts", "check.mjs")]) : 0;
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const status = runNode([
    vitest,
    "run",
    "--reporter=default",
    "--reporter=json",
    "--reporter=./scripts/unsteady-tests.mjs",
    `--outputFile.json=${report}`,
    ...filters,
  ]);
  if (!existsSync(report)) {
    console.error("The tests did not run to their end.");
    console.log("0 passed, 1 failed");
    return 1;
  }
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(report);
  const brokenFiles = success || numFailedTests > 0 ? 0 : Math.max(1, numFailedTestSuites);
  const failed = numFailedTests + brokenFiles + (check === 0 ? 0 : 1);
  console.log(`${numPassedTests + (isWhole && check === 0 ? 1 : 0)} passed, ${failed} failed`);
  return status === 0 && failed === 0 ? 0 : 1;
}

function runNode(args) {
  return spawnSync(nodeBinary(), args, { cwd: root, stdio: "inherit", env: ownEnvironment() }).status ?? 1;
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
