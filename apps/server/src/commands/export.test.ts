import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeFilesOfGone } from "./export.ts";
import { TRANSFER_KINDS } from "./transfer/resource-kinds.ts";

it("an export keeps what it wrote under the letters of an older file, and removes what is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kind = TRANSFER_KINDS.find(({ plural }) => plural === "dashboards");
  if (kind === undefined) throw new Error("there are dashboards");
  const write = (file: string, name: string) =>
    writeFileSync(join(folder, file), JSON.stringify({ kind: kind.kind, metadata: { name }, spec: {} }));
  write("cpu.json", "CPU"); // as a file system leaves it that does not tell the two apart
  write("disk.json", "disk");
  write("Disk.json", "Disk");
  write("gone.json", "gone");
  const files = new Map([
    ["cpu.json", "CPU"],
    ["disk.json", "Disk"],
  ]);

  await removeFilesOfGone({ kind, files }, folder);

  expect(readdirSync(folder).sort()).toEqual(["Disk.json", "cpu.json"]);
});
