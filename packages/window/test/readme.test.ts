import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startScreen } from "./x-screen.ts";

const packageFolder = join(import.meta.dirname, "..");
const readme = readFileSync(join(packageFolder, "README.md"), "utf8");

function runExample(name: string, display: string, ...args: string[]): string {
  const file = join(packageFolder, "examples", name);
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(file, "utf8")}\`\`\``);
  const env = { ...process.env, DISPLAY: display };
  return execFileSync(process.execPath, ["--conditions=vedette-source", file, ...args], {
    env,
    timeout: 30_000,
  }).toString();
}

describe("the examples of the README", () => {
  it("put a kiosk on every display", async () => {
    await using screen = await startScreen();
    await screen.startManager("openbox");
    screen.plug("left");
    screen.plug("right");

    expect(runExample("kiosk.ts", screen.display)).toBe(
      'true true {"x":0,"y":0,"width":960,"height":1080}\ntrue true {"x":960,"y":0,"width":960,"height":1080}\n',
    );
  });

  it("adopt another program", async () => {
    await using screen = await startScreen();
    await screen.startManager("openbox");
    const folder = mkdtempSync(join(tmpdir(), "vedette-chromium-"));
    const chromium = ["/usr/bin/chromium", "--no-sandbox", "--disable-gpu", "--no-first-run", "--ozone-platform=x11"];
    const page = "--app=data:text/html,<title>A page</title>";
    const text = runExample("adopt.ts", screen.display, ...chromium, `--user-data-dir=${folder}`, page);
    rmSync(folder, { recursive: true, force: true });

    expect(text).toContain('{"x":50,"y":60,"width":400,"height":300}');
  });
});
