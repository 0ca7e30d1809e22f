import { describe, expect, it } from "vitest";
import type { PanelQuery } from "./panel-queries.ts";
import { runWidened } from "./widened.ts";

const queryOf = (expr: string): Pick<PanelQuery, "call" | "query"> => ({
  call: { base: "/prometheus", path: "query", parameters: [["query", expr]] },
  query: { refId: "A", expr, legendFormat: "", format: "time_series", step: undefined },
});
const query: PanelQuery = { ...queryOf("rate(a[1m])"), source: "Vedette", wider: queryOf("rate(a[4m])") };

/** @param found - what each query finds; `undefined` for one that fails */
async function run(found: Readonly<Record<string, number | undefined>>, asked = query) {
  const runs: string[] = [];
  const widened = await runWidened(asked, {
    run: async ({ query: { expr } }) => {
      runs.push(expr);
      const count = found[expr];
      if (count === undefined) throw new TypeError("fails");
      return { result: Array.from({ length: count }, () => ({})) };
    },
    dataOf: (data) => data,
  });
  return { runs, expr: widened.query.query.expr, notice: widened.notice };
}

describe("a query for samples with an unknown interval", () => {
  it("is run once where it finds something", async () => {
    expect(await run({ "rate(a[1m])": 1 })).toEqual({ runs: ["rate(a[1m])"], expr: "rate(a[1m])", notice: undefined });
  });

  it("is run wider where it finds nothing, which the panel notes", async () => {
    expect(await run({ "rate(a[1m])": 0, "rate(a[4m])": 2 })).toEqual({
      runs: ["rate(a[1m])", "rate(a[4m])"],
      expr: "rate(a[4m])",
      notice: expect.stringContaining("more than 15 s apart"),
    });
  });

  it.each([0, undefined])("stays as it is where the wider one finds %j", async (wide) => {
    expect(await run({ "rate(a[1m])": 0, "rate(a[4m])": wide })).toMatchObject({
      expr: "rate(a[1m])",
      notice: undefined,
    });
  });

  it.each([
    "rate(a[1m]) > 0",
    "rate(a[1m])!=0",
    "rate(a[1m]) >= on (pod) b",
    "rate(a[1m]) AND b",
    "rate(a[1m]) unless on (pod) b",
  ])("is run once where finding nothing may be the good answer: %s", async (expr) => {
    const asked = { ...query, ...queryOf(expr) };

    expect(await run({ [expr]: 0, "rate(a[4m])": 2 }, asked)).toEqual({ runs: [expr], expr, notice: undefined });
  });

  it.each([
    'rate(a{b!="> 0", c=~"x and }"}[1m])',
    "rate(a[1m]) >= bool 0",
    "rate(a[1m]) == bool 0",
    "rate(band_and_unless[1m]) or b # > 0",
  ])("is run wider where it leaves every series: %s", async (expr) => {
    const asked = { ...query, ...queryOf(expr) };

    expect((await run({ [expr]: 0, "rate(a[4m])": 2 }, asked)).expr).toBe("rate(a[4m])");
  });

  it("is run once where there is no wider one", async () => {
    const { wider: _, ...plain } = query;

    expect((await run({ "rate(a[1m])": 0 }, plain)).runs).toEqual(["rate(a[1m])"]);
  });
});
