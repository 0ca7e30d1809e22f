import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memberText } from "@vedette/resources";
import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { callServer, requireSuccess, type ServerAccess } from "./server-call.ts";
import { ACCESS_KIND, PERMITTED_RESOURCES, type PermittedObject, readAccess } from "./transfer/access-state.ts";
import { collectionPath, TRANSFER_KINDS, type TransferKind } from "./transfer/resource-kinds.ts";
import { ownMetadata } from "./transfer/store-resource.ts";

const PAGE = 500;

/**
 * `vedette export <folder>`: every resource into a file of its own, and who may do what into `access.json`, as
 * `vedette import <folder>` takes them back.
 */
export async function exportResources(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("export", args, SERVER_FLAGS);
  const [folder] = positionals;
  if (folder === undefined) throw new CommandError("export needs a folder to write to: vedette export backup");
  const access = serverAccess(values);
  let count = 0;
  const permitted: PermittedObject[] = [];
  for (const kind of TRANSFER_KINDS) {
    const names = await exportKind(access, kind, join(folder, kind.plural));
    count += names.length;
    const resource = PERMITTED_RESOURCES.find((one) => one === kind.plural);
    if (resource !== undefined) permitted.push(...names.map((name) => ({ resource, name })));
  }
  const { state } = await readAccess(access, permitted);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "access.json"), `${JSON.stringify({ kind: ACCESS_KIND, ...state }, null, 2)}\n`);
  say.out(`${count} resources in ${folder}`);
  return 0;
}

async function exportKind(access: ServerAccess, kind: TransferKind, folder: string): Promise<string[]> {
  const { builtIn = [] } = kind;
  const names = (await namesOf(access, kind)).filter((name) => !builtIn.includes(name));
  if (names.length > 0) await mkdir(folder, { recursive: true });
  for (const name of names) {
    const answer = await callServer(access, `${collectionPath(kind)}/${encodeURIComponent(name)}`);
    if (answer.status === 404) continue; // removed meanwhile
    const { text, json } = requireSuccess(answer);
    const envelope = JSON.stringify({ kind: kind.kind, apiVersion: `${kind.group}/v1`, metadata: ownMetadata(json) });
    // The spec letter by letter, as somebody has written it.
    const spec = memberText(text, "spec") ?? "{}";
    await writeFile(join(folder, `${name}.json`), `${envelope.slice(0, -1)},"spec":${spec}}\n`);
  }
  return names;
}

/** All pages of a list show one state. */
async function namesOf(access: ServerAccess, kind: TransferKind): Promise<string[]> {
  const names: string[] = [];
  for (let next = ""; ; ) {
    const search = new URLSearchParams({ limit: String(PAGE), ...(next === "" ? {} : { continue: next }) });
    const { json } = requireSuccess(await callServer(access, `${collectionPath(kind)}?${search}`));
    const items: unknown = Reflect.get(Object(json), "items");
    for (const item of Array.isArray(items) ? items : []) names.push(String(ownMetadata(item).name));
    next = String(Reflect.get(Object(Reflect.get(Object(json), "metadata")), "continue") ?? "");
    if (next === "") return names;
  }
}
