import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { profileOf, takeProfile } from "./profile-lock.ts";

it("a browser profile is one process's at a time, and free again when that one is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-profile-"));
  const [left, right] = ["left", "right"].map((name) => profileOf(folder, { name }));
  const module = pathToFileURL(join(import.meta.dirname, "profile-lock.ts")).href;
  const program = `
    const { takeProfile } = await import(${JSON.stringify(module)});
    const lock = await takeProfile(${JSON.stringify(left)});
    console.log(lock !== undefined);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(holder, "exit");
  expect(String((await once(holder.stdout, "data"))[0]).trim()).toBe("true");

  expect(await takeProfile(left ?? "")).toBeUndefined();
  expect(await takeProfile(right ?? "")).toBeDefined();
  holder.kill("SIGKILL");
  await exit;
  {
    await using lock = await takeProfile(left ?? "");
    expect(lock).toBeDefined();
    expect(await takeProfile(left ?? "")).toBeUndefined();
  }
  await using again = await takeProfile(left ?? "");
  expect(again).toBeDefined();
});
