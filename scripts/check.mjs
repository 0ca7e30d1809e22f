import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { installPackages } from "./house.mjs";
import { nodeBinary, root } from "./own-node.mjs";

installPackages();

const bin = (name, path) => [join(root, "node_modules", name, ...path.split("/"))];

/** Of a whole test run, which tests the boundaries anyway. */
const isBeforeTests = process.argv.includes("--before-tests");

/** What must hold before a commit; seconds in all. */
const CHECKS = [
  // A checker has its own copy of what others have found out already: one for each core of the smallest machine.
  { name: "types", args: [...bin("typescript", "bin/tsc"), "-p", ".", "--checkers", "2"] },
  { name: "lint and format", args: [...bin("@biomejs/biome", "bin/biome"), "check", "--error-on-warnings", "."] },
  { name: "reference pages", args: ["--conditions=vedette-source", join(root, "scripts", "docs.ts"), "--check"] },
  { name: "dead code", args: [...bin("knip", "bin/knip.js"), "--no-progress"] },
  ...(isBeforeTests
    ? []
    : [{ name: "boundaries", args: [...bin("vitest", "vitest.mjs"), "run", "--reporter=dot", "test/house.test.ts"] }]),
];

/** @returns whether it holds; says why not */
async function holds({ name, args }) {
  const child = spawn(nodeBinary(), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const [status, ...said] = await Promise.all([
    new Promise((resolve, reject) => child.on("close", resolve).on("error", reject)),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (status !== 0) console.error(`${name}:\n${said.join("")}`);
  return status === 0;
}

// All at once: what one leaves of the cores, the others use.
const results = await Promise.all(CHECKS.map(holds));
const failed = CHECKS.filter((_, index) => !results[index]).map(({ name }) => name);
console.log(failed.length === 0 ? "check: all is well" : `check: ${failed.join(", ")} failed`);
process.exit(failed.length === 0 ? 0 : 1);
