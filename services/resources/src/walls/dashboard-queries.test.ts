import { describe, expect, it } from "vitest";
import { type DashboardQueries, readDashboardQueries } from "./dashboard-queries.ts";
import type { QueryTemplate } from "./query-template.ts";

const fits = (templates: readonly (QueryTemplate | undefined)[], text: string) =>
  templates.some((template) => template?.fits(text) === true);
const ofVariable = (query: unknown): DashboardQueries =>
  readDashboardQueries({ templating: { list: [{ name: "v", type: "query", query }] } });

describe("the queries of a dashboard", () => {
  it("are those of panels, also in rows of every age, and of annotations", () => {
    const target = (expr: string) => ({ targets: [{ expr }] });
    const { queries } = readDashboardQueries({
      panels: [target("a"), { type: "row", panels: [target("b")] }],
      rows: [{ panels: [target("c")] }],
      annotations: { list: [{ expr: "d" }] },
    });

    expect(["a", "b", "c", "d", "e"].map((text) => fits(queries, text))).toEqual([true, true, true, true, false]);
  });

  it("are those of lists of alerts, which stand nowhere", () => {
    const alerts = (alertInstanceLabelFilter?: string) => ({
      type: "alertlist",
      options: { alertInstanceLabelFilter },
    });
    const { queries } = readDashboardQueries({ panels: [alerts('team="a"')] });
    const asked = ['ALERTS{team="a"}', 'ALERTS_FOR_STATE{team="a"}', 'ALERTS{team="b"}', "ALERTS"];

    expect(asked.map((text) => fits(queries, text))).toEqual([true, true, false, false]);
    expect(fits(readDashboardQueries({ panels: [alerts()] }).queries, "ALERTS")).toBe(true);
  });

  it("take values that the dashboard holds for its variables", () => {
    const { queries } = readDashboardQueries({
      panels: [{ targets: [{ expr: "up{$filter}" }] }],
      templating: {
        list: [{ name: "filter", type: "custom", query: 'job="a",b : job="b"', options: [{ value: 'x="y"' }] }],
      },
    });

    expect(['up{job="a"}', 'up{job="b"}', 'up{x="y"}', 'up{z="y"}'].map((text) => fits(queries, text))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ["query_result(sum(up))", "sum(up)"],
    [{ query: "query_result(sum(up))", refId: "A" }, "sum(up)"],
  ])("are those of the variable %j", (query, asked) => {
    expect(fits(ofVariable(query).queries, asked)).toBe(true);
  });

  it("tell what variables list", () => {
    const labelled = ofVariable('label_values(up{job="$job", a="b"}, instance)');
    expect(labelled.labelValues.map(({ label }) => [label.fits("instance"), label.fits("job")])).toEqual([
      [true, false],
    ]);
    expect(
      fits(
        labelled.labelValues.map(({ selector }) => selector),
        'up{job="x", a="b"}',
      ),
    ).toBe(true);
    expect(ofVariable("label_values(job)").labelValues.map(({ selector }) => selector)).toEqual([undefined]);
    expect(ofVariable("metrics(go_.*)").labelValues.map(({ label }) => label.fits("__name__"))).toEqual([true]);
    expect(ofVariable("label_names()").listsLabels).toBe(true);
    expect(fits(ofVariable("up{a=~'b'}").series, "up{a=~'b'}")).toBe(true);
  });

  it("of a document that is no dashboard are none", () => {
    expect(readDashboardQueries({ templating: { list: "x" }, panels: 1 }).queries).toEqual([]);
  });
});
