import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { aDataDir, type RunningVedette, removeDataDir, runVedette, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const FOLDERS = "/apis/folder.vedette.app/v1/namespaces/default/folders";
/** Odd on purpose: spaces, an exponent, a key twice over, letters that JSON need not escape. */
const ODD_SPEC = `{ "title": "Odd",  "n": 1.0e2, "": null, "a.b": [ ], "u": "\\u00e9" }`;

let vedette: RunningVedette;
beforeAll(async () => {
  vedette = await startVedette({ env: { VEDETTE_UI_ENABLED: "false" } });
}, 120_000);
afterAll(async () => void (await vedette.stop()));

function aFolder(): string {
  const folder = aDataDir();
  onTestFinished(() => removeDataDir(folder));
  return folder;
}

async function run(...args: readonly string[]) {
  const access = ["--server", vedette.url, "--token", vedette.keys.secret_key];
  const { exitCode, output } = await runVedette([...args, ...access]);
  return { exitCode, output };
}

const ask = (path: string, body?: unknown, method?: string) =>
  call<Record<string, unknown>>(`${vedette.url}${path}`, {
    bearer: vedette.keys.secret_key,
    ...(body === undefined ? {} : { body }),
    ...(method === undefined ? {} : { method }),
  });

describe("vedette export and import", { timeout: 180_000 }, () => {
  it("carry folders, dashboards letter by letter and everything else there and back, and again", async () => {
    const folder = (name: string, parent?: string) => ({
      metadata: { name, ...(parent === undefined ? {} : { annotations: { "vedette.app/folder": parent } }) },
      spec: { title: name },
    });
    await ask(FOLDERS, folder("z-outer"));
    await ask(FOLDERS, folder("a-inner", "z-outer"));
    const backup = aFolder();
    const odd = join(backup, "dashboards");
    mkdirSync(odd, { recursive: true });
    const envelope = `"kind":"Dashboard","metadata":{"name":"odd","annotations":{"vedette.app/folder":"a-inner"}}`;
    writeFileSync(join(odd, "odd.json"), `{${envelope},"spec":${ODD_SPEC}}`);
    expect((await run("import", backup)).output).toContain("odd.json: made");

    expect((await run("export", backup)).exitCode).toBe(0);

    expect(readdirSync(backup).sort()).toEqual(["access.json", "dashboards", "folders", "playlists"]);
    expect(readFileSync(join(odd, "odd.json"), "utf8")).toContain(`"spec":${ODD_SPEC}`);
    const unchanged = await run("import", backup);
    expect(unchanged.output).not.toMatch(/made|changed: /);
    await ask(`${FOLDERS}/z-outer`, undefined, "DELETE");
    const drift = await run("import", "--check", backup);
    expect(drift.exitCode).toBe(1);
    expect(drift.output).toContain("odd.json: is not there");
    expect(drift.output).toContain("welcome.json: unchanged");
    const back = await run("import", backup);
    expect(back.exitCode).toBe(0);
    const read = await ask(`${DASHBOARDS}/odd`);
    expect(read.text).toContain(`"spec":${ODD_SPEC}`);
    expect(read.body["metadata"]).toMatchObject({ annotations: { "vedette.app/folder": "a-inner" } });
    expect((await run("import", "--check", backup)).exitCode).toBe(0);
  });

  it("carry who may do what: roles, teams with their people and groups, and what was granted on objects", async () => {
    const TEAMS = "/apis/team.vedette.app/v1/namespaces/default/teams";
    const make = async (path: string, body: unknown) => {
      const answer = await ask(path, body);
      expect([path, answer.status < 300]).toEqual([path, true]);
      return answer.body;
    };
    const account = { email: "grace@example.com", password: "correct horse battery", email_confirm: true };
    const grace = String((await make("/auth/v1/admin/users", account))["id"]);
    await make(FOLDERS, { metadata: { name: "shared" }, spec: { title: "Shared" } });
    await make(TEAMS, { metadata: { name: "ops" }, spec: { title: "Operations" } });
    const { teams } = (await ask("/api/teams/search?query=Operations")).body as { teams: { id: number }[] };
    const team = `/api/teams/${teams[0]?.id}`;
    await make(`${team}/members`, { userId: grace });
    await make(`${team}/groups`, { groupId: "keycloak/ops" });
    const permissions = [{ action: "playlists:write", scope: "*" }];
    await make("/api/access-control/roles", { uid: "turner", name: "Turner", permissions });
    await make(`/api/access-control/teams/${teams[0]?.id}/roles`, { roleUid: "turner" });
    await make(`/api/access-control/folders/shared/users/${grace}`, { permission: "Edit" });
    const backup = aFolder();
    expect((await run("export", backup)).exitCode).toBe(0);
    const file = join(backup, "access.json");
    expect((await run("import", file)).output).toContain("access.json: unchanged");

    for (const path of [`${TEAMS}/ops`, `${FOLDERS}/shared`, "/api/access-control/roles/turner"]) {
      await ask(path, undefined, "DELETE");
    }
    const check = await run("import", "--check", backup);
    const back = await run("import", backup);

    expect(check.exitCode).toBe(1);
    expect(check.output).toContain("role Turner: is not there");
    for (const line of [
      "role Turner: made",
      "grace@example.com in ops: made",
      "group keycloak/ops of ops: made",
      "role turner of ops: made",
      "Edit on folders/shared for user:grace@example.com: made",
    ]) {
      expect(back.output).toContain(line);
    }
    expect(back.exitCode).toBe(0);
    expect((await run("import", "--check", backup)).exitCode).toBe(0);
    const stranger = readFileSync(file, "utf8").replaceAll("grace@", "nobody@");
    writeFileSync(file, stranger);
    const refused = await run("import", file);
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toContain("nobody@example.com has no account there");
  });

  it("writes a file for each name, however long and alike, and takes away those of what is gone", async () => {
    const backup = aFolder();
    const names = ["Alike", "alike", "long".repeat(63)];
    for (const name of names) await ask(DASHBOARDS, { metadata: { name }, spec: { title: name } });
    writeFileSync(join(backup, "notes.json"), "[]");
    mkdirSync(join(backup, "dashboards"));
    writeFileSync(join(backup, "dashboards", "mine.json"), `{"title":"Not written by an export"}`);

    expect((await run("export", backup)).exitCode).toBe(0);
    const files = readdirSync(join(backup, "dashboards"));
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
    const exported = files.map(
      (file) => JSON.parse(readFileSync(join(backup, "dashboards", file), "utf8")).metadata?.name,
    );
    expect(exported).toEqual(expect.arrayContaining(names));
    for (const name of names) await ask(`${DASHBOARDS}/${name}`, undefined, "DELETE");
    expect((await run("export", backup)).exitCode).toBe(0);

    const left = readdirSync(join(backup, "dashboards")).filter((file) => /alike|long|mine/i.test(file));
    expect(left).toEqual(["mine.json"]);
    expect(readdirSync(backup)).toContain("notes.json");
  });

  it("takes the other rights when one of them cannot be given", async () => {
    const file = join(aFolder(), "access.json");
    const grant = (name: string) => ({ resource: "folders", name, to: "role:Viewer", permission: "Edit" });
    await ask(FOLDERS, { metadata: { name: "given" }, spec: { title: "Given" } });
    const grants = [grant("not-there"), grant("given")];
    writeFileSync(file, JSON.stringify({ kind: "Access", roles: [], teams: [], people: [], grants }));

    const { exitCode, output } = await run("import", file);

    expect(exitCode).toBe(1);
    expect(output).toContain("Edit on folders/given for role:Viewer: made");
    expect(output).toContain("Edit on folders/not-there for role:Viewer: ");
  });

  it("takes YAML, replaces only when told to, and shows what has drifted", async () => {
    const folder = aFolder();
    const path = join(folder, "hall.yaml");
    const write = (interval: string) =>
      writeFileSync(
        path,
        `kind: Playlist\napiVersion: playlist.vedette.app/v1\nmetadata:\n  name: hall\nspec:\n  title: Hall\n  interval: ${interval}\n  items: []\n`,
      );
    write("5m");
    expect((await run("import", folder)).output).toContain("hall.yaml: made");
    expect((await run("import", folder)).output).toContain("hall.yaml: unchanged");
    write("6m");

    const kept = await run("import", folder);
    expect(kept.exitCode).toBe(1);
    expect(kept.output).toContain("--replace");
    expect((await run("import", "--check", folder)).output).toContain("drifted");
    expect((await run("import", "--replace", folder)).exitCode).toBe(0);
    const read = await ask("/apis/playlist.vedette.app/v1/namespaces/default/playlists/hall");
    expect(read.body["spec"]).toMatchObject({ interval: "6m" });
  });
});

describe("a provisioned folder", { timeout: 180_000 }, () => {
  it("is taken at every start; what people change here stays until the file changes", async () => {
    const folder = aFolder();
    const write = (title: string) => writeFileSync(join(folder, "cpu.json"), `{ "uid": "cpu",  "title": "${title}" }`);
    write("CPU");
    writeFileSync(join(folder, "broken.json"), "{");
    writeFileSync(join(folder, "nul.json"), `{"uid":"nul","title":"\\u0000"}`);
    writeFileSync(join(folder, "second.json"), `{"uid":"cpu","title":"The same name"}`);
    writeFileSync(
      join(folder, "hall.yaml"),
      "kind: Playlist\nmetadata: {name: hall}\nspec: {title: Hall, interval: 5m, items: []}\n",
    );
    const dataDir = aFolder();
    const env = { VEDETTE_UI_ENABLED: "false", VEDETTE_RESOURCES_PROVISIONING_DIR: folder };
    const start = async () => {
      const server = await startVedette({ dataDir, env });
      const bearer = server.keys.secret_key;
      const path = `${server.url}${DASHBOARDS}/cpu`;
      return {
        server,
        access: ["--server", server.url, "--token", bearer],
        read: async () => (await call<{ spec: { title: string }; metadata: object }>(path, { bearer })).body,
        save: async (title: string) => {
          const { metadata } = (await call<{ metadata: object }>(path, { bearer })).body;
          await call(path, { bearer, method: "PUT", body: { metadata, spec: { uid: "cpu", title } } });
        },
      };
    };

    const first = await start();
    expect((await runVedette(["import", "--check", join(folder, "hall.yaml"), ...first.access])).output).toContain(
      "hall.yaml: unchanged",
    );
    expect(await first.read()).toMatchObject({
      metadata: { annotations: { "vedette.app/managedBy": "provisioning", "vedette.app/sourcePath": "cpu.json" } },
      spec: { title: "CPU" },
    });
    expect(first.server.output()).toMatch(/nul\.json.*NUL/);
    expect(first.server.output()).toMatch(/second\.json.*dashboards\/cpu is taken from .*cpu\.json/);
    await first.save("Changed by hand");
    await first.server.stop();
    const second = await start();
    expect((await second.read()).spec.title).toBe("Changed by hand");
    expect(second.server.output()).toContain("cpu has been changed here since its file was taken");
    await second.server.stop();
    write("CPU of the file");
    const third = await start();
    expect((await third.read()).spec.title).toBe("CPU of the file");
    await third.server.stop();
  });
});
