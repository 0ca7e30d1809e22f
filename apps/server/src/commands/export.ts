import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { memberText } from "@vedette/resources";
import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { callServer, requireSuccess, type ServerAccess } from "./server-call.ts";
import { ACCESS_KIND, PERMITTED_RESOURCES, type PermittedObject, readAccess } from "./transfer/access-state.ts";
import { filesOf, nameOf, readSources } from "./transfer/documents.ts";
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
  const written: Exported[] = [];
  for (const kind of TRANSFER_KINDS) written.push(await exportKind(access, kind, join(folder, kind.plural)));
  const permitted = PERMITTED_RESOURCES.flatMap((resource): PermittedObject[] =>
    written
      .filter(({ kind }) => kind.plural === resource)
      .flatMap(({ names }) => names.map((name) => ({ resource, name }))),
  );
  const { state } = await readAccess(access, permitted);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "access.json"), `${JSON.stringify({ kind: ACCESS_KIND, ...state }, null, 2)}\n`);
  // Only now is it clear that whoever asked sees everything there is.
  for (const one of written) await removeFilesOfGone(one, join(folder, one.kind.plural));
  say.out(`${written.reduce((count, { names }) => count + names.length, 0)} resources in ${folder}`);
  return 0;
}

/** The objects of a kind and their files. */
interface Exported {
  readonly kind: TransferKind;
  readonly names: readonly string[];
  readonly files: FileNames;
}

/** Names of the objects by their files' letters in lower case: some file systems do not tell `CPU` from `cpu`. */
type FileNames = Map<string, string>;

async function exportKind(access: ServerAccess, kind: TransferKind, folder: string): Promise<Exported> {
  const { builtIn = [] } = kind;
  const names = (await namesOf(access, kind)).filter((name) => !builtIn.includes(name));
  if (names.length > 0) await mkdir(folder, { recursive: true });
  const files: FileNames = new Map();
  for (const name of names) {
    const answer = await callServer(access, `${collectionPath(kind)}/${encodeURIComponent(name)}`);
    if (answer.status === 404) continue; // removed meanwhile
    const { text, json } = requireSuccess(answer);
    const envelope = JSON.stringify({ kind: kind.kind, apiVersion: `${kind.group}/v1`, metadata: ownMetadata(json) });
    // The spec letter by letter, as somebody has written it.
    const spec = memberText(text, "spec") ?? "{}";
    const file = fileNameOf(name, files);
    await writeFile(join(folder, file), `${envelope.slice(0, -1)},"spec":${spec}}\n`);
    files.set(file.toLowerCase(), name);
  }
  return { kind, names, files };
}

/** The most that file systems take, without what stands behind it. */
const MAX_FILE_NAME = 200;

function fileNameOf(name: string, taken: FileNames): string {
  const plain = `${name}.json`;
  if (name.length <= MAX_FILE_NAME && !taken.has(plain.toLowerCase())) return plain;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, MAX_FILE_NAME)}-${digest}.json`;
}

/**
 * A folder that was exported into before would bring back what has been deleted since. What was just written may have
 * kept the letters of a file that was there: what the file holds tells the two apart.
 */
export async function removeFilesOfGone({ kind, files }: Omit<Exported, "names">, folder: string): Promise<void> {
  for (const path of await filesOf([folder])) {
    const file = basename(path);
    if (dirname(path) !== folder || !file.endsWith(".json")) continue;
    const found = await readSources(path).catch(() => []); // nothing that an export has written
    const written = files.get(file.toLowerCase());
    const isGone = found.every((one) => one.kind === kind && nameOf(one) !== written);
    if (found.length > 0 && isGone) await rm(path);
  }
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
