import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseAllDocuments } from "yaml";
import { CommandError } from "../../start-failure.ts";
import { ACCESS_KIND } from "./access-state.ts";
import { TRANSFER_KINDS, type TransferKind } from "./resource-kinds.ts";

/** What a file holds: a resource with its envelope, who may do what, or a dashboard's bare document. */
export interface SourceDocument {
  /** Of the file. */
  readonly path: string;
  /** The file, and which of its documents it is where there are several; for people. */
  readonly place: string;
  /** JSON; of a JSON file exactly as it was written. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** `undefined` for a bare document. */
  readonly kind: TransferKind | typeof ACCESS_KIND | undefined;
}

const FILE = /\.(?:json|ya?ml)$/i;
/** YAML can say in a few letters what is endless when written out. */
const MAX_ALIASES = 100;

/**
 * The files that paths stand for: of a folder all JSON and YAML files in it, at every depth, by name. What begins with a
 * dot is not looked at; Kubernetes mounts its maps as links into such a folder. Links lead nowhere else: what lies outside
 * of the folder is left out, and so are pipes and devices, which may have no end.
 */
export async function filesOf(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const isFolder = await stat(path).then(
        (entry) => entry.isDirectory(),
        () => false, // what is not there is said when it is read
      );
      if (!isFolder) return [path];
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const isHidden = (below: string) => below.split(sep).some((part) => part.startsWith("."));
      const files = entries
        .filter((entry) => FILE.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => !isHidden(relative(path, file)))
        .sort();
      const root = await realpath(path);
      const isOwn = await Promise.all(files.map((file) => isFileBelow(root, file)));
      return files.filter((_, index) => isOwn[index]);
    }),
  );
  return found.flat();
}

async function isFileBelow(root: string, file: string): Promise<boolean> {
  try {
    const [entry, real] = await Promise.all([stat(file), realpath(file)]);
    return entry.isFile() && real.startsWith(root.endsWith(sep) ? root : root + sep);
  } catch {
    return true; // a link to nothing is said when it is read
  }
}

/**
 * Reads every document of a file: YAML may hold several, and a list as the API gives it holds its items.
 *
 * @throws CommandError for a file that cannot be read, or holds something else
 */
export async function readSources(path: string): Promise<SourceDocument[]> {
  const text = await readText(path);
  try {
    return documentsOf(path, text);
  } catch (error) {
    // What is read and written level by level ends with the stack.
    if (error instanceof RangeError) throw new CommandError("the file is nested too deeply", { cause: error });
    throw error;
  }
}

function documentsOf(path: string, text: string): SourceDocument[] {
  const isYaml = /\.ya?ml$/i.test(path);
  const values = isYaml ? fromYaml(text) : [fromJson(text)];
  const documents = values.flatMap(itemsOf);
  return documents.map((value, index) => {
    const place = documents.length === 1 ? path : `${path} (${index + 1})`;
    if (!isObject(value)) throw new CommandError("the file is not a dashboard: it holds no JSON object");
    const isWhole = !isYaml && value === values[0];
    return { path, place, text: isWhole ? text : JSON.stringify(value), value, kind: kindOf(value) };
  });
}

async function readText(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new CommandError("the file cannot be read", { cause: error });
  }
  try {
    // Some editors begin a file with a byte order mark; it is left out.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError("the file is not in UTF-8", { cause: error });
  }
}

/** The items of a list, such as `kubectl get -o yaml` writes; anything else is itself. */
function itemsOf(value: unknown): unknown[] {
  if (!isObject(value) || typeof value["apiVersion"] !== "string" || !Array.isArray(value["items"])) return [value];
  const [, kind] = /^(\w*)List$/.exec(String(value["kind"])) ?? [];
  if (kind === undefined) return [value];
  const ofList = kind === "" ? {} : { kind, apiVersion: value["apiVersion"] };
  return value["items"].map((item: unknown) => (isObject(item) ? { ...ofList, ...item } : item));
}

/** @throws CommandError for a resource that is not kept here */
function kindOf(value: Readonly<Record<string, unknown>>): SourceDocument["kind"] {
  const { kind, apiVersion, spec } = value;
  if (kind === ACCESS_KIND && Array.isArray(value["grants"])) return ACCESS_KIND;
  const known = TRANSFER_KINDS.find((one) => one.kind === kind);
  if (typeof apiVersion === "string" && typeof kind === "string") {
    if (known === undefined) throw new CommandError(`${kind} of ${apiVersion} is not kept here`);
    if (!isReadable(known, apiVersion)) throw new CommandError(`${kind} of ${apiVersion} is not understood here`);
    if (!isObject(spec)) throw new CommandError("spec is missing");
  }
  return isObject(spec) ? known : undefined;
}

/** Also in the words of other products whose first version is the same. */
function isReadable({ group }: TransferKind, apiVersion: string): boolean {
  const [noun = ""] = group.split(".");
  return new RegExp(`^${noun}\\.[^/]+/v[01](?:\\D|$)`).test(apiVersion);
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

function fromYaml(text: string): unknown[] {
  const documents = parseAllDocuments(text);
  const [fault] = documents.flatMap(({ errors }) => errors);
  if (fault !== undefined) throw new CommandError("the file is not YAML", { cause: fault });
  try {
    const values = [...documents].map((document): unknown => document.toJS({ maxAliasCount: MAX_ALIASES }));
    // Between two marks there may be nothing.
    return values.length === 1 ? values : values.filter((value) => value !== null);
  } catch (error) {
    throw new CommandError("the file is not YAML", { cause: error });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
