import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installPackages } from "./house.mjs";
import { nodeBinary, root } from "./own-node.mjs";

installPackages();

const bin = (name, path) => [join(root, "node_modules", name, ...path.split("/"))];

/** What must hold before a commit; seconds in all. */
const CHECKS = [
  { name: "types", args: [...bin("typescript", "bin/tsc"), "-p", "."] },
  { name: "lint and format", args: [...bin("@biomejs/biome", "bin/biome"), "check", "--error-on-warnings", "."] },
  { name: "reference pages", args: ["--conditions=vedette-source", join(root, "scripts", "docs.ts"), "--check"] },
  { name: "dead code", args: [...bin("knip", "bin/knip.js"), "--no-progress"] },
  { name: "boundaries", args: [...bin("vitest", "vitest.mjs"), "run", "--reporter=dot", "test/house.test.ts"] },
];

const failed = CHECKS.filter(({ name, args }) => {
  const { status, stdout, stderr } = spawnSync(nodeBinary(), args, { cwd: root, encoding: "utf8" });
  if (status === 0) return false;
  console.error(`${name}:\n${stdout}${stderr}`);
  return true;
});
console.log(failed.length === 0 ? "check: all is well" : `check: ${failed.map(({ name }) => name).join(", ")} failed`);
process.exit(failed.length === 0 ? 0 : 1);
