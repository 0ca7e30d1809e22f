import { parseArgs } from "node:util";
import { CheckError, checkProject, exitCodeOf, isFindingId, reportText } from "@vedette/ui/check";
import { say } from "../console.ts";

/** `vedette doctor`: 0 without errors, 1 with one (with `--strict` also with a warning), 2 when it cannot tell. */
export async function doctor(args: readonly string[]): Promise<number> {
  try {
    const { directory, flags, ignore } = readArguments(args);
    const report = checkProject(directory, {
      ignore,
      verbose: flags.verbose ?? false,
      ...(flags.today === undefined ? {} : { today: flags.today }),
    });
    const hasColors = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
    say.out(flags.json ? JSON.stringify(report, undefined, 2) : reportText(report, { hasColors }));
    return exitCodeOf(report, { strict: flags.strict ?? false });
  } catch (error) {
    if (!(error instanceof CheckError || error instanceof TypeError)) throw error;
    say.error(`vedette: ${error.message}`);
    return 2;
  }
}

function readArguments(args: readonly string[]) {
  const options = {
    json: { type: "boolean" },
    strict: { type: "boolean" },
    verbose: { type: "boolean" },
    ignore: { type: "string", multiple: true },
    today: { type: "string" },
  } as const;
  const { values: flags, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (positionals.length > 1) throw new TypeError("doctor looks at one folder at a time");
  if (flags.today !== undefined && !isDate(flags.today)) throw new TypeError("--today takes a date: YYYY-MM-DD");
  const ignore = (flags.ignore ?? []).flatMap((ids) => ids.split(/[\s,]+/)).filter((id) => id !== "");
  const unknown = ignore.find((id) => !isFindingId(id));
  if (unknown !== undefined) throw new TypeError(`--ignore: nothing is called "${unknown}"`);
  return { directory: positionals[0] ?? ".", flags, ignore };
}

/** The 30th of February is none. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
