import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "rolldown";

/**
 * As npm gets it. The components stay a file for each source, since some say of themselves that they are of the browser.
 * The check is one file with all that it needs: who wants a pagination installs nothing beside it.
 */
export default defineConfig([
  {
    cwd: import.meta.dirname,
    input: ["src/index.ts", "src/element.ts"],
    external: /^[^./]/,
    platform: "neutral",
    output: { format: "esm", preserveModules: true, preserveModulesRoot: "src" },
    onLog: (level, log, handle) => log.code === "MODULE_LEVEL_DIRECTIVE" || handle(level, log),
  },
  {
    cwd: import.meta.dirname,
    input: "src/check.ts",
    platform: "node",
    // The reader of yarn.lock asks at its start in which file it is, which a module is not told.
    transform: { define: { __filename: '""' } },
    output: { format: "esm", entryFileNames: "[name].js" },
    plugins: [{ name: "licenses", generateBundle: emitLicenses }],
  },
]);

/** Whose code is in the file, as their licences ask for. */
function emitLicenses(_options, bundle) {
  const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), "utf8").trim())];
  });
  this.emitFile({
    type: "asset",
    fileName: "check.licenses.txt",
    source: `${texts.map((one) => one.join("\n\n")).join("\n\n\n")}\n`,
  });
}
