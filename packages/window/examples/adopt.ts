import { spawn } from "node:child_process";
import { BaseWindow, initialize, shutdown } from "@vedette/window";

await initialize();
const [command = "", ...args] = process.argv.slice(2);
const program = spawn(command, args, { stdio: "ignore" });
const window = await BaseWindow.adopt({ pid: program.pid ?? 0, timeout: 20_000 });
window.setBounds({ x: 50, y: 60, width: 400, height: 300 });
await window.settled();

process.stdout.write(`${window.getTitle()} ${JSON.stringify(window.getBounds())}\n`);
program.kill();
await shutdown();
