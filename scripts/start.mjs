import { join } from "node:path";
import { build, installPackages } from "./house.mjs";
import { become, nodeBinary, ownEnvironment, root, runServer } from "./own-node.mjs";

const args = process.argv.slice(2);
installPackages();
// While sources are being changed they run as they are: a new start after each change needs no build.
if (args[0] === "--watch") {
  build(["browser UI"]);
  const program = join(root, "apps", "server", "src", "main.ts");
  become(nodeBinary(), ["--watch", "--conditions=vedette-source", program, ...args.slice(1)], ownEnvironment());
} else {
  build(isStart(args) ? ["server", "browser UI"] : ["server"]);
  await runServer(args);
}

/** Only the command that serves pages needs the UI built. */
function isStart([first = "start"]) {
  return first === "start" || (first.startsWith("--") && !["--help", "--version"].includes(first));
}
