import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const PACKAGES = join(import.meta.dirname, "..", "packages");

/** Bytes of JavaScript, minified, dependencies apart. */
interface BundleSize {
  /** What is loaded at the start. */
  readonly initial: number;
  /** With what is loaded when it is first used. */
  readonly whole: number;
  /** What is loaded at the start, as it comes over the network. */
  readonly gzip: number;
}

/**
 * Bundles a program that uses parts of a library.
 *
 * @param uses - exported names by the file in `packages/` that they are from: `{ "intercept/src/index.ts": "*" }`
 * @param leftOut - modules that such a program never loads
 */
export async function bundleSize(uses: Readonly<Record<string, string>>, leftOut = /^$/): Promise<BundleSize> {
  const program = Object.entries(uses)
    .map(([file, names]) => `export ${names} from ${JSON.stringify(join(PACKAGES, file))};`)
    .join("\n");
  await using bundle = await rolldown({
    input: "program",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === "program" ? id : null),
        load: (id) => (id === "program" ? program : null),
      },
    ],
    external: (id) => leftOut.test(id) || /^(?!program$)[^./]/.test(id),
    platform: "node",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
  const chunks = output.filter((file) => file.type === "chunk");
  const first = chunks.filter(({ isEntry }) => isEntry);
  // The list grows while it is walked, until no import leads to a new chunk.
  for (const { imports } of first) {
    first.push(...chunks.filter((chunk) => imports.includes(chunk.fileName) && !first.includes(chunk)));
  }
  const bytesOf = (files: typeof chunks): number => files.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  const gzip = first.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return { initial: bytesOf(first), whole: bytesOf(chunks), gzip };
}
