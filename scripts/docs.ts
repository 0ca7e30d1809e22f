import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandReference } from "./docs/command-reference.ts";
import { errorReference } from "./docs/error-reference.ts";
import { permissionReference } from "./docs/permission-reference.ts";
import { settingsReference } from "./docs/settings-reference.ts";

/** Reference pages that are made from the declarations; `--check` refuses when one is not up to date. */
const PAGES: readonly { readonly path: string; readonly make: () => string }[] = [
  { path: "docs/reference/settings.md", make: settingsReference },
  { path: "docs/reference/errors.md", make: errorReference },
  { path: "docs/reference/permissions.md", make: permissionReference },
  { path: "docs/reference/commands.md", make: commandReference },
];

const root = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");
const stale = PAGES.filter(({ path, make }) => {
  const text = make();
  if (readIfThere(join(root, path)) === text) return false;
  if (!isCheck) writeFileSync(join(root, path), text);
  return true;
});
for (const { path } of stale)
  console.log(isCheck ? `${path} is not what the declarations say; run npm run docs` : `${path} written`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A page that was never made is as stale as an old one.
    return "";
  }
}
