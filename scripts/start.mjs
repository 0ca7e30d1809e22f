import { join } from "node:path";
import { become, buildWeb, installPackages, nodeBinary, ownEnvironment, root } from "./house.mjs";

const args = process.argv.slice(2);
const isWatching = args[0] === "--watch";

installPackages();
if (isStart(args)) buildWeb();
become(
  nodeBinary(),
  [
    ...(isWatching ? ["--watch"] : []),
    "--conditions=vedette-source",
    join(root, "apps", "server", "src", "main.ts"),
    ...args.slice(isWatching ? 1 : 0),
  ],
  ownEnvironment(),
);

/** Only the commands that serve pages need the UI built. */
function isStart([first = "start"]) {
  return (
    first === "start" || first === "--watch" || (first.startsWith("--") && !["--help", "--version"].includes(first))
  );
}
