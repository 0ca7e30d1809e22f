#!/usr/bin/env node
import { runServer } from "./own-node.mjs";

// The command of the published package: what was built, on the Node that comes along.
await runServer(process.argv.slice(2));
