import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, installPackages, run } from "./house.mjs";
import { nodeBinary, root } from "./own-node.mjs";

/** Where the packages go, one file each, ready for `npm publish` or `npm install`. */
const OUTPUT = join(root, "dist", "npm");
const COMPILED = join(root, "dist", "compiled");
const STAGE = join(root, "dist", "stage");
const TSC = join(root, "node_modules", "typescript", "bin", "tsc");
const ROLLDOWN = join(root, "node_modules", "rolldown", "bin", "cli.mjs");

installPackages();
build();
for (const folder of [OUTPUT, COMPILED, STAGE]) rmSync(folder, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
run(nodeBinary(), [TSC, "-p", join(root, "tsconfig.build.json")]);
for (const name of readdirSync(join(root, "packages"))) pack(name, stageLibrary(name));
pack("vedette", await stageProduct());
for (const folder of [COMPILED, STAGE]) rmSync(folder, { recursive: true });
console.log(
  readdirSync(OUTPUT)
    .map((file) => join("dist", "npm", file))
    .join("\n"),
);

/** JavaScript with types instead of sources. */
function stageLibrary(name) {
  const from = join(root, "packages", name);
  const { devDependencies: _, ...manifest } = readManifest(from);
  const stage = join(STAGE, name);
  for (const file of manifest.files.filter((file) => file !== "dist")) cpSync(join(from, file), join(stage, file));
  stageCode({
    config: join(from, "rolldown.config.js"),
    compiled: join(COMPILED, name, "src"),
    to: join(stage, "dist"),
  });
  cpSync(join(from, "README.md"), join(stage, "README.md"));
  const exports = Object.fromEntries(Object.entries(manifest.exports).map(([door, to]) => [door, withoutSource(to)]));
  return write(stage, { ...manifest, exports });
}

/** One file for each source, or as few as the library says. */
function stageCode({ config, compiled, to }) {
  const isBundled = existsSync(config);
  cpSync(compiled, to, { recursive: true, filter: (path) => !isBundled || !path.endsWith(".js") });
  if (isBundled) run(nodeBinary(), [ROLLDOWN, "-c", config, "-d", to, "--log-level", "warn"]);
}

/** Only a clone has sources. */
function withoutSource(conditions) {
  if (typeof conditions === "string") return conditions;
  const { "vedette-source": _, ...published } = conditions;
  return published;
}

/** The built server with its UI, and the packages that a bundle cannot hold. */
async function stageProduct() {
  const stage = join(STAGE, "vedette");
  const files = ["apps/server/dist", "apps/web/dist", "scripts/vedette.mjs", "scripts/own-node.mjs"];
  for (const file of [...files, "README.md", "docs"]) cpSync(join(root, file), join(stage, file), { recursive: true });
  const { version, description, license, optionalDependencies } = readManifest(root);
  const dependencies = await outsideDependencies();
  return write(stage, {
    ...{ name: "vedette", version, description, license, type: "module", engines: { node: ">=20" } },
    ...{ bin: { vedette: "scripts/vedette.mjs" }, files: [...files, "docs"], dependencies, optionalDependencies },
  });
}

/** Every package that the bundle leaves outside, in the version that a workspace asks for. */
async function outsideDependencies() {
  const { LEFT_OUTSIDE } = await import("../apps/server/rolldown.config.js");
  const isOutside = (name) =>
    LEFT_OUTSIDE.some((pattern) => (typeof pattern === "string" ? pattern === name : pattern.test(`${name}/`)));
  const wanted = ["apps", "platform", "services", "packages"]
    .flatMap((wing) => readdirSync(join(root, wing)).map((room) => join(root, wing, room)))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .flatMap((folder) => {
      const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = readManifest(folder);
      const peers = Object.entries(devDependencies).filter(([name]) => name in peerDependencies);
      return [...Object.entries(dependencies), ...peers];
    });
  return Object.fromEntries(wanted.filter(([name]) => isOutside(name)).sort());
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function write(stage, manifest) {
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return stage;
}

function pack(name, stage) {
  console.log(`Packing ${name} …`);
  run("npm", ["pack", stage, "--pack-destination", OUTPUT, "--loglevel=error", "--silent"]);
}
