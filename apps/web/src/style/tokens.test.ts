import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
/** A colour by its numbers; the value of a token may be one, and masks have no colours, only what is seen through them. */
const RAW = /(?<!--v-[\w-]+: )#[\da-f]{3,8}\b|\brgba?\(/gi;

it("components name colours by their tokens, so that each has one place", () => {
  const raw = globSync("**/*.css", { cwd: SOURCES })
    .filter((file) => file !== join("style", "tokens.css"))
    .flatMap((file) =>
      readFileSync(join(SOURCES, file), "utf8")
        .split("\n")
        .filter((line) => !/\bmask(-image)?:/.test(line))
        .flatMap((line) => line.match(RAW) ?? [])
        .map((color) => `${file.split(sep).join("/")}: ${color}`),
    );

  expect(raw).toEqual([]);
});
