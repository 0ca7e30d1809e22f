import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { freePort } from "./free-port.ts";
import { aDataDir, PROGRAM, removeDataDir, runVedette, startVedette } from "./running-server.ts";

function aFolder(): string {
  const folder = aDataDir();
  onTestFinished(() => removeDataDir(folder));
  return folder;
}

async function aVedette(options: Parameters<typeof startVedette>[0] = {}) {
  const dataDir = options.dataDir ?? aFolder();
  const vedette = await startVedette({ ...options, dataDir });
  onTestFinished(async () => void (await vedette.stop()));
  return vedette;
}

describe("the first start", () => {
  it("prints the address and the set-up link, and keeps the keys where only the owner reads them", async () => {
    const { url, dataDir, keys, output } = await aVedette();

    expect(output()).toContain(`Vedette is at ${url}`);
    expect(output()).toContain(`${url}/setup#code=`);
    expect(output()).not.toContain(keys.secret_key);
    expect(keys.publishable_key).toMatch(/^vd_publishable_/);
    expect(keys.secret_key).toMatch(/^vd_secret_/);
    expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600);
  });

  it("copies one database, without those that nobody opens", () => {
    expect(readdirSync(join(dirname(PROGRAM), "empty-store", "base"))).toHaveLength(1);
  });

  it("is ready when it says so", async () => {
    const { url } = await aVedette();
    const statusOf = async (path: string) => (await fetch(url + path)).status;

    expect(
      await Promise.all(["/livez", "/readyz", "/healthz", "/api/health", "/auth/v1/health", "/metrics"].map(statusOf)),
    ).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it("says what it was built from, and when", async () => {
    const { url, keys } = await aVedette();
    const answer = await fetch(`${url}/api/frontend/settings`, {
      headers: { authorization: `Bearer ${keys.secret_key}` },
    });
    const { buildInfo } = (await answer.json()) as { buildInfo: { commit: string; buildstamp: number } };

    expect(buildInfo.commit).toMatch(/^([0-9a-f]{40}(-dirty)?|unknown)$/);
    const age = Date.now() / 1000 - buildInfo.buildstamp;
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(365 * 86_400);
  });

  it("takes keys that the environment fixes", async () => {
    const env = {
      VEDETTE_PUBLISHABLE_KEY: "vd_publishable_fixed-by-the-test",
      VEDETTE_SECRET_KEY: `vd_secret_${"s".repeat(32)}`,
    };
    const { url, keys } = await aVedette({ env });

    const answer = await fetch(`${url}/auth/v1/admin/users`, {
      headers: { authorization: `Bearer ${env.VEDETTE_SECRET_KEY}` },
    });

    expect(keys.publishable_key).toBe(env.VEDETTE_PUBLISHABLE_KEY);
    expect(answer.status).toBe(200);
  });
});

describe("a later start", () => {
  it("has the same keys and the same working set-up link", async () => {
    const dataDir = aFolder();
    const env = { VEDETTE_UI_PORT: String(await freePort()) };
    const first = await startVedette({ dataDir, env });
    expect(await first.stop()).toBe(0);

    const second = await aVedette({ dataDir, env });

    expect(second.keys).toEqual(first.keys);
    expect(second.keys.setup_url).toMatch(/\/setup#code=/);
  });

  it("works after the process was killed", async () => {
    const dataDir = aFolder();
    const first = await startVedette({ dataDir });
    await first.kill();

    const second = await aVedette({ dataDir });

    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  });
});

describe("a list that has begun", () => {
  it("goes on after the server was started again, and shows what was there when it began", async () => {
    const dataDir = aFolder();
    const first = await startVedette({ dataDir });
    const path = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";
    const bearer = first.keys.secret_key;
    const make = (url: string, name: string) =>
      call(url + path, { bearer, body: { metadata: { name }, spec: { title: name, interval: "5m", items: [] } } });
    for (const name of ["a", "b", "d"]) expect((await make(first.url, name)).status).toBe(201);
    const page = await call<ListPage>(`${first.url}${path}?limit=1`, { bearer });
    await first.stop();

    const second = await aVedette({ dataDir });
    await make(second.url, "c");
    const next = `${path}?continue=${encodeURIComponent(page.body.metadata.continue ?? "")}`;
    const rest = await call<ListPage>(second.url + next, { bearer });

    expect(page.body.items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
    expect(rest.body.items.map(({ metadata }) => metadata.name)).toEqual(["b", "d", "welcome"]);
    expect(rest.body.metadata).toEqual({ resourceVersion: page.body.metadata.resourceVersion });
  });
});

interface ListPage {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

describe("an error that nobody caught", () => {
  it.each(["throw new Error('adrift')", "Promise.reject(new Error('adrift'))"])(
    "is said once and ends the process: %s",
    async (fault) => {
      const bySignal = `data:text/javascript,process.on('SIGUSR2', () => { ${fault} })`;
      const vedette = await aVedette({ env: { NODE_OPTIONS: `--import="${bySignal}"` } });

      const exitCode = await vedette.endBy("SIGUSR2");

      expect(exitCode).toBe(1);
      expect(vedette.output().match(/ended by an uncaught error: Error: adrift/g)).toHaveLength(1);
    },
  );
});

describe("a start that cannot work ends with one line that says what to do", () => {
  it("when the port is taken, and writes nothing", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const dataDir = join(aFolder(), "data");

    const { exitCode, output } = await runVedette([], { VEDETTE_UI_PORT: port, VEDETTE_DATA_DIR: dataDir });

    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([
      expect.stringMatching(new RegExp(`port ${port} .* is taken; .*VEDETTE_UI_PORT`)),
    ]);
    expect(() => readdirSync(dataDir)).toThrow("ENOENT");
  });

  it("when another Vedette has the data directory", async () => {
    const { dataDir } = await aVedette();

    const { exitCode, output } = await runVedette([], {
      VEDETTE_UI_PORT: String(await freePort()),
      VEDETTE_DATA_DIR: dataDir,
    });

    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringContaining(dataDir)]);
  });

  it("when its keys cannot be read, and leaves them as they are", async () => {
    const dataDir = aFolder();
    const keysFile = join(dataDir, "keys.json");
    writeFileSync(keysFile, '{"secret_key": "vd_secret_half-wri');

    const { exitCode, output } = await runVedette([], {
      VEDETTE_UI_PORT: String(await freePort()),
      VEDETTE_DATA_DIR: dataDir,
    });

    expect([exitCode, output.trim()]).toEqual([1, expect.stringMatching(/keys\.json cannot be read; .*remove it/)]);
    expect(readFileSync(keysFile, "utf8")).toContain("half-wri");
  });

  it("when the address is not this machine's", async () => {
    const { exitCode, output } = await runVedette([], {
      VEDETTE_HOST: "192.0.2.1",
      VEDETTE_UI_PORT: String(await freePort()),
      VEDETTE_DATA_DIR: join(aFolder(), "data"),
    });

    expect([exitCode, output.trim()]).toEqual([
      1,
      "vedette: 192.0.2.1 is no address of this machine; set VEDETTE_HOST to one that is",
    ]);
  });

  it("when the data directory cannot be written", async () => {
    const blocked = join(aFolder(), "a-file");
    writeFileSync(blocked, "");

    const { exitCode, output } = await runVedette([], {
      VEDETTE_UI_PORT: String(await freePort()),
      VEDETTE_DATA_DIR: join(blocked, "data"),
    });

    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringContaining(blocked)]);
  });

  it.each([
    ["is not TOML", "[server\nport = 1", /vedette\.toml:1:\d+ is not valid TOML/],
    ["has an unknown key", "[server]\nprot = 1", /there is no setting server\.prot; did you mean server\.port\?/],
    ["has a wrong value", '[server]\nport = "many"', /server\.port is "many"/],
  ])("when the file %s", async (_fault, text, expected) => {
    const folder = aFolder();
    const config = join(folder, "vedette.toml");
    writeFileSync(config, text);

    const { exitCode, output } = await runVedette([], {
      VEDETTE_CONFIG: config,
      VEDETTE_DATA_DIR: join(folder, "data"),
    });

    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringMatching(expected)]);
    expect(readdirSync(folder)).toEqual(["vedette.toml"]);
  });

  it("when a variable is refused: exit code 2", async () => {
    const { exitCode, output } = await runVedette([], { VEDETTE_UI_PORT: "eighty" });

    expect([exitCode, output.trim()]).toEqual([2, expect.stringContaining('VEDETTE_UI_PORT is "eighty"')]);
  });

  it("when the data directory is open to others", async () => {
    const dataDir = join(aFolder(), "open");
    mkdirSync(dataDir, { mode: 0o755 });
    writeFileSync(join(dataDir, "something"), "");

    const { exitCode, output } = await runVedette([], {
      VEDETTE_UI_PORT: String(await freePort()),
      VEDETTE_DATA_DIR: dataDir,
    });

    expect(exitCode).toBe(1);
    expect(output).toContain("chmod 700");
  });
});

describe("the command", () => {
  it("shows its commands", async () => {
    const { exitCode, output } = await runVedette(["--help"]);

    expect(exitCode).toBe(0);
    expect(output).toMatch(/^ {2}import +Store dashboards/m);
    expect(Math.max(...output.split("\n").map(({ length }) => length))).toBeLessThan(140);
  });

  it.each([[["help", "import"]], [["import", "--help"]]])("shows how one is called: %j", async (args) => {
    expect(await runVedette(args)).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^vedette import <file or folder…> \[--replace/m),
    });
  });

  it("shows its version, whose major is at least 13", async () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../apps/server/package.json"), "utf8"));

    expect((await runVedette(["--version"])).output.trim()).toBe(manifest.version);
    expect(Number(manifest.version.split(".")[0])).toBeGreaterThanOrEqual(13);
  });

  it("refuses a word it does not know, and names those it knows", async () => {
    const { exitCode, output } = await runVedette(["strat"]);

    expect([exitCode, output]).toEqual([2, expect.stringContaining('no command "strat"; it has: start, import')]);
  });
});
