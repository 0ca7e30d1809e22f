import type { SettingDeclaration, Settings } from "@vedette/settings";
import { say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import { ALL_SETTINGS, CONFIG_VARIABLE, DEFAULT_CONFIG_PATH } from "../settings.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { callServer, requireSuccess, textOf } from "./server-call.ts";

const FLAGS = {
  ...SERVER_FLAGS,
  changed: { type: "boolean" },
  json: { type: "boolean" },
  project: { type: "string" },
} as const;

/** What is said of one setting. */
interface Explained {
  readonly key: string;
  readonly env: string;
  /** What holds now; of a secret whether there is one. */
  readonly value: unknown;
  readonly source: "default" | "stored" | "file" | "environment";
  /** Where exactly it was written. */
  readonly written: string;
  readonly doc: string;
}

/** `vedette config explain …`: the value that holds of each setting, where it was written, and what it means. */
export async function explainSettings(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("config", args, FLAGS);
  const [word, ...names] = positionals;
  if (word !== "explain") throw new CommandError("config takes explain, then parts of names");
  const stored = await readStored(values);
  const all = explain(readSettings(process.env), stored);
  const wanted = names.map((name) => name.toLowerCase());
  const found = all.filter(({ key, env, source }) => {
    const isNamed = wanted.length === 0 || wanted.some((name) => `${key} ${env.toLowerCase()}`.includes(name));
    return isNamed && !(values.changed === true && source === "default");
  });
  if (found.length === 0 && wanted.length > 0) throw new CommandError(`no setting is called ${wanted.join(" or ")}`);
  say.out(values.json ? JSON.stringify(found, undefined, 2) : found.map(textFor).join("\n\n"));
  if (stored === undefined) {
    say.error("What was changed while the server runs is not among it: no server answers; name it with --server");
  }
  return 0;
}

function explain(settings: Settings, stored: ReadonlyMap<string, unknown> | undefined): readonly Explained[] {
  return ALL_SETTINGS.flatMap((table) => {
    const values: Readonly<Record<string, unknown>> = settings.of(table);
    return Object.entries(table).map(([key, declaration]) => {
      const source = settings.sourceOf(key);
      const isStored = source === "default" && stored?.has(key) === true;
      const value = isStored ? stored.get(key) : shown(declaration, values[key]);
      const told = isStored ? "stored" : source;
      return {
        key,
        env: declaration.env,
        value,
        source: told,
        written: placeOf(told, declaration),
        doc: declaration.doc,
      };
    });
  });
}

/** Of a secret nothing is told but whether there is one. */
function shown({ secret }: SettingDeclaration, value: unknown): unknown {
  if (!secret) return value;
  return value === "" || JSON.stringify(value) === "{}" || JSON.stringify(value) === "[]"
    ? "(not set)"
    : "(set, secret)";
}

function placeOf(source: Explained["source"], { env, envAlike }: SettingDeclaration): string {
  if (source === "file") return process.env[CONFIG_VARIABLE] || DEFAULT_CONFIG_PATH;
  if (source === "stored") return "the settings pages or the configuration endpoint";
  if (source === "default") return "nowhere: the default";
  const gotrue = env.replace(/^VEDETTE_/, "GOTRUE_");
  const names = [env, `${env}_FILE`, ...(envAlike === undefined ? [] : [envAlike]), gotrue];
  return names.find((name) => (process.env[name] ?? "") !== "") ?? env;
}

function textFor({ key, value, source, written, doc }: Explained): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const from = source === "default" ? "default" : `${source}: ${written}`;
  return `${key} = ${text === "" ? '""' : text}\n  ${from}\n  ${doc}`;
}

/**
 * The values that were changed while the server runs, by key.
 *
 * @returns `undefined` where no server answers and none was named
 */
async function readStored(flags: {
  readonly server?: string;
  readonly token?: string;
  readonly project?: string;
}): Promise<ReadonlyMap<string, unknown> | undefined> {
  try {
    const path = `/v1/projects/${encodeURIComponent(flags.project ?? "default")}/config/auth/fields`;
    const { json } = requireSuccess(await callServer(serverAccess(flags), path));
    const fields: unknown = Reflect.get(Object(json), "fields");
    return new Map((Array.isArray(fields) ? fields : []).flatMap(storedField));
  } catch (error) {
    if (error instanceof CommandError && flags.server === undefined) return undefined;
    throw error;
  }
}

function storedField(field: unknown): [string, unknown][] {
  const key = textOf(field, "key");
  if (key === undefined || textOf(field, "source") !== "stored") return [];
  const isSecret = Reflect.get(Object(field), "is_secret") === true;
  return [[key, isSecret ? "(set, secret)" : Reflect.get(Object(field), "value")]];
}
