import { readdirSync } from "node:fs";
import { join } from "node:path";
import { installPackages, run } from "./house.mjs";
import { nodeBinary, ownEnvironment, root } from "./own-node.mjs";

installPackages();
const filters = process.argv.slice(2);
const files = readdirSync(join(root, "bench")).filter(
  (file) => file.endsWith(".bench.ts") && (filters.length === 0 || filters.some((part) => file.includes(part))),
);
run(nodeBinary(), ["--conditions=vedette-source", join(root, "bench", "run.ts"), ...files], { env: ownEnvironment() });
