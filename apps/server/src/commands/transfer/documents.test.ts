import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CommandError } from "../../start-failure.ts";
import { filesOf, inOrder, readSources } from "./documents.ts";

function aFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "vedette-documents-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const readOne = async (name: string, content: string | Uint8Array) =>
  await readSources(join(aFolder({ [name]: content }), name));

const PLAYLIST = "kind: Playlist\nmetadata: {name: a}\nspec: {title: A}\n";

describe("a folder of resources", () => {
  it("gives its JSON and YAML at every depth by name, and nothing that is hidden", async () => {
    const folder = aFolder({
      "b.yaml": "",
      "a/c.JSON": "",
      "x.yml": "",
      "notes.md": "",
      ".git/d.json": "",
      ".e.json": "",
    });

    const files = await filesOf([folder]);

    expect(files.map((file) => relative(folder, file))).toEqual([join("a", "c.JSON"), "b.yaml", "x.yml"]);
  });

  it("gives what Kubernetes mounts into it once, by the name it has there", async () => {
    const folder = aFolder({ "..2026_01_01/hall.yaml": PLAYLIST });
    symlinkSync("..2026_01_01", join(folder, "..data"));
    symlinkSync("..data/hall.yaml", join(folder, "hall.yaml"));

    const files = await filesOf([folder]);

    expect(files.map((file) => relative(folder, file))).toEqual(["hall.yaml"]);
    expect(await readSources(files[0] ?? "")).toMatchObject([{ kind: { kind: "Playlist" } }]);
  });

  it("gives neither pipes nor devices nor what a link leads to outside of it", async () => {
    const outside = aFolder({ "secret.json": "{}" });
    const folder = aFolder({ "a.json": "{}" });
    execFileSync("mkfifo", [join(folder, "pipe.json")]);
    symlinkSync("/dev/zero", join(folder, "endless.json"));
    symlinkSync(join(outside, "secret.json"), join(folder, "secret.json"));
    symlinkSync("a.json", join(folder, "b.json"));
    symlinkSync("nowhere", join(folder, "broken.json"));

    const files = await filesOf([folder]);

    expect(files.map((file) => relative(folder, file))).toEqual(["a.json", "b.json", "broken.json"]);
    await expect(readSources(join(folder, "broken.json"))).rejects.toThrow("the file cannot be read");
  });
});

describe("a file of resources", () => {
  it("may hold several documents of YAML, each with a place of its own", async () => {
    const documents = await readOne("walls.yaml", `---\n${PLAYLIST}---\n---\n${PLAYLIST.replace("a}", "b}")}`);

    expect(documents).toMatchObject([{ value: { metadata: { name: "a" } } }, { value: { metadata: { name: "b" } } }]);
    expect(documents.map(({ place }) => place.slice(-14))).toEqual(["walls.yaml (1)", "walls.yaml (2)"]);
  });

  it.each([
    ["List of the API", { apiVersion: "v1", kind: "List" }, { kind: "Folder", apiVersion: "folder.vedette.app/v1" }],
    ["list of one kind", { apiVersion: "folder.vedette.app/v1", kind: "FolderList" }, {}],
  ])("may be a %s", async (_form, list, item) => {
    const items = ["a", "b"].map((name) => ({ ...item, metadata: { name }, spec: { title: name } }));

    const documents = await readOne("all.json", JSON.stringify({ ...list, items }));

    expect(documents).toMatchObject([
      { kind: { kind: "Folder" }, value: { metadata: { name: "a" } } },
      { kind: { kind: "Folder" }, value: { metadata: { name: "b" } } },
    ]);
  });

  it("keeps the text of JSON letter by letter, without a byte order mark", async () => {
    const text = `{ "title": "CPU",  "n": 1.0 }\n`;

    expect(await readOne("cpu.json", `\uFEFF${text}`)).toMatchObject([{ text, kind: undefined }]);
  });

  it.each([
    ["no UTF-8", Uint8Array.of(0x7b, 0x22, 0xe4, 0x22, 0x7d), "the file is not in UTF-8"],
    ["no JSON", "{", "the file is not JSON"],
    ["a list", "[]", "the file is not a dashboard: it holds no JSON object"],
    [
      "of a kind that is not kept here",
      `{"apiVersion":"apps/v1","kind":"Deployment","spec":{}}`,
      "Deployment of apps/v1",
    ],
    ["of a later version", `{"apiVersion":"dashboard.vedette.app/v2","kind":"Dashboard","spec":{}}`, "not understood"],
    ["of another group's kind", `{"apiVersion":"teams.example.com/v1","kind":"Team","spec":{}}`, "not understood"],
    ["without its spec", `{"apiVersion":"team.vedette.app/v1","kind":"Team"}`, "spec is missing"],
  ])("is refused when it is %s", async (_what, content, reason) => {
    await expect(readOne("x.json", content)).rejects.toThrow(reason);
  });

  it("is refused when an item of its list is nested too deeply", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const refused = readOne("x.json", `{"apiVersion":"v1","kind":"List","items":[{"title":${deep}}]}`);

    await expect(refused).rejects.toThrow("the file is nested too deeply");
    await expect(refused).rejects.toBeInstanceOf(CommandError);
  });

  it("is taken in the words of a product whose first version is the same", async () => {
    const text = `{"apiVersion":"dashboard.grafana.app/v1beta1","kind":"Dashboard","spec":{"title":"CPU"}}`;

    expect(await readOne("x.json", text)).toMatchObject([{ kind: { kind: "Dashboard" } }]);
  });

  it.each(["a: [", "a: 1\na: 2", `a: &a [x]\nb: ${JSON.stringify(Array(200).fill("*a")).replaceAll('"', "")}`])(
    "is refused as YAML: %j",
    async (text) => {
      await expect(readOne("x.yaml", text)).rejects.toThrow("the file is not YAML");
    },
  );
});

it("folders come before what lies in them, also when they lie in each other", async () => {
  const resource = (kind: string, name: string, folder?: string) =>
    JSON.stringify({ kind, metadata: { name, annotations: { "vedette.app/folder": folder } }, spec: {} });
  const folder = aFolder({
    "1.json": resource("Dashboard", "cpu", "inner"),
    "2.json": resource("Folder", "inner", "outer"),
    "3.json": resource("Folder", "outer"),
    "4.json": `{"title":"bare"}`,
  });
  const documents = (await Promise.all((await filesOf([folder])).map(readSources))).flat();

  expect(inOrder(documents).map(({ path }) => relative(folder, path))).toEqual([
    "3.json",
    "2.json",
    "1.json",
    "4.json",
  ]);
});
