import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { freePort } from "./free-port.ts";
import { addPerson, signIn } from "./people.ts";
import { aDataDir, type RunningVedette, removeDataDir, runVedette, startVedette } from "./running-server.ts";

const FIXTURES = join(import.meta.dirname, "fixtures", "dashboards");
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

let vedette: RunningVedette;

beforeAll(async () => {
  vedette = await startVedette();
}, 120_000);

afterAll(async () => void (await vedette.stop()));

function fixture(name: string): { path: string; text: string } {
  const path = join(FIXTURES, `${name}.json`);
  return { path, text: readFileSync(path, "utf8") };
}

/** A file of its own for one test. */
function aFile(text: string): string {
  const folder = aDataDir();
  onTestFinished(() => removeDataDir(folder));
  const path = join(folder, "dashboard.json");
  writeFileSync(path, text);
  return path;
}

function aDashboard(title: string, more: object = {}): string {
  return aFile(JSON.stringify({ title, panels: [], ...more }));
}

/** How a dashboard writes a value that it leaves open. */
function open(name: string): string {
  return `\${${name}}`;
}

/** Runs `vedette import` as the holder of a token. */
async function importWith(token: string, ...args: readonly string[]) {
  const { exitCode, output } = await runVedette(["import", "--server", vedette.url, "--token", token, ...args]);
  return { exitCode, lines: output.trim().split("\n") };
}

const importFiles = (...args: readonly string[]) => importWith(vedette.keys.secret_key, ...args);

interface Dashboard {
  readonly metadata: { readonly generation: number };
  readonly spec: Readonly<Record<string, unknown>>;
}

function dashboard(name: string) {
  return call<Dashboard>(`${vedette.url}${DASHBOARDS}/${name}`, { bearer: vedette.keys.secret_key });
}

