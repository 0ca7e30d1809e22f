import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { say } from "../console.ts";
import { defaultServer, defaultToken } from "../running-server.ts";
import { CommandError } from "../start-failure.ts";

interface ImportTarget {
  readonly server: string;
  readonly token: string;
  /** Name or uid of the data source that takes the place of placeholders; the default one when absent. */
  readonly dataSource: string | undefined;
  readonly isReplacing: boolean;
}

/** `vedette import <file…>`: stores dashboards in a running watch room, one after the other. */
export async function importDashboards(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = readArguments(args);
  if (files.length === 0) throw new CommandError("import needs at least one file: vedette import dashboards/*.json");
  const target: ImportTarget = {
    server: (values.server ?? defaultServer()).replace(/\/+$/, ""),
    token: values.token ?? defaultToken(),
    dataSource: values["data-source"],
    isReplacing: values.replace ?? false,
  };
  let failures = 0;
  for (const file of files) failures += (await importFile(file, target)) ? 0 : 1;
  return failures === 0 ? 0 : 1;
}

/** @returns whether it was stored; what went wrong is said at once, so that the other files still have their turn */
async function importFile(path: string, target: ImportTarget): Promise<boolean> {
  try {
    const url = await store(await readDocument(path), target);
    say.out(`${path} → ${target.server}${url}`);
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    say.error(`${path}: ${error.message}`);
    return false;
  }
}

/** Sends the document as it stands in the file. @returns the path of its page */
async function store(document: string, { server, token, dataSource, isReplacing }: ImportTarget): Promise<string> {
  const source = dataSource === undefined ? "" : `,"dataSource":${JSON.stringify(dataSource)}`;
  const body = `{"overwrite":${isReplacing}${source},"dashboard":${document}}`;
  const answer = await call(token, "POST", `${server}/api/dashboards/import`, body);
  const answered: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return textOf(answered, "importedUrl") ?? "/dashboards";
  const hint = answer.status === 409 || answer.status === 412 ? " (--replace saves it as a new version)" : "";
  throw new CommandError(`${textOf(answered, "message") ?? `the server answered ${answer.status}`}${hint}`);
}

async function call(token: string, method: string, url: string, body?: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  try {
    return await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(30_000),
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    throw new CommandError(
      `${new URL(url).origin} does not answer; is Vedette running there? Name another with --server`,
      { cause: error },
    );
  }
}

function textOf(value: unknown, key: string): string | undefined {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof text === "string" ? text : undefined;
}

function readArguments(args: readonly string[]) {
  const options = {
    server: { type: "string" },
    token: { type: "string" },
    "data-source": { type: "string" },
    replace: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : "import was called wrongly", { cause: error });
  }
}

async function readDocument(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError("the file cannot be read", { cause: error });
  }
  if (!isObject(parseJson(text))) throw new CommandError("the file is not a dashboard: it holds no JSON object");
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError("the file is not JSON", { cause: error });
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
