import { COMMANDS } from "../../apps/server/src/commands.ts";
import { tableCell } from "./markdown.ts";

/** The `vedette` command, from its table. */
export function commandReference(): string {
  return [
    "# The vedette command",
    "",
    "From a clone: `npm start -- <command>`.",
    "",
    "| Call | Does |",
    "|---|---|",
    ...COMMANDS.map(({ usage, doc }) => `| \`vedette ${tableCell(usage)}\` | ${tableCell(doc)} |`),
    "",
    "Exit codes: 0 done, 1 failed, 2 called wrongly or a setting in the environment was refused.",
    "",
  ].join("\n");
}
