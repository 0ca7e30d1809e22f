import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
/** Every style sheet of the pages. */
function sheets() {
  return globSync("**/*.css", { cwd: SOURCES }).map((file) => ({
    file: file.split(sep).join("/"),
    text: readFileSync(join(SOURCES, file), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
  }));
}

/** A colour by its numbers; the value of a token may be one, and masks have no colours, only what is seen through them. */
const RAW = /(?<!--v-[\w-]+: )#[\da-f]{3,8}\b|\brgba?\(/gi;

/** Lines, rings, corners and shadows are as thin in large letters; so is what is two pixels or less. */
const THIN =
  /(?:^|[\s;{])(?:border|outline|box-shadow|overflow-clip-margin|text-underline-offset|--v-(?:radius|shadow))[\w-]*:[^;]*/g;
const PIXELS = /(?<![\w.-])(?:[3-9]|\d{2,})(?:\.\d+)?px\b/g;

it("lengths, and widths at which layouts change, grow with the browser's letters (WCAG 1.4.4)", () => {
  const fixed = sheets().flatMap(({ file, text }) =>
    (text.replaceAll(THIN, "").match(PIXELS) ?? []).map((length) => `${file}: ${length}`),
  );

  // A wall has letters of its own.
  expect(fixed).toEqual(["wall/wall.css: 16px"]);
});

it("components name colours by their tokens, so that each has one place", () => {
  const raw = sheets()
    .filter(({ file }) => file !== "style/tokens.css")
    .flatMap(({ file, text }) =>
      text
        .split("\n")
        .filter((line) => !/\bmask(-image)?:/.test(line))
        .flatMap((line) => line.match(RAW) ?? [])
        .map((color) => `${file}: ${color}`),
    );

  expect(raw).toEqual([]);
});
