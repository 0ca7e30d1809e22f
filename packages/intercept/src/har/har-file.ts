import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { strFromU8, type UnzipFileInfo, unzipSync, zipSync } from "fflate";
import { InterceptError } from "../errors.ts";
import type { HeaderEntry } from "../http/headers.ts";

/** A file of an archive that says it is larger is not unpacked. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** The parts of HAR 1.2 that replay reads. @see http://www.softwareishard.com/blog/har-12-spec/ */
export interface HarEntry {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HeaderEntry[];
    readonly postData?: HarContent;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly HeaderEntry[];
    readonly content: HarContent;
  };
}

/** An entry with all that HAR 1.2 demands; -1 and empty lists stand for what is not known. */
export interface RecordedEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly cache: object;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly request: HarEntry["request"] & RecordedMessage & { readonly queryString: readonly HeaderEntry[] };
  readonly response: HarEntry["response"] & RecordedMessage & { readonly redirectURL: string };
}

interface RecordedMessage {
  readonly httpVersion: string;
  readonly cookies: readonly object[];
  readonly headersSize: number;
  readonly bodySize: number;
}

export interface HarContent {
  readonly mimeType?: string;
  readonly size?: number;
  readonly text?: string;
  readonly encoding?: string;
  /** A file beside the HAR, or inside its archive. */
  readonly _file?: string;
}

/** A HAR with its bodies at hand. */
export interface HarFile {
  readonly entries: readonly HarEntry[];
  /** @throws InterceptError `ERR_HAR` for a body that is not there or outside the HAR's folder */
  read(content: HarContent | undefined): Promise<Buffer>;
}

/** @throws InterceptError `ERR_HAR` when it cannot be read or is no HAR */
export async function readHar(path: string): Promise<HarFile> {
  try {
    const bytes = await readFile(path);
    const isArchive = path.endsWith(".zip");
    const text = isArchive ? strFromU8(unpacked(bytes, "har.har") ?? new Uint8Array()) : bytes.toString("utf8");
    const entries = parseEntries(JSON.parse(text));
    const readBeside = async (name: string): Promise<Buffer> =>
      isArchive ? Buffer.from(unpacked(bytes, name) ?? missing(path, name)) : await readFile(inside(path, name));
    return { entries, read: async (content) => await readContent(content, readBeside) };
  } catch (cause) {
    if (cause instanceof InterceptError) throw cause;
    throw new InterceptError("ERR_HAR", `routeFromHAR: ${path} cannot be read as HAR`, { path, cause });
  }
}

/**
 * Writes a HAR, as an archive when its name says so.
 *
 * @throws InterceptError `ERR_HAR`
 */
export async function writeHar(path: string, entries: readonly RecordedEntry[]): Promise<void> {
  const log = { version: "1.2", creator: { name: "@vedette/intercept", version: "13" }, pages: [], entries };
  const text = JSON.stringify({ log }, undefined, 2);
  try {
    await writeFile(path, path.endsWith(".zip") ? zipSync({ "har.har": Buffer.from(text) }) : text);
  } catch (cause) {
    throw new InterceptError("ERR_HAR", `routeFromHAR: ${path} cannot be written`, { path, cause });
  }
}

async function readContent(
  content: HarContent | undefined,
  readBeside: (name: string) => Promise<Buffer>,
): Promise<Buffer> {
  if (content?._file !== undefined) return await readBeside(content._file);
  return Buffer.from(content?.text ?? "", content?.encoding === "base64" ? "base64" : "utf8");
}

/** One file of an archive: most bodies are never asked for, and a damaged or huge one must not take the others along. */
function unpacked(archive: Uint8Array, name: string): Uint8Array | undefined {
  const isWanted = (file: UnzipFileInfo): boolean => file.name === name && file.originalSize <= MAX_FILE_BYTES;
  return Object.values(unzipSync(archive, { filter: isWanted }))[0];
}

function inside(path: string, name: string): string {
  const folder = resolve(dirname(path));
  const file = join(folder, name);
  if (file.startsWith(folder + sep)) return file;
  throw new InterceptError("ERR_HAR", `routeFromHAR: ${path} names a body outside its folder`, { path });
}

function missing(path: string, name: string): never {
  throw new InterceptError("ERR_HAR", `routeFromHAR: ${path} has no body ${name}`, { path });
}

function parseEntries(har: unknown): HarEntry[] {
  const log = fieldOf(har, "log");
  const entries = fieldOf(log, "entries");
  if (!Array.isArray(entries)) throw new TypeError("The HAR has no entries.");
  return entries.filter(isEntry);
}

function isEntry(value: unknown): value is HarEntry {
  const [request, response] = [fieldOf(value, "request"), fieldOf(value, "response")];
  return (
    typeof fieldOf(request, "url") === "string" &&
    typeof fieldOf(request, "method") === "string" &&
    Array.isArray(fieldOf(request, "headers")) &&
    typeof fieldOf(response, "status") === "number" &&
    Array.isArray(fieldOf(response, "headers"))
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
