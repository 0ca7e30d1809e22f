import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { databaseSettings } from "@vedette/database";
import { httpSettings } from "@vedette/http";
import { readKeysFile } from "../api-keys.ts";
import { say } from "../console.ts";
import { fillInput, readDashboardFile } from "../dashboard-file.ts";
import { readSettings } from "../operator-file.ts";
import { publicUrlOf } from "../public-url.ts";
import { CommandError } from "../start-failure.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

interface ImportTarget {
  readonly server: string;
  readonly token: string;
  /** uid that takes the place of data source placeholders. */
  readonly dataSource: string;
  readonly isReplacing: boolean;
}

/** `vedette import <file…>`: stores dashboards in a running watch room, one after the other. */
export async function importDashboards(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = readArguments(args);
  if (files.length === 0) throw new CommandError("import needs at least one file: vedette import dashboards/*.json");
  const server = (values.server ?? defaultServer()).replace(/\/+$/, "");
  const token = values.token ?? defaultToken();
  const dataSource = await findDataSource(server, token, values["data-source"]);
  const target = { server, token, dataSource, isReplacing: values.replace ?? false };
  let failures = 0;
  for (const file of files) failures += (await importFile(file, target)) ? 0 : 1;
  return failures === 0 ? 0 : 1;
}

/** @returns whether it was stored; what went wrong is said at once, so that the other files still have their turn */
async function importFile(path: string, target: ImportTarget): Promise<boolean> {
  try {
    const { name, specText, dataSourceInputs } = readDashboardFile(path, await readText(path));
    const spec = dataSourceInputs.reduce((text, input) => fillInput(text, input, target.dataSource), specText);
    await store(name, spec, target);
    say.out(`${path} → ${target.server}/d/${name}`);
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    say.error(`${path}: ${error.message}`);
    return false;
  }
}

async function store(name: string, spec: string, { server, token, isReplacing }: ImportTarget): Promise<void> {
  const body = `{"metadata":{"name":${JSON.stringify(name)}},"spec":${spec}}`;
  const created = await call(token, "POST", `${server}${DASHBOARDS}`, body);
  if (created.ok) return;
  const isThere = created.status === 409;
  const answer = isThere && isReplacing ? await call(token, "PUT", `${server}${DASHBOARDS}/${name}`, body) : created;
  if (answer.ok) return;
  const hint = isThere && !isReplacing ? "; --replace saves it as a new version" : "";
  throw new CommandError(`${await messageOf(answer)}${hint}`);
}

async function findDataSource(server: string, token: string, wanted: string | undefined): Promise<string> {
  const answer = await call(token, "GET", `${server}/api/datasources`);
  if (!answer.ok) throw new CommandError(`${server} refuses: ${await messageOf(answer)}`);
  const sources: readonly { uid: string; name: string; isDefault: boolean }[] = await answer.json();
  const found = sources.find(({ uid, name, isDefault }) =>
    wanted === undefined ? isDefault : wanted === uid || wanted === name,
  );
  if (found !== undefined) return found.uid;
  throw new CommandError(
    `there is no data source "${wanted}"; there are: ${sources.map(({ name }) => name).join(", ")}`,
  );
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

async function messageOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  const message: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "message") : undefined;
  return typeof message === "string" ? message : `it answered ${answer.status}`;
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

function defaultServer(): string {
  const settings = readSettings(process.env).of(httpSettings);
  return publicUrlOf(settings, settings["server.port"]);
}

/** The secret key of the server on this machine. */
function defaultToken(): string {
  const dataDir = readSettings(process.env).of(databaseSettings)["database.data_dir"];
  const key = process.env["VEDETTE_SECRET_KEY"] || readKeysFile(dataDir)?.secret_key;
  if (key === undefined)
    throw new CommandError(`there are no keys in ${dataDir}; name a server with --server and a token with --token`);
  return key;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError("the file cannot be read", { cause: error });
  }
}
