import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** What a player that is started in a session of this language would say. */
function pairingText(lang: string): string {
  const url = new URL("stage.ts", import.meta.url).href;
  const script = `const { Stage } = await import("${url}"); console.log(new Stage().page);`;
  return execFileSync(process.execPath, ["--conditions=vedette-source", "--input-type=module", "-e", script], {
    env: { PATH: process.env["PATH"], LANG: lang },
    encoding: "utf8",
  });
}

describe("what a wall says on its screens", () => {
  it.each([
    ["de_DE.UTF-8", "de", "Die Wand startet."],
    ["en_GB.UTF-8", "en", "The wall is starting."],
    ["fr_FR.UTF-8", "en", "The wall is starting."],
  ])("is in the language of the session: %s", (lang, language, text) => {
    const page = pairingText(lang);

    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(text);
  });
});
