import { describe, expect, it } from "vitest";
import { readDashboardQueries } from "./dashboard-queries.ts";
import { savedMatchers } from "./saved-filters.ts";

const filter = (key: string, value: string, operator = "=") => ({ key, operator, value });
const adHoc = (filters: readonly object[], uid = "vedette") => ({ type: "adhoc", datasource: { uid }, filters });

describe("the filters that a dashboard was saved with", () => {
  const [{ queries } = { queries: [] }] = readDashboardQueries({
    panels: [
      { targets: [{ expr: 'sum(rate(up{job="$job"}[5m])) / sum(node_load)' }, { expr: "a{}" }, { expr: "b{c='d',}" }] },
    ],
    templating: { list: [adHoc([filter("env", 'p"rod'), filter("zone", "eu.*", "=~")])] },
  });
  const fits = (asked: string) => queries.some((template) => template.fits(asked));
  const added = String.raw`env="p\"rod",zone=~"eu.*"`;

  it.each([
    `sum(rate(up{job="x",${added}}[5m])) / sum(node_load{${added}})`,
    'sum(rate(up{job="x"}[5m])) / sum(node_load)',
    `a{${added}}`,
    "a{}",
    `b{c='d',${added}}`,
  ])("narrow what is asked: %s", (asked) => {
    expect(fits(asked)).toBe(true);
  });

  it.each([
    `sum(rate(up{job="x",${added}}[5m])) / sum(secret{${added}})`,
    `sum(rate(up{job="x"}[5m])) / sum(node_load{env="dev"})`,
    `sum(rate(up{job="x"}[5m])) / sum(node_load{${added},zone=~".*"})`,
    String.raw`a{env="p\"rod"}`,
    `a{${added}} or secret`,
  ])("let nothing else through: %s", (asked) => {
    expect(fits(asked)).toBe(false);
  });

  it("are those of each data source, and all", () => {
    const variables = [adHoc([filter("a", "1")]), adHoc([filter("b", "2")], "other"), adHoc([filter("c", "3", "<")])];

    expect(savedMatchers(variables)).toEqual(['a="1"', 'b="2"', 'a="1",b="2"']);
  });
});
