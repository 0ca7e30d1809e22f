import type { ChildProcess } from "node:child_process";

/** Kills a server with the process that started it: a test run that is cut off leaves none behind. */
export function killWithRun(server: ChildProcess): void {
  const kill = (): void => void server.kill("SIGKILL");
  // vitest ends its workers by SIGTERM, which would skip what is to be done at an exit.
  const leave = (): never => process.exit(143);
  process.once("exit", kill);
  process.once("SIGTERM", leave);
  server.once("exit", () => process.off("exit", kill).off("SIGTERM", leave));
}
