import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { DASHBOARDS, FOLDERS, openRoom, PLAYLISTS, type Room, type Who } from "./room.ts";

const KUBECTL = process.env["KUBECTL"] ?? "/usr/bin/kubectl";
/** Generous: the machine may be busy. */
const WAIT = { timeout: 25_000, interval: 50 };

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

onEachStore("kubectl", (openTestDatabase) => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-kubectl-"));
  let room: Room;
  let server: string;
  let minor = 0;
  beforeAll(async () => {
    const tls = makeCertificate(folder);
    const settings = { "resources.additional_group_suffix": "boards.example" };
    room = await openRoom(openTestDatabase, { publicUrl: "https://localhost", tls, settings });
    await room.app.listen({ host: "127.0.0.1", port: 0 });
    server = `https://127.0.0.1:${(room.app.server.address() as AddressInfo).port}`;
    minor = Number(
      /Minor:"(\d+)|v1\.(\d+)/
        .exec((await kubectl("version", "--client")).out)
        ?.slice(1)
        .join(""),
    );
  });
  afterAll(async () => {
    await room[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  function commandLine(args: readonly string[], as: Who): string[] {
    const connection = ["--server", server, "--certificate-authority", join(folder, "cert.pem")];
    // Without any token kubectl would ask for a name and a password.
    const token = as === "nobody" ? "not-a-token" : room.bearer(as).replace("Bearer ", "");
    const who = ["--token", token, "--cache-dir", join(folder, `cache-${as}`)];
    return [...connection, ...who, ...args];
  }
  const KUBECONFIG = aFile("config", "apiVersion: v1\nkind: Config\n");
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, KUBECONFIG };

  function kubectlAs(as: Who, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Said> {
    return new Promise((resolve) => {
      execFile(KUBECTL, commandLine(args, as), { env: { ...env, ...more } }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });
  }
  const kubectl = (...args: string[]) => kubectlAs("admin", args);

  function aFile(name: string, object: object | string): string {
    const path = join(folder, name);
    writeFileSync(path, typeof object === "string" ? object : JSON.stringify(object));
    return path;
  }
  const aDashboard = (name: string, spec: object = { title: name }, metadata: object = {}) => ({
    apiVersion: "dashboard.vedette.app/v1",
    kind: "Dashboard",
    metadata: { name, ...metadata },
    spec,
  });
  const specOf = async (name: string) => JSON.parse((await room.ask("GET", `${DASHBOARDS}/${name}`)).text).spec;
  const create = (name: string, metadata: object = {}) =>
    room.ask("POST", DASHBOARDS, { body: aDashboard(name, { title: `Title of ${name}` }, metadata) });

  it("makes, shows, describes and removes objects of every kind", async () => {
    const file = aFile("list.json", {
      apiVersion: "v1",
      kind: "List",
      items: [
        { apiVersion: "folder.vedette.app/v1", kind: "Folder", metadata: { name: "infra" }, spec: { title: "Infra" } },
        aDashboard("cpu", { title: "CPU", tags: ["a", "b"] }, { annotations: { "vedette.app/folder": "infra" } }),
        {
          apiVersion: "playlist.vedette.app/v1",
          kind: "Playlist",
          metadata: { name: "wall" },
          spec: { title: "Wall", interval: "5m", items: [{ type: "dashboard_by_tag", value: "a" }] },
        },
      ],
    });

    const made = await kubectl("create", "-f", file);
    const again = await kubectl("create", "-f", file);
    const table = await kubectl("get", "dash", "cpu", "-o", "wide");
    const names = await kubectl("get", "all", "-o", "name");
    const json = await kubectl("get", "dashboards.dashboard.vedette.app", "cpu", "-o", "json");
    const [described, playlists, folders] = await Promise.all([
      kubectl("describe", "dashboard", "cpu"),
      kubectl("get", "playlists"),
      kubectl("get", "folders", "-A"),
    ]);
    // With the folder goes what lies in it.
    const removed = await kubectl("delete", "-f", file, "--ignore-not-found");

    expect(made).toMatchObject({ code: 0, err: "" });
    expect(made.out).toBe(
      "folder.folder.vedette.app/infra created\ndashboard.dashboard.vedette.app/cpu created\nplaylist.playlist.vedette.app/wall created\n",
    );
    expect(again.code).toBe(1);
    expect(again.err).toContain('dashboards.dashboard.vedette.app "cpu" already exists');
    expect(table.out).toMatch(/^NAME +TITLE +FOLDER +TAGS +GENERATION +CREATED AT\ncpu +CPU +infra +a,b +1 +\d{4}-/);
    expect(names.out).toContain("dashboard.dashboard.vedette.app/cpu\n");
    expect(names.out).toContain("playlist.playlist.vedette.app/wall\n");
    expect(JSON.parse(json.out).spec).toEqual({ title: "CPU", tags: ["a", "b"] });
    expect(described.out).toMatch(/Name: +cpu\n.*Kind: +Dashboard.*Title: +CPU/s);
    expect(playlists.out).toMatch(/^NAME +TITLE +INTERVAL\nwall +Wall +5m\n/);
    expect(folders.out).toMatch(/^NAMESPACE +NAME +TITLE +PARENT +CREATED AT\ndefault +infra +Infra/);
    expect(removed).toMatchObject({ code: 0 });
    expect((await room.ask("GET", `${FOLDERS}/infra`)).status).toBe(404);
    expect((await room.ask("GET", `${PLAYLISTS}/wall`)).status).toBe(404);
  });

  it("applies from its own side: makes, changes, leaves out, and says when nothing changed", async () => {
    const apply = (spec: object) => kubectl("apply", "-f", aFile("apply.json", aDashboard("applied", spec)));

    const said = [
      await apply({ title: "One", refresh: "5s" }),
      await apply({ title: "One", refresh: "5s" }),
      await apply({ title: "Two", tags: ["x"] }),
    ];
    const diff = await kubectl("diff", "-f", aFile("diff.json", aDashboard("applied", { title: "Three" })));

    expect(said.map(({ code, out }) => [code, out.split(" ").at(-1)])).toEqual([
      [0, "created\n"],
      [0, "unchanged\n"],
      [0, "configured\n"],
    ]);
    expect(await specOf("applied")).toEqual({ title: "Two", tags: ["x"] });
    expect(diff.code).toBe(1);
    expect(diff.out).toContain("+  title: Three");
  });

  it("applies on the server: conflicts, takes over by force, and goes on from the other way", async () => {
    const apply = (spec: object, ...more: string[]) =>
      kubectl("apply", "--server-side", "-f", aFile("ssa.json", aDashboard("server-side", spec)), ...more);

    const made = await apply({ title: "One", tags: ["a"] });
    await room.ask("PATCH", `${DASHBOARDS}/server-side?fieldManager=person`, {
      body: { spec: { title: "Mine" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    const refused = await apply({ title: "Two", tags: ["a"] });
    const forced = await apply({ title: "Two" }, "--force-conflicts");
    await kubectl("apply", "-f", aFile("csa.json", aDashboard("migrated", { title: "One", refresh: "5s" })));
    const migrated = await kubectl(
      "apply",
      "--server-side",
      "-f",
      aFile("migrated.json", aDashboard("migrated", { title: "Two" })),
    );

    expect(made.out).toBe("dashboard.dashboard.vedette.app/server-side serverside-applied\n");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      'Apply failed with 1 conflict: conflict with "person" using dashboard.vedette.app/v1',
    );
    expect(refused.err).toContain(".spec.title");
    expect([forced.code, await specOf("server-side")]).toEqual([0, { title: "Two" }]);
    expect([migrated.code, await specOf("migrated")]).toEqual([0, { title: "Two" }]);
  });

  it("edits, replaces, labels, annotates and patches", async () => {
    await create("changed");
    const editor = aFile("editor.sh", `#!/bin/sh\nsed -i 's/title: Title of changed/title: Edited/' "$1"\n`);
    chmodSync(editor, 0o755);

    const edited = await kubectlAs("admin", ["edit", "dashboard", "changed"], { KUBE_EDITOR: editor });
    const afterEdit = await specOf("changed");
    const said = [
      await kubectl("label", "dashboard", "changed", "team=infra"),
      await kubectl("annotate", "dashboard", "changed", "vedette.app/message=by hand"),
      await kubectl("patch", "dashboard", "changed", "--type", "merge", "-p", '{"spec":{"refresh":"5s"}}'),
      await kubectl(
        "patch",
        "dashboard",
        "changed",
        "--type",
        "json",
        "-p",
        '[{"op":"replace","path":"/spec/refresh","value":"9s"}]',
      ),
    ];
    const strategic = await kubectl("patch", "dashboard", "changed", "-p", '{"spec":{"refresh":"1s"}}');
    const object = JSON.parse((await kubectl("get", "dashboard", "changed", "-o", "json")).out);
    const replaced = await kubectl(
      "replace",
      "-f",
      aFile("replace.json", aDashboard("changed", { title: "Replaced" })),
    );

    expect(edited).toMatchObject({ code: 0 });
    expect(afterEdit).toEqual({ title: "Edited" });
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(strategic.code).toBe(1);
    expect(strategic.err).toContain("accepted media types include: application/json-patch+json");
    expect(object).toMatchObject({ metadata: { labels: { team: "infra" } }, spec: { title: "Edited", refresh: "9s" } });
    expect(object.metadata.annotations["vedette.app/message"]).toBeUndefined();
    expect([replaced.code, await specOf("changed")]).toEqual([0, { title: "Replaced" }]);
  });

  it("watches and waits", async () => {
    await create("awaited");
    const watching = spawn(KUBECTL, commandLine(["get", "dashboards", "-w", "-l", "watched=yes"], "admin"), { env });
    let seen = "";
    watching.stdout.on("data", (data: Buffer) => {
      seen += data.toString();
    });
    await create("seen", { labels: { watched: "yes" } });
    await vi.waitFor(() => expect(seen).toMatch(/seen +Title of seen/), WAIT);
    const waiting = kubectl("wait", "dashboard/awaited", "--for=delete", "--timeout=30s");
    await room.ask("DELETE", `${DASHBOARDS}/seen`);
    const removed = await kubectl("delete", "dashboard", "awaited");
    const waited = await waiting;
    await vi.waitFor(() => expect(seen.match(/seen +Title of seen/g)).toHaveLength(2), WAIT);
    watching.kill();
    await once(watching, "exit");

    expect(removed).toMatchObject({ code: 0, out: 'dashboard.dashboard.vedette.app "awaited" deleted\n' });
    expect(waited.code).toBe(0);
  });

  it("works under the names of another product, on the same objects", async () => {
    const GROUP = "dashboard.boards.example";
    await kubectl(
      "create",
      "-f",
      aFile("home.json", {
        apiVersion: "folder.boards.example/v1",
        kind: "Folder",
        metadata: { name: "home" },
        spec: { title: "Home" },
      }),
    );
    const theirs = (title: string) => ({
      apiVersion: `${GROUP}/v1`,
      kind: "Dashboard",
      metadata: {
        name: "theirs",
        labels: { crew: "deck" },
        annotations: { "boards.example/folder": "home", own: '{"vedette.app/folder":1}' },
      },
      spec: { title, links: ["boards.example/folder", "vedette.app/folder"] },
    });

    const made = await kubectl("apply", "-f", aFile("theirs.json", theirs("One")));
    const again = await kubectl("apply", "-f", aFile("theirs.json", theirs("Two")));
    const onServer = await kubectl(
      "apply",
      "--server-side",
      "--force-conflicts",
      "-f",
      aFile("theirs.json", theirs("Three")),
    );
    const labelled = await kubectl("label", `dashboards.${GROUP}`, "theirs", "boards.example/kept=yes");
    const json = JSON.parse((await kubectl("get", `dashboards.${GROUP}`, "theirs", "-o", "json")).out);
    const ours = JSON.parse((await kubectl("get", "dashboards.dashboard.vedette.app", "theirs", "-o", "json")).out);
    const found = await kubectl("get", `dashboards.${GROUP}`, "-l", "boards.example/kept=yes", "-o", "name");
    const all = await kubectl("get", "all", "-o", "name");
    const explained = await kubectl("explain", "dashboards", `--api-version=${GROUP}/v1`);
    const history = await room.ask(
      "GET",
      `/apis/${GROUP}/v1/namespaces/default/dashboards?labelSelector=boards.example%2Fget-history%3Dtrue&fieldSelector=metadata.name%3Dtheirs`,
    );
    const read = await room.ask("GET", `/apis/${GROUP}/v1/namespaces/default/dashboards/theirs`);
    const removed = await kubectl("delete", "folders.folder.boards.example", "home");

    expect([made, again, onServer, labelled].map(({ code, err }) => [code, err])).toEqual(Array(4).fill([0, ""]));
    expect(json).toMatchObject({
      apiVersion: `${GROUP}/v1`,
      metadata: {
        annotations: {
          "boards.example/folder": "home",
          "boards.example/createdBy": expect.any(String),
          own: '{"vedette.app/folder":1}',
        },
        labels: { "boards.example/kept": "yes", "boards.example/deprecatedInternalID": expect.any(String) },
      },
      spec: theirs("Three").spec,
    });
    expect(read.text).toContain('"f:boards.example/folder"');
    expect(read.text).not.toMatch(/[{,]"(f:)?vedette\.app\/\w+":/);
    expect(ours).toMatchObject({
      apiVersion: "dashboard.vedette.app/v1",
      metadata: {
        uid: json.metadata.uid,
        annotations: { "vedette.app/folder": "home" },
        labels: { "vedette.app/kept": "yes" },
      },
    });
    expect(found.out).toBe(`dashboard.${GROUP}/theirs\n`);
    expect(all.out).not.toContain("boards.example");
    expect(explained.out).toMatch(/KIND: +Dashboard/);
    const generations = [...history.text.matchAll(/"generation":(\d)/g)].map(([, generation]) => generation);
    expect([...new Set(generations)]).toEqual(["3", "2", "1"]);
    expect(removed.code).toBe(0);
  });

  it("removes what a selector finds, and tries first when told to", async () => {
    for (const name of ["doomed-1", "doomed-2", "spared"]) {
      await create(name, { labels: { fate: name === "spared" ? "kept" : "gone" } });
    }

    const tried = await kubectl("delete", "dashboards", "-l", "fate=gone", "--dry-run=server");
    const made = await kubectl("create", "-f", aFile("dry.json", aDashboard("dry")), "--dry-run=server");
    const removed = await kubectl("delete", "dashboards", "-l", "fate=gone");
    const left = await kubectl("get", "dashboards", "-l", "fate", "-o", "name", "--chunk-size=1");

    expect(tried.out).toContain('"doomed-1" deleted (server dry run)');
    expect(made.out).toBe("dashboard.dashboard.vedette.app/dry created (server dry run)\n");
    expect(removed.out).toContain('"doomed-2" deleted');
    expect(left.out).toBe("dashboard.dashboard.vedette.app/spared\n");
    expect((await room.ask("GET", `${DASHBOARDS}/dry`)).status).toBe(404);
  });

  it("finds out what there is", async () => {
    const [resources, versions, explained, spec, version, namespaces] = await Promise.all([
      kubectl("api-resources"),
      kubectl("api-versions"),
      kubectl("explain", "dashboard"),
      kubectl("explain", "dashboard.spec"),
      kubectl("version", "-o", "json"),
      kubectl("get", "namespaces"),
    ]);

    expect(resources.out).toMatch(/dashboards +dash +dashboard\.vedette\.app\/v1 +true +Dashboard/);
    expect(resources.out).toMatch(/playlists +playlist\.vedette\.app\/v1 +true +Playlist/);
    expect(versions.out.split("\n")).toEqual(
      expect.arrayContaining(["dashboard.vedette.app/v1", "folder.vedette.app/v1"]),
    );
    expect(explained.out).toMatch(/KIND: +Dashboard.*A page of panels that show series\..*metadata.*spec/s);
    if (minor >= 27) expect(spec.out).toMatch(/refresh\s+<string>/);
    expect(JSON.parse(version.out).serverVersion.gitVersion).toMatch(/^v1\.32\.0\+vedette/);
    expect(namespaces.out).toMatch(/^NAME +STATUS\ndefault +Active\n$/);
  });

  describe("asks what somebody may", () => {
    it.each([
      ["viewer", ["get", "dashboards"], "yes"],
      ["viewer", ["create", "dashboards"], "no"],
      ["viewer", ["get", "dashboards", "--subresource=dto"], "yes"],
      ["viewer", ["watch", "teams"], "no"],
      ["editor", ["patch", "dashboard/cpu"], "yes"],
      ["editor", ["delete", "datasources"], "no"],
      ["admin", ["*", "dashboards"], "yes"],
      ["admin", ["get", "/apis"], "yes"],
      ["admin", ["get", "/secrets"], "no"],
    ] as const)("%s %j: %s", async (who, question, answer) => {
      const said = await kubectlAs(who, ["auth", "can-i", ...question]);

      expect([said.out.trim(), said.code]).toEqual([answer, answer === "yes" ? 0 : 1]);
    });

    it("and who it is", async () => {
      const list = await kubectlAs("viewer", ["auth", "can-i", "--list"]);
      const who = await kubectlAs("viewer", ["auth", "whoami", "-o", "json"]);

      expect(list.out).toMatch(/dashboards\.dashboard\.vedette\.app +\[\] +\[\] +\[get list watch\]/);
      if (minor < 28) return;
      expect(JSON.parse(who.out).status.userInfo).toMatchObject({ username: "viewer@example.test" });
    });
  });

  it("is refused in words", async () => {
    const [forbidden, missing, nobody] = await Promise.all([
      kubectlAs("viewer", ["delete", "dashboard", "delivery-workers"]),
      kubectl("get", "dashboard", "not-there"),
      kubectlAs("nobody", ["get", "dashboards"]),
    ]);

    expect(forbidden.err).toContain(
      'dashboards.dashboard.vedette.app "delivery-workers" is forbidden: User "viewer@example.test" cannot delete resource "dashboards" in API group "dashboard.vedette.app" in the namespace "default"',
    );
    expect(missing.err).toBe('Error from server (NotFound): dashboards.dashboard.vedette.app "not-there" not found\n');
    expect(nobody.code).toBe(1);
    expect(nobody.err).toContain("You must be logged in to the server");
  });
});
