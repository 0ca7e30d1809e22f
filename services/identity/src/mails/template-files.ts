import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Log } from "@vedette/delivery";
import { callOutbound, openCache, readAllowedHosts, textBytes } from "@vedette/http";

/** The texts of templates that the operator keeps in files or at addresses of their own. */
export interface TemplateFiles {
  /** What was read last; `undefined` while nothing could be read. Reads again in the background when that is old. */
  textOf(path: string): string | undefined;
  /** Reads so many at once, before the first mail is written. */
  preload(paths: readonly string[]): Promise<void>;
}

const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 10_000;

interface Copy {
  readonly text: string | undefined;
  readonly readAtMs: number;
}

/**
 * A template that cannot be read is warned of; the last good copy, else the built-in one, stands in for it.
 *
 * @param maxAgeMs - how old a copy may become
 */
export function openTemplateFiles(maxAgeMs: () => number, log: Pick<Log, "warn"> | undefined): TemplateFiles {
  const copies = openCache<string, Copy>("mail_template_files", { sizeOf: ({ text = "" }) => textBytes(text) });
  const reading = new Map<string, Promise<void>>();

  const readOnce = (path: string): Promise<void> => {
    const running = reading.get(path);
    if (running !== undefined) return running;
    const run = readText(path)
      .then((text) => void copies.set(path, { text, readAtMs: performance.now() }))
      .catch((err: unknown) => {
        log?.warn(
          { err, path },
          "the template of a mail cannot be read; the last good one or the built-in one is used",
        );
        copies.set(path, { text: copies.get(path)?.text, readAtMs: performance.now() });
      })
      .finally(() => reading.delete(path));
    reading.set(path, run);
    return run;
  };

  return {
    textOf(path) {
      const copy = copies.get(path);
      if (copy === undefined || performance.now() - copy.readAtMs > maxAgeMs()) void readOnce(path);
      return copy?.text;
    },
    async preload(paths) {
      await Promise.all(paths.map(readOnce));
    },
  };
}

/** The address is the operator's own, from file or environment, so it may be one of their network. */
async function readText(path: string): Promise<string> {
  if (!/^https?:\/\//i.test(path)) return readFileText(path);
  const { hostname, port, protocol } = new URL(path);
  const { status, body } = await callOutbound({
    url: path,
    reach: "private",
    allowedHosts: readAllowedHosts([`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`]),
    allowHttp: true,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const text = await body.text();
  if (status !== 200) throw new Error(`the server answered ${status}`);
  return text;
}

async function readFileText(path: string): Promise<string> {
  const file = path.startsWith("file:") ? fileURLToPath(path) : path;
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error("the file is larger than 1 MiB");
  return readFile(file, "utf8");
}
