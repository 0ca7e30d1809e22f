import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { LOCK_FILES, LOCK_FILES_FOLDER } from "../packages/ui/test/lock-files.ts";
import { launchBrowser } from "./browser/browser-house.ts";
import { call } from "./call.ts";
import { freePort } from "./free-port.ts";
import { killWithRun } from "./kill-with-run.ts";
import { aDataDir, removeDataDir } from "./running-server.ts";

const ROOT = join(import.meta.dirname, "..");

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A folder of somebody else, into which the packages were installed with what they declare and nothing else. */
let project: string;
const manifests = new Map<string, Manifest>();

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, "scripts", "pack.mjs")], { cwd: ROOT, stdio: "pipe" });
  project = mkdtempSync(join(tmpdir(), "vedette-project-"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const output = join(ROOT, "dist", "npm");
  for (const file of readdirSync(output)) install(join(output, file));
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

function install(archive: string): void {
  const stage = mkdtempSync(join(project, "stage-"));
  execFileSync("tar", ["xzf", archive, "-C", stage]);
  const manifest: Manifest = JSON.parse(readFileSync(join(stage, "package", "package.json"), "utf8"));
  manifests.set(manifest.name, manifest);
  const folder = join(project, "node_modules", manifest.name);
  mkdirSync(dirname(folder), { recursive: true });
  execFileSync("mv", [join(stage, "package"), folder]);
  rmSync(stage, { recursive: true });
  const { dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifest;
  for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
}

/** Every entry of every library that code can import, as its users write it. */
const doors = () =>
  [...manifests.values()].flatMap(({ name, exports = {} }) =>
    Object.keys(exports)
      .filter((door) => !door.endsWith(".css"))
      .map((door) => name + door.slice(1)),
  );

describe("the published packages", () => {
  it("are the seven libraries and the product", () => {
    const libraries = ["chart", "client", "image", "intercept", "ui", "window", "worker-metrics"];
    expect([...manifests.keys()].sort()).toEqual([...libraries.map((name) => `@vedette/${name}`), "vedette"]);
  });

  it("can be imported by every entry with nothing but what they declare", () => {
    // Elements extend a class of the browser.
    const imported = doors().filter((door) => door !== "@vedette/ui/element");
    const program = imported.map((door) => `console.log(Object.keys(await import(${JSON.stringify(door)})).length)`);
    writeFileSync(join(project, "program.mjs"), program.join("\n"));

    const counts = execFileSync(process.execPath, ["program.mjs"], { cwd: project, encoding: "utf8" });

    expect(imported.length).toBeGreaterThan(15);
    // The chart's extensions register themselves and export nothing.
    expect(
      counts
        .trim()
        .split("\n")
        .filter((count) => Number(count) > 0).length,
    ).toBeGreaterThanOrEqual(9);
  });

  it("are typed: a strict program reads their types and is told of mistakes", () => {
    const lines = [
      ...doors().map((door, index) => `import * as door${index} from ${JSON.stringify(door)};\nvoid door${index};`),
      'import "@vedette/ui/styles.css";',
      'import { interceptNode } from "@vedette/intercept";',
      "const routes = await interceptNode();",
      'await routes.route("**/*", async (route) => await route.fulfill({ json: { isHere: true } }));',
      "// @ts-expect-error: a status is a number",
      'await routes.route("**/*", async (route) => await route.fulfill({ status: "200" }));',
    ];
    writeFileSync(join(project, "program.ts"), lines.join("\n"));
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "esnext", "--lib", "esnext,dom"];
    const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules", "@types"), "--skipLibCheck"];
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");

    const told = tell(() =>
      execFileSync(process.execPath, [tsc, ...options, ...types, "program.ts"], { cwd: project }),
    );

    expect(told).toBe("");
  });

  it("install nothing beside the pagination, whose parts without a state are no code of the browser alone", () => {
    const folder = join(project, "node_modules", "@vedette", "ui", "dist");
    const clientFiles = filesUnder(folder).filter(
      (file) => file.endsWith(".js") && /^"use client"/.test(readFileSync(file, "utf8")),
    );

    expect(manifests.get("@vedette/ui")).not.toHaveProperty("dependencies");
    expect(clientFiles.map((file) => file.slice(folder.length + 1)).sort()).toEqual([
      join("nav", "page-gap.js"),
      join("nav", "pagination-nav.js"),
      join("table", "table-pagination.js"),
    ]);
  });

  it("render the pagination with the oldest React that they allow, on a server and in a browser", async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), "vedette-react-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const output = join(ROOT, "dist", "npm");
    const archives = readdirSync(output).filter((file) => file.startsWith("vedette-ui-"));
    const files = {
      "package.json": '{ "type": "module" }',
      "app.js": OLD_APP,
      "page.js": OLD_PAGE,
      "server.js": OLD_SERVER,
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const asked = ["react@18.0.0", "react-dom@18.0.0", ...archives.map((file) => join(output, file))];
    const options = ["--prefer-offline", "--fetch-retries=0", "--no-audit", "--no-fund", "--loglevel=error"];
    const refused = tell(() => execFileSync("npm", ["install", ...options, ...asked], { cwd: folder, stdio: "pipe" }));
    // The lock file has one React, which is the newest.
    skip(/E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/.test(refused), "npm cannot be asked for it");
    expect(refused).toBe("");

    const markup = execFileSync(process.execPath, ["server.js"], { cwd: folder, encoding: "utf8" });
    const { output: chunks } = await build({
      input: join(folder, "page.js"),
      write: false,
      logLevel: "silent",
      platform: "browser",
      transform: { define: { "process.env.NODE_ENV": '"development"' } },
      output: { format: "iife" },
    });
    await using browser = await launchBrowser();
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.setContent(`<!doctype html><title>Pages</title><main>${markup}</main>`);
    await page.addScriptTag({ content: chunks[0].code });

    const list = page.getByRole("group", { name: "list" });
    await list.getByRole("button", { name: "Next page" }).click();
    await list.getByRole("status").getByText("11–20 of 25 items").waitFor();
    const numbers = page.getByRole("navigation", { name: "numbers" });
    const second = numbers.getByRole("button", { name: "Page 2", exact: true });
    await second.click();
    await second.and(page.locator('[aria-current="page"]')).waitFor();
    const version = expect.stringMatching(/^18\.0\.0/);
    expect(await page.evaluate("seen()")).toEqual({ version, refs: ["routed", "routed"], recovered: [] });
    expect(problems).toEqual([]);
  });

  it("open windows from a handful of files, since each costs time at every start", () => {
    const folder = join(project, "node_modules", "@vedette", "window", "dist");
    const code = readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith(".js"));

    expect(code).toContain("index.js");
    expect(code.length).toBeLessThanOrEqual(12);
  });

  it("name no path of the machine they were made on, and bring no sources", () => {
    const files = [...manifests.keys()].flatMap((name) => filesUnder(join(project, "node_modules", name)));

    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
    expect(files.filter((file) => /\.(js|json|css|html)$/.test(file) && readFileSync(file).includes(ROOT))).toEqual([]);
  });

  it("bring the doctor, which looks at the project that they were installed into", () => {
    const command = join(project, "node_modules", "vedette", "scripts", "vedette.mjs");

    const told = execFileSync(process.execPath, [command, "doctor", project], { encoding: "utf8" });

    expect(told).toContain("package.json: 0 errors, 0 warnings");
  });

  it.each(LOCK_FILES)("read $file of $of, by the doctor and by the check", ({ of, file }) => {
    const folder = mkdtempSync(join(project, "locked-"));
    cpSync(join(LOCK_FILES_FOLDER, "good"), folder, { recursive: true });
    cpSync(join(LOCK_FILES_FOLDER, `good.${of}`), join(folder, file));
    const command = join(project, "node_modules", "vedette", "scripts", "vedette.mjs");
    const program = `import { checkProject, reportText } from "@vedette/ui/check"; console.log(reportText(checkProject("${folder}")));`;

    const told = [
      [command, "doctor", folder],
      ["--input-type=module", "-e", program],
    ].map((args) => execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" }).trim());

    expect(told).toEqual([`${file}: 0 errors, 0 warnings, 0 to know`, `${file}: 0 errors, 0 warnings, 0 to know`]);
  });

  it("start the product by its command, on the Node that comes along", async () => {
    const dataDir = aDataDir();
    const port = await freePort();
    const command = join(project, "node_modules", "vedette", "scripts", "vedette.mjs");
    const env = { PATH: process.env["PATH"] ?? "", VEDETTE_UI_PORT: String(port), VEDETTE_DATA_DIR: dataDir };
    const child = spawn(process.execPath, [command], { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
    killWithRun(child);
    onTestFinished(async () => {
      // The command hands this on to the server that it started; a harder signal would not reach it.
      if (child.kill("SIGTERM")) await once(child, "exit");
      removeDataDir(dataDir);
    });
    const said = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stdout.on("data", (chunk) => {
        text += chunk;
        if (text.includes("Keys for programs are in")) resolve(text);
      });
      child.once("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
    });

    expect(said).toContain(`http://localhost:${port}/setup#code=`);
    expect((await call(`http://localhost:${port}/api/health`)).status).toBe(200);
    const page = await fetch(`http://localhost:${port}/`, { headers: { accept: "text/html" } });
    const [, script = "none"] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
    const answer = await fetch(new URL(script, page.url));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

/** A page of somebody else with React 18, as the server draws it, and as a browser goes on with it. */
const OLD_APP = `
  import { createElement as make, createRef } from "react";
  import { PaginationAuto, PaginationLink, PaginationNav, TablePagination } from "@vedette/ui";
  export const refs = [createRef(), createRef()];
  const router = make("a", { id: "routed", ref: refs[1] });
  export const app = make(
    "div",
    null,
    make(PaginationAuto, { page: 5, pageCount: 10, hrefFor: (page) => "#" + page }),
    make(PaginationLink, { href: "#routed", ref: refs[0], render: router }, "routed"),
    make(TablePagination, { "aria-label": "list", totalItems: 25, pageSizes: [10, 20] }),
    make(PaginationNav, { "aria-label": "numbers", totalPages: 30 }),
  );
`;
const OLD_SERVER = `
  import { renderToString } from "react-dom/server";
  import { app } from "./app.js";
  process.stdout.write(renderToString(app));
`;
const OLD_PAGE = `
  import { createElement as make, StrictMode, version } from "react";
  import { hydrateRoot } from "react-dom/client";
  import { app, refs } from "./app.js";
  const recovered = [];
  const onRecoverableError = ({ message }) => recovered.push(message);
  hydrateRoot(document.querySelector("main"), make(StrictMode, null, app), { onRecoverableError });
  globalThis.seen = () => ({ version, refs: refs.map(({ current }) => current?.id), recovered });
`;

/** What a package has itself, without what was linked into it. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(join(folder, "node_modules")))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @returns what a program said when it failed, nothing when it did not */
function tell(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error);
    return `${stdout}${stderr}` || String(error);
  }
}
