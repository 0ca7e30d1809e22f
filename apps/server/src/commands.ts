import { say } from "./console.ts";
import { VERSION } from "./version.ts";

/** One word after `vedette`. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** How it is called, without `vedette`. */
  readonly usage: string;
  readonly doc: string;
  /** @returns exit code */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** Every command there is; `--help` and the reference page are made from this table. Each loads only what it needs. */
export const COMMANDS: readonly Command[] = [
  {
    name: "start",
    usage: "[start] [--strict-schema]",
    doc: "Serve the watch room until stopped (the default).",
    run: async (args) => (await import("./commands/start.ts")).start(args),
  },
  {
    name: "import",
    usage:
      "import <file or folder…> [--replace | --check] [--folder UID] [--data-source NAME] [--server URL] [--token TOKEN]",
    doc: "Store dashboards and exported resources, JSON or YAML, in a running watch room; --check shows what has drifted.",
    run: async (args) => (await import("./commands/import.ts")).importDashboards(args),
  },
  {
    name: "ui",
    usage: "ui",
    doc: "Serve the pages alone, for the API at VEDETTE_ADDRESS.",
    run: async (args) => (await import("./commands/ui.ts")).ui(args),
  },
  {
    name: "export",
    usage: "export <folder> [--server URL] [--token TOKEN]",
    doc: "Write folders, dashboards, playlists, data sources and teams to files, without annotations, users, walls and settings.",
    run: async (args) => (await import("./commands/export.ts")).exportResources(args),
  },
  {
    name: "user",
    usage:
      "user [list | create EMAIL [--password] | invite EMAIL | role EMAIL | link EMAIL | ban EMAIL | unban EMAIL | delete EMAIL | export FILE | import FILE] [--role Viewer|Editor|Admin] [--name NAME] [--server URL] [--token TOKEN]",
    doc: "Show, add and remove people; link lets in who is locked out; export and import carry all, with their password hashes.",
    run: async (args) => (await import("./commands/user.ts")).administerUsers(args),
  },
  {
    name: "token",
    usage:
      'token [list | create ACCOUNT [--role Viewer|Editor|Admin] [--duration 30d] [--name NAME] [--permission "ACTION [SCOPE]"]… | revoke ACCOUNT [NAME…]] [--server URL] [--token TOKEN]',
    doc: "Show, make and revoke tokens of service accounts; a new one is all that create prints.",
    run: async (args) => (await import("./commands/token.ts")).administerTokens(args),
  },
  {
    name: "keys",
    usage: "keys [list | add | use ID | revoke ID] [--algorithm ES256|RS256|EdDSA|HS256] [--now] [--server URL]",
    doc: "Show and rotate the keys that sign access tokens, without signing anybody out.",
    run: async (args) => (await import("./commands/keys.ts")).manageKeys(args),
  },
  {
    name: "config",
    usage: "config explain [NAME…] [--changed] [--json] [--server URL] [--token TOKEN]",
    doc: "Show each setting: its value, where that was written, and what it means.",
    run: async (args) => (await import("./commands/config.ts")).explainSettings(args),
  },
  {
    name: "wall",
    usage: "wall <playlist> [--screen all|primary|NAME] [--server URL]",
    doc: "Keep a playlist on the screens of this machine, in a browser in kiosk on each.",
    run: async (args) => (await import("./commands/wall.ts")).wall(args),
  },
  {
    name: "migrate",
    usage: "migrate [adopt [--dry-run] [--strict-schema] [--json]]",
    doc: "Bring the database up to date and end; adopt takes one over that Supabase Auth has used.",
    run: async (args) => (await import("./commands/migrate.ts")).applyMigrations(args),
  },
  {
    name: "doctor",
    usage: "doctor [folder] [--json] [--strict] [--verbose] [--ignore ID,…] [--today DATE]",
    doc: "Look for deprecated versions of the design system and a doubled auth library in a project's files.",
    run: async (args) => (await import("./commands/doctor.ts")).doctor(args),
  },
  {
    name: "help",
    aliases: ["--help", "-h"],
    usage: "help [command]",
    doc: "Show the commands, or how one of them is called.",
    run: showHelp,
  },
  { name: "version", aliases: ["--version", "-v"], usage: "--version", doc: "Show the version.", run: showVersion },
];

export function findCommand(word: string): Command | undefined {
  return COMMANDS.find(({ name, aliases = [] }) => name === word || aliases.includes(word));
}

async function showHelp([name]: readonly string[]): Promise<number> {
  const command = name === undefined ? undefined : findCommand(name);
  if (command !== undefined) return showUsage(command);
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, doc }) => `  ${name.padEnd(width)}  ${doc}`);
  say.out(`Vedette ${VERSION}: a watch room for a team.\n\n${lines.join("\n")}\n`);
  say.out("vedette help <command> shows how a command is called.");
  say.out("Settings are read from vedette.toml and VEDETTE_* variables; docs/reference/settings.md lists them.");
  return 0;
}

/** @returns exit code 0 */
export function showUsage({ usage, doc }: Command): number {
  say.out(`vedette ${usage}\n\n${doc}`);
  return 0;
}

async function showVersion(): Promise<number> {
  say.out(VERSION);
  return 0;
}
