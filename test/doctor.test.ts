import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const PROGRAM = join(import.meta.dirname, "..", "apps", "server", "src", "main.ts");

/** A project that asks for these packages. */
function aProject(dependencies: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "vedette-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies }));
  return folder;
}

/** The command as somebody calls it in the folder of a project. */
function doctor(cwd: string, ...args: readonly string[]) {
  const options = { cwd, encoding: "utf8", env: { PATH: process.env["PATH"] ?? "" } } as const;
  const program = ["--conditions=vedette-source", PROGRAM, "doctor", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, options);
  return { status, stdout, stderr };
}

const OUT_OF_SUPPORT = { "carbon-icons": "7.0.7" };
const OLD_NAME = { "carbon-components-react": "8.0.0" };
const CURRENT = { "@carbon/react": "1.117.0", react: "19.2.0" };

describe("vedette doctor", () => {
  it.each([
    ["an error", OUT_OF_SUPPORT, [], 1],
    ["a warning", OLD_NAME, [], 0],
    ["a warning where warnings count", OLD_NAME, ["--strict"], 1],
    ["what is good to know, where warnings count", CURRENT, ["--strict", "--verbose"], 0],
    ["an error that is to be ignored", OUT_OF_SUPPORT, ["--ignore", "ds/icons-end-of-support"], 0],
    ["one of several that are", OUT_OF_SUPPORT, ["--ignore", "ds/icons-end-of-support", "--ignore", "ds/policy"], 0],
    ["an error before its day", OUT_OF_SUPPORT, ["--today", "2022-03-30"], 0],
  ])("tells of %s by its exit code, and nothing on standard error", (_, dependencies, args, status) => {
    const told = doctor(aProject(dependencies), ...args);

    expect(told).toMatchObject({ status, stderr: "" });
    expect(told.stdout).toMatch(/^package\.json: \d errors?, \d warnings?, \d to know$/m);
  });

  it("writes a block for each finding, without colours where no terminal reads them", () => {
    const { stdout } = doctor(aProject(OUT_OF_SUPPORT));

    expect(stdout).toMatch(
      /^error ds\/icons-end-of-support carbon-icons 7\.0\.7\n {2}.*2022-03-31.*\n {2}by package\.json\n {2}→ /,
    );
    expect(stdout).not.toContain("\u001B");
  });

  it("writes JSON and nothing else when asked", () => {
    const folder = aProject(OLD_NAME);
    const { stdout, status } = doctor(tmpdir(), folder, "--json");

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      root: folder,
      packageManager: { name: "npm", version: null },
      lockfile: null,
      findings: [
        { id: "ds/components-react-8", severity: "warning", package: "carbon-components-react", version: "8.0.0" },
        { id: "project/lockfile-missing", severity: "info", package: null, version: null },
      ],
      summary: { error: 0, warning: 1, info: 1 },
    });
  });

  it.each([
    [["--sideways"], "sideways"],
    [["--ignore", "ds/nothing"], "ds/nothing"],
    [["--today", "2024-02-30"], "YYYY-MM-DD"],
    [["one", "two"], "one folder"],
    [["nowhere"], "package.json"],
  ])("called with %j says why it cannot tell, and ends with 2", (args, words) => {
    const told = doctor(aProject(CURRENT), ...args);

    expect(told).toMatchObject({ status: 2, stdout: "" });
    expect(told.stderr).toContain(words);
  });

  it("explains itself", () => {
    const told = doctor(tmpdir(), "--help");

    expect(told.status).toBe(0);
    expect(told.stdout).toContain("--strict");
  });
});
