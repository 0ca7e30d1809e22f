import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { startIdentity } from "./identity-server.ts";

const TOKEN = "directory-token-directory-token-1";
const VERSION = "0.5.2";
const PACKAGES = [`scim2-tester==${VERSION}`, "scim2-client==0.13.2", "scim2-models==0.12.3", "httpx2==2.16.2"];
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "vedette", `scim2-tester-${VERSION}`);
const PYTHON = join(CACHE, "bin", "python");

/** Installs the tester once. @returns why that is not possible */
function install(): string | undefined {
  const isThere = () => existsSync(PYTHON) && spawnSync(PYTHON, ["-c", "import scim2_tester, httpx2"]).status === 0;
  if (isThere()) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const venv = spawnSync("python3", ["-m", "venv", CACHE], { timeout: 120_000 });
  if (venv.status !== 0) return "Python 3 with venv is not installed";
  const pip = spawnSync(PYTHON, ["-m", "pip", "install", "--quiet", ...PACKAGES], { timeout: 300_000 });
  return pip.status === 0 && isThere() ? undefined : "the packages of scim2-tester cannot be installed";
}

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  /** Checks that did not succeed: status, type of resource, title, reason. */
  readonly others: readonly (readonly [status: string, resource: string | null, title: string, reason: string])[];
}

const missing = install();
const run = promisify(execFile);

onEachStore("SCIM as scim2-tester checks it", (open) => {
  it.skipIf(missing !== undefined)(
    `passes every check for users and groups${missing === undefined ? "" : ` (skipped: ${missing})`}`,
    async () => {
      const settings = { "auth.scim.enabled": true, "auth.scim.token": TOKEN };
      const server = await startIdentity(open, { settings });

      const script = join(import.meta.dirname, "scim2-tester.py");
      const { stdout } = await run(PYTHON, [script, `${server.url}/auth/v1/scim/v2`, TOKEN], { timeout: 240_000 });
      const report = JSON.parse(stdout) as Report;

      expect(report.others.filter(([status]) => status !== "SKIPPED")).toEqual([]);
      expect(report.counts["SUCCESS"]).toBeGreaterThan(50);
    },
    300_000,
  );
});
