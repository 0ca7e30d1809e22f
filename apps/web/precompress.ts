import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Anything else that is built is compressed already. */
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".txt"]);
/** Below this size the headers outweigh what is saved. */
const MIN_BYTES = 1024;

/** Puts `name.br` and `name.gz` beside every file of the build, so that the server has nothing to compress. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: () => {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && COMPRESSIBLE.has(extname(entry.name))) compress(join(entry.parentPath, entry.name));
      }
    },
  };
}

function compress(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