describe("vedette import", { timeout: 120_000 }, () => {
  it("stores dashboards letter by letter, whatever is odd in them", async () => {
    const files = ["every-oddity", "before-the-grid", "newer-than-known"].map((name) => ({ name, ...fixture(name) }));

    const { exitCode, lines } = await importFiles(...files.map(({ path }) => path));

    expect(exitCode).toBe(0);
    expect(lines).toEqual(
      files.map(({ name, path }) => expect.stringContaining(`${path} → ${vedette.url}/d/${name}/`)),
    );
    for (const { name, text } of files) {
      const stored = await dashboard(name);
      expect(stored.body.spec).toEqual(JSON.parse(text));
      expect(stored.text).toContain(text.trim());
    }
  });

  it("fills the data source that a dashboard leaves open, its constants, and nothing else", async () => {
    const { path, text } = fixture("open-inputs");
    await call(`${vedette.url}/api/datasources`, {
      bearer: vedette.keys.secret_key,
      body: { uid: "harbour", name: "Harbour Prometheus", type: "prometheus", url: "http://prometheus.example:9090" },
    });

    expect((await importFiles(path, "--data-source", "Harbour Prometheus")).exitCode).toBe(0);

    const filled = text
      .replaceAll(open("DS_METRICS"), "harbour")
      .replaceAll(open("VAR_JOB"), 'back\\\\slash \\"quoted\\"');
    expect((await dashboard("open-inputs")).text).toContain(filled.trim());
  });

  it("takes the default data source where none is named, and refuses one that is not there", async () => {
    const inputs = { __inputs: [{ name: "DS_P", type: "datasource", pluginId: "prometheus" }], uid: "asks" };
    const path = aDashboard("Asks", { ...inputs, panels: [{ datasource: { uid: open("DS_P") } }] });

    const refused = await importFiles(path, "--data-source", "nowhere");
    const taken = await importFiles(path);

    expect(refused).toEqual({ exitCode: 1, lines: [`${path}: There is no data source "nowhere".`] });
    expect(taken.exitCode).toBe(0);
    expect((await dashboard("asks")).body.spec["panels"]).toEqual([{ datasource: { uid: "vedette" } }]);
  });

  it("leaves a dashboard of that name alone, and saves a new version of it with --replace", async () => {
    await importFiles(aDashboard("First text", { uid: "twice" }));
    const second = aDashboard("Second text", { uid: "twice" });

    const refused = await importFiles(second);
    const untouched = await dashboard("twice");
    const replaced = await importFiles(second, "--replace");
    const changed = await dashboard("twice");

    expect(refused).toEqual({ exitCode: 1, lines: [expect.stringMatching(/exists.*\(--replace /)] });
    expect(untouched.body).toMatchObject({ metadata: { generation: 1 }, spec: { title: "First text" } });
    expect(replaced.exitCode).toBe(0);
    expect(changed.body).toMatchObject({ metadata: { generation: 2 }, spec: { title: "Second text" } });
  });

  it("says of each file that is no dashboard what is wrong, and imports the others", async () => {
    const [broken, list, untitled] = [aFile("{"), aFile("[]"), aFile('{"panels":[]}')];
    const missing = join(FIXTURES, "not-there.json");

    const { exitCode, lines } = await importFiles(
      ...[broken, list, missing, untitled],
      aDashboard("The good one", { uid: "good" }),
    );

    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      `${broken}: the file is not JSON`,
      `${list}: the file is not a dashboard: it holds no JSON object`,
      `${missing}: the file cannot be read`,
      `${untitled}: This is not a dashboard: it has no title.`,
      expect.stringContaining("/d/good/"),
    ]);
    expect((await dashboard("good")).status).toBe(200);
  });

  it("finds the server of this machine and its key by the settings", async () => {
    const { exitCode, output } = await runVedette(["import", aDashboard("Of this machine", { uid: "local" })], {
      VEDETTE_DATA_DIR: vedette.dataDir,
      VEDETTE_UI_PORT: new URL(vedette.url).port,
    });

    expect([exitCode, output]).toEqual([0, expect.stringContaining(`${vedette.url}/d/local/`)]);
  });

  it("stores nothing for those who may only look, and tells them what has drifted", async () => {
    await addPerson(vedette, "viewer@example.com");
    const { access_token } = await signIn(vedette, "viewer@example.com");
    const path = aDashboard("Not for viewers", { uid: "forbidden" });
    const inputs = [{ name: "DS", type: "datasource", pluginId: "prometheus" }];
    const drifted = aDashboard("To be looked at", { uid: "looked-at", __inputs: inputs, datasource: open("DS") });

    const byViewer = await importWith(access_token, path);
    const byNobody = await importWith("nobody's token", path);
    await importFiles(drifted);
    const same = await importWith(access_token, "--check", drifted);
    await importFiles("--replace", aDashboard("Looked at", { uid: "looked-at" }));
    const checked = await importWith(access_token, "--check", path, drifted);

    expect([byViewer, byNobody]).toEqual([
      { exitCode: 1, lines: [expect.stringContaining(`${path}: `)] },
      { exitCode: 1, lines: [expect.stringContaining(`${path}: `)] },
    ]);
    expect((await dashboard("forbidden")).status).toBe(404);
    expect(same).toEqual({ exitCode: 0, lines: [`${drifted}: unchanged`] });
    expect(checked).toEqual({
      exitCode: 1,
      lines: [`${path}: is not there`, `${drifted}: has drifted: the server says something else`],
    });
  });

  it("stores and compares a file larger than what other calls take", async () => {
    const path = aDashboard("Large", { uid: "large", description: "x".repeat(9 * 1024 * 1024) });

    const missing = await importFiles("--check", path);
    const stored = await importFiles(path);
    const same = await importFiles("--check", path);

    expect(missing).toEqual({ exitCode: 1, lines: [`${path}: is not there`] });
    expect(stored.exitCode).toBe(0);
    expect(same).toEqual({ exitCode: 0, lines: [`${path}: unchanged`] });
  });

  it("says in one line that no server answers, or that a file is missing", async () => {
    const server = `http://localhost:${await freePort()}`;

    const unanswered = await runVedette(["import", "--server", server, "--token", "t", aDashboard("Lost")]);
    const empty = await runVedette(["import"]);

    expect([unanswered.exitCode, unanswered.output.trim().split("\n")]).toEqual([
      1,
      [expect.stringContaining(`${server} does not answer`)],
    ]);
    expect([empty.exitCode, empty.output.trim().split("\n")]).toEqual([
      1,
      [expect.stringContaining("import needs at least one file")],
    ]);
  });
});
