import { join } from "node:path";
import { build, installPackages, run } from "./house.mjs";
import { nodeBinary, ownEnvironment, root } from "./own-node.mjs";

installPackages();
build();
run(nodeBinary(), ["--conditions=vedette-source", join(root, "bench", "soak", "soak.ts"), ...process.argv.slice(2)], {
  env: ownEnvironment(),
});
