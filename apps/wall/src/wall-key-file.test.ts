import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KeyFile, type WallIdentity } from "./wall-key-file.ts";

const WALL: WallIdentity = { server: "http://room.test", wish: "lobby", screens: "all" };
const PAIRING = { key: "vdwk_one", playlist: "lobby", name: "Hall" };

describe("the key of a wall", () => {
  let folder: string;
  const lines: string[] = [];
  const fileOf = (wall: WallIdentity): KeyFile => new KeyFile(join(folder, "keys"), wall, (line) => lines.push(line));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vedette-keys-"));
    lines.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is found again by the same wall, and readable for its user alone", () => {
    fileOf(WALL).keep(PAIRING);

    expect(fileOf(WALL).read()).toEqual(PAIRING);
    expect(statSync(join(folder, "keys")).mode & 0o777).toBe(0o700);
    fileOf(WALL).remove();
    expect(fileOf(WALL).read()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it.each<[string, Partial<WallIdentity>]>([
    ["another playlist", { wish: "deck" }],
    ["another screen", { screens: { screen: "DP-1" } }],
    ["another server", { server: "http://other.test" }],
  ])("is left alone by a wall of this machine for %s", (_, other) => {
    fileOf(WALL).keep(PAIRING);
    fileOf({ ...WALL, ...other }).keep({ ...PAIRING, key: "vdwk_two" });

    expect(fileOf(WALL).read()).toEqual(PAIRING);
    fileOf({ ...WALL, ...other }).remove();
    expect(fileOf(WALL).read()).toEqual(PAIRING);
  });

  it("that cannot be written ends nothing, is told of once, and is written as soon as that is possible", () => {
    // What a full or broken disk does: nothing can be made in the folder.
    writeFileSync(join(folder, "keys"), "");
    const file = fileOf(WALL);
    for (let times = 0; times < 3; times += 1) file.keep(PAIRING);

    expect(lines).toEqual([expect.stringContaining("has to be paired anew after its next start")]);
    rmSync(join(folder, "keys"));
    file.keep(PAIRING);
    expect(fileOf(WALL).read()).toEqual(PAIRING);
  });

  it("that cannot be removed ends nothing", () => {
    const file = fileOf(WALL);
    file.keep(PAIRING);
    rmSync(join(folder, "keys"), { recursive: true });
    writeFileSync(join(folder, "keys"), "");
    file.remove();

    expect(lines).toEqual([expect.stringContaining("cannot be written")]);
  });

  it("goes when no wall used it for 90 days, and stays as long as one does", async () => {
    const other = { ...WALL, wish: "deck" };
    const [used, unused] = [fileOf(WALL), fileOf(other)];
    for (const file of [used, unused]) file.keep(PAIRING);
    const then = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000);
    for (const name of readdirSync(join(folder, "keys"))) utimesSync(join(folder, "keys", name), then, then);
    // As a wall does that is started again: it reads its key, and says it is in use.
    const again = fileOf(WALL);
    again.read();
    again.keep(PAIRING);
    await fileOf({ ...WALL, wish: "third" }).forgetUnused();

    expect(fileOf(WALL).read()).toEqual(PAIRING);
    expect(fileOf(other).read()).toBeUndefined();
  });

  it("cut short is none", () => {
    fileOf(WALL).keep(PAIRING);
    const path = join(folder, "keys");
    for (const name of readdirSync(path)) writeFileSync(join(path, name), '{"key":"vdwk');

    expect(fileOf(WALL).read()).toBeUndefined();
  });
});
