import { describe, expect, it } from "vitest";
import { deliveryWorkersDashboard } from "./index.ts";

const { panels, ...dashboard } = deliveryWorkersDashboard();

describe("the dashboard of the delivery workers", () => {
  it("is a document of schema 41 with a name of its own and no identity", () => {
    expect(dashboard).toMatchObject({ schemaVersion: 41, title: "Delivery workers", tags: ["vedette", "workers"] });
    expect(dashboard).not.toHaveProperty("uid");
  });
  it("fills a wall of 1920 × 1080 without scrolling, gaps or overlaps", () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}/${y + Math.floor(cell / w)}`),
    );
    const bottom = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));

    expect(panels.length).toBeLessThanOrEqual(12);
    expect(bottom).toBeLessThanOrEqual(22);
    expect(new Set(cells).size).toBe(cells.length);
    expect(cells).toHaveLength(24 * bottom);
  });
  it("gives each panel its own number, a title and words about it", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, description, type } of panels) {
      expect(title).not.toBe("");
      if (type !== "text") expect(description, title).not.toBe("");
    }
  });
  it("asks the store of this house", () => {
    const targets = panels.flatMap(({ targets = [] }) => targets);

    expect(targets).not.toHaveLength(0);
    for (const { datasource } of targets) expect(datasource).toEqual({ type: "prometheus", uid: "vedette" });
  });
});
