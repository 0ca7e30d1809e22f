import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";

/** The published Go module of the reference implementation. */
const MODULE = "github.com/prometheus/prometheus";
const VERSION = "v0.316.0";
const ZIP_SHA256 = "16e803646507150e15b974b362620a2197193ab72dd91e48d93fedc2f1a3fc9a";
const FOLDER = "promql/promqltest/testdata";
const TIMEOUT_MS = 60_000;

/** The reference's test scripts by their names, or why they cannot be read here. */
export type PublishedScripts =
  | { readonly kind: "found"; readonly scripts: ReadonlyMap<string, string> }
  | { readonly kind: "missing"; readonly reason: string };

/** Reads the scripts from the Go module cache, and downloads the module if necessary. They never enter the repository. */
export async function findPublishedScripts(): Promise<PublishedScripts> {
  const reasons: string[] = [];
  for (const find of [withGo, withoutGo]) {
    try {
      return { kind: "found", scripts: await readScripts(await find()) };
    } catch (error) {
      reasons.push(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
    }
  }
  return { kind: "missing", reason: reasons.join("; ") };
}

async function readScripts(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".test")).sort();
  if (names.length === 0) throw new Error(`${folder} holds no scripts`);
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  return new Map(texts);
}

async function withGo(): Promise<string> {
  const { stdout } = await promisify(execFile)("go", ["mod", "download", "-json", `${MODULE}@${VERSION}`], {
    cwd: tmpdir(),
    timeout: TIMEOUT_MS,
  });
  const answer: unknown = JSON.parse(stdout);
  const directory = typeof answer === "object" && answer !== null && "Dir" in answer ? answer.Dir : undefined;
  if (typeof directory !== "string") throw new Error(`go returned no directory for ${MODULE}`);
  return join(directory, FOLDER);
}

/** Downloads the module from the Go module proxy, once. */
async function withoutGo(): Promise<string> {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(cache, "vedette-tests", `promqltest-${VERSION}`);
  if (existsSync(folder)) return folder;
  const [proxy] = (process.env["GOPROXY"] ?? "https://proxy.golang.org").split(/[,|]/);
  const response = await fetch(`${proxy}/${MODULE}/@v/${VERSION}.zip`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the Go module proxy returned ${response.status}`);
  const zip = new Uint8Array(await response.arrayBuffer());
  if (createHash("sha256").update(zip).digest("hex") !== ZIP_SHA256) throw new Error("the module has another checksum");
  const files = unzipSync(zip, { filter: ({ name }) => name.startsWith(`${MODULE}@${VERSION}/${FOLDER}/`) });
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(unfinished, basename(name)), bytes);
  await rename(unfinished, folder);
  return folder;
}
