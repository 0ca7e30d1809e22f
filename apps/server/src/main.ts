import { COMMANDS, findCommand, showUsage } from "./commands.ts";
import { say } from "./console.ts";
import { describeFailure } from "./start-failure.ts";

/** The `vedette` command: `vedette [command] [options]`, `start` when nothing is said. */
async function main(args: readonly string[]): Promise<number> {
  const [first = "start", ...rest] = args;
  const command = findCommand(first);
  if (command !== undefined) return rest.some(isHelp) ? showUsage(command) : command.run(rest);
  if (first.startsWith("-")) return runStartWith(args);
  say.error(
    `vedette has no command "${first}"; it has: ${COMMANDS.map(({ name }) => name).join(", ")}. See vedette --help.`,
  );
  return 2;
}

function isHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

/** Options without a command belong to `start`. */
function runStartWith(args: readonly string[]): Promise<number> {
  const start = findCommand("start");
  if (start === undefined) throw new TypeError("The command table has no start");
  return start.run(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { lines, exitCode } = describeFailure(error);
  for (const line of lines) say.error(line);
  process.exitCode = exitCode;
}
