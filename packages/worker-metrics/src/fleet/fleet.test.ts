import { describe, expect, it } from "vitest";
import { CATALOGUE, createAlerts, createDashboards, type Family, type MetricName } from "../index.ts";

const FAMILIES: readonly Family[] = ["core", "go", "java"];
const emittedBy = (family: Family) =>
  Object.entries(CATALOGUE).flatMap(([name, { families }]) =>
    (families as readonly Family[]).includes(family) ? [name as MetricName] : [],
  );
const expressionsOf = (dashboard: ReturnType<typeof createDashboards>[number] | undefined) =>
  (dashboard?.panels ?? []).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
/** The names with the prefix `acme_` in expressions, without their suffixes. */
const namesIn = (expressions: readonly string[]) =>
  new Set(
    expressions.flatMap((expr) =>
      [...expr.matchAll(/\bacme_(\w+)/g)].map(([, name = ""]) =>
        name.replace(/_bucket$/, "").replace(/_(milli)?seconds$/, ""),
      ),
    ),
  );

describe("dashboards of a fleet", () => {
  it.each(FAMILIES)("show every metric that %s emits", (family) => {
    const [dashboard, ...others] = createDashboards({ families: [family], prefix: "acme_" });
    const names = namesIn(expressionsOf(dashboard));

    expect(others).toEqual([]);
    expect(dashboard).toMatchObject({ schemaVersion: 41, tags: ["vedette", "workers", family] });
    expect(emittedBy(family).filter((metric) => !names.has(metric))).toEqual([]);
  });
  it("show nothing that a family does not emit", () => {
    const titles = (family: Family) => createDashboards({ families: [family] })[0]?.panels.map(({ title }) => title);

    expect(titles("go")).toContain("Refused by limits");
    expect(titles("java")).not.toContain("Refused by limits");
    expect(namesIn(expressionsOf(createDashboards({ families: ["core"], prefix: "acme_" })[0]))).not.toContain(
      "poller_start",
    );
  });
  it("are one for all and one per family, each with a title of its own", () => {
    const dashboards = createDashboards();

    expect(new Set(dashboards.map(({ title }) => title)).size).toBe(4);
    expect(expressionsOf(dashboards[0]).join()).toContain("temporal_request_total");
    expect(createDashboards({ families: ["java", "go"] }).map(({ tags }) => tags.slice(2))).toEqual([
      ["go", "java"],
      ["go"],
      ["java"],
    ]);
  });
  it("lay panels out without overlaps, each with its number, title and words", () => {
    for (const { panels } of createDashboards()) {
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}/${y + Math.floor(cell / w)}`),
      );

      expect(new Set(cells).size).toBe(cells.length);
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      expect(panels.filter(({ title, description }) => title === "" || description === "")).toEqual([]);
    }
  });
  it("ask the store and the workers that are named", () => {
    const panels = createDashboards({ datasource: "main", where: ['job="payments"'] }).flatMap(({ panels }) => panels);
    const targets = panels.flatMap(({ targets = [] }) => targets);

    expect(targets).not.toHaveLength(0);
    expect(new Set([...panels, ...targets].map(({ datasource }) => datasource?.uid))).toEqual(new Set(["main"]));
    expect(targets.filter(({ expr }) => !expr.includes('job="payments"'))).toEqual([]);
  });
});

describe("alerts of a fleet", () => {
  it("are suggested where every metric they need is emitted", () => {
    const alertsOf = (family: Family) =>
      createAlerts({ families: [family] }).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

    expect(alertsOf("go")).toContain("ActivitiesNotRegistered");
    expect(alertsOf("java")).not.toContain("ActivitiesNotRegistered");
    expect(alertsOf("go")).not.toContain("WorkerMemoryAlmostFull");
    for (const family of FAMILIES) expect(alertsOf(family)).toContain("TaskQueueWithoutPollers");
  });
  it("ask the workers that are named", () => {
    const rules = createAlerts({ prefix: "acme_", where: ['job="payments"'] }).groups.flatMap(({ rules }) => rules);

    expect(rules).not.toHaveLength(0);
    expect(rules.filter(({ expr }) => !expr.includes('{job="payments"') || expr.includes("vedette_"))).toEqual([]);
  });
});
