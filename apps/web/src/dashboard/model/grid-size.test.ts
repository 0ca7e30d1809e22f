import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GRID_GAP, GRID_ROW, heightOfRows } from "./grid-size.ts";

it("the grid is as high in style sheets as where it is counted", () => {
  const tokens = readFileSync(join(import.meta.dirname, "..", "..", "style", "tokens.css"), "utf8");

  expect(tokens).toContain(`--v-grid-row: ${GRID_ROW}px;`);
  expect(tokens).toContain(`--v-panel-gap: ${GRID_GAP}px;`);
  expect(heightOfRows(8)).toBe(328);
});
