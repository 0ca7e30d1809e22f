import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheReference } from "./docs/cache-reference.ts";
import { commandReference } from "./docs/command-reference.ts";
import { componentPages } from "./docs/component-pages.ts";
import { errorReference } from "./docs/error-reference.ts";
import { permissionReference } from "./docs/permission-reference.ts";
import { routeReference } from "./docs/route-reference.ts";
import { screenPages } from "./docs/screen-pages.ts";
import { settingsReference } from "./docs/settings-reference.ts";

/** Reference pages that are made from the declarations; `--check` refuses when one is not up to date. */
const PAGES: readonly { readonly path: string; readonly make: () => string }[] = [
  { path: "docs/reference/settings.md", make: settingsReference },
  { path: "docs/reference/errors.md", make: errorReference },
  { path: "docs/reference/permissions.md", make: permissionReference },
  { path: "docs/reference/routes.md", make: routeReference },
  { path: "docs/reference/commands.md", make: commandReference },
  { path: "docs/reference/caches.md", make: cacheReference },
  ...componentPages,
  ...screenPages,
];

const root = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");
const stale = PAGES.filter(({ path, make }) => {
  const text = make();
  if (readIfThere(join(root, path)) === text) return false;
  if (!isCheck) write(join(root, path), text);
  return true;
});
for (const { path } of stale)
  console.log(isCheck ? `${path} is not what the declarations say; run npm run docs` : `${path} written`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A page that was never made is as stale as an old one.
    return "";
  }
}
