import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { CommandError } from "../../start-failure.ts";
import { ACCESS_KIND } from "./access-state.ts";
import { TRANSFER_KINDS, type TransferKind } from "./resource-kinds.ts";

/** A file that is imported: a resource with its envelope, who may do what, or a dashboard's bare document. */
export interface SourceDocument {
  readonly path: string;
  /** JSON; of a JSON file exactly as it was written. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** `undefined` for a bare document. */
  readonly kind: TransferKind | typeof ACCESS_KIND | undefined;
}

const FILE = /\.(?:json|ya?ml)$/i;
/** YAML can say in a few letters what is endless when written out. */
const MAX_ALIASES = 100;

/** The files that paths stand for: of a folder all JSON and YAML files in it, at every depth, by name. */
export async function filesOf(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const isFolder = await stat(path).then(
        (entry) => entry.isDirectory(),
        () => false, // what is not there is said when it is read
      );
      if (!isFolder) return [path];
      const names = await readdir(path, { recursive: true, withFileTypes: true });
      const files = names.filter((entry) => entry.isFile() && FILE.test(entry.name));
      return files.map((entry) => join(entry.parentPath, entry.name)).sort();
    }),
  );
  return found.flat();
}

/** @throws CommandError for a file that cannot be read or holds no document */
export async function readSource(path: string): Promise<SourceDocument> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError("the file cannot be read", { cause: error });
  }
  const isYaml = /\.ya?ml$/i.test(path);
  const value = isYaml ? fromYaml(text) : fromJson(text);
  if (!isObject(value)) throw new CommandError("the file is not a dashboard: it holds no JSON object");
  const isAccess = value["kind"] === ACCESS_KIND && Array.isArray(value["grants"]);
  const kind = isAccess
    ? ACCESS_KIND
    : TRANSFER_KINDS.find((one) => one.kind === value["kind"] && isObject(value["spec"]));
  return { path, text: isYaml ? JSON.stringify(value) : text, value, kind };
}

/** First what others lie in or name: kinds in their order, a folder after the one that it lies in, rights last. */
export function inOrder(documents: readonly SourceDocument[]): SourceDocument[] {
  const rank = ({ kind }: SourceDocument) => {
    if (kind === ACCESS_KIND) return TRANSFER_KINDS.length + 1;
    return kind === undefined ? TRANSFER_KINDS.length : TRANSFER_KINDS.indexOf(kind);
  };
  const isFolder = ({ kind }: SourceDocument) => kind !== ACCESS_KIND && kind?.kind === "Folder";
  const folders = new Map(documents.filter(isFolder).map((one) => [nameOf(one), one]));
  return documents.toSorted((one, other) => rank(one) - rank(other) || depthOf(one, folders) - depthOf(other, folders));
}

export function nameOf({ value }: SourceDocument): string {
  return String(Reflect.get(Object(value["metadata"]), "name") ?? "");
}

function depthOf(document: SourceDocument, folders: ReadonlyMap<string, SourceDocument>): number {
  let depth = 0;
  for (let at: SourceDocument | undefined = document; at !== undefined && depth < folders.size; depth += 1) {
    const annotations: unknown = Reflect.get(Object(at.value["metadata"]), "annotations");
    at = folders.get(String(Reflect.get(Object(annotations), "vedette.app/folder") ?? ""));
  }
  return depth;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError("the file is not JSON", { cause: error });
  }
}

function fromYaml(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: MAX_ALIASES });
  } catch (error) {
    throw new CommandError("the file is not YAML", { cause: error });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
