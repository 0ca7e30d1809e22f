import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rem } from "../../style/letter-scale.ts";
import { GRID_GAP, GRID_ROW, heightOfRows } from "./grid-size.ts";

it("the grid is as high in style sheets as where it is counted", () => {
  const tokens = readFileSync(join(import.meta.dirname, "..", "..", "style", "tokens.css"), "utf8");

  expect(tokens).toContain(`--v-grid-row: ${rem(GRID_ROW)};`);
  expect(tokens).toContain(`--v-panel-gap: ${rem(GRID_GAP)};`);
  expect(heightOfRows(8)).toBe(328);
});
