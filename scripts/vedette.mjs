#!/usr/bin/env node
import { become, nodeBinary, ownEnvironment, serverProgram } from "./own-node.mjs";

// The command of the published package: what was built, on the Node that comes along.
const args = process.argv.slice(2);
become(nodeBinary(), [serverProgram, ...args], ownEnvironment(args));
