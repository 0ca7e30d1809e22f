import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDashboard } from "./read-dashboard.ts";
import { UNDRAWN_OPTIONS, undrawnOptions } from "./undrawn-options.ts";

function undrawnIn(panel: Readonly<Record<string, unknown>>): readonly string[] {
  const [read] = readDashboard({ panels: [panel] }).panels;
  return read?.kind === "panel" ? undrawnOptions(read) : [];
}

describe("options that are not drawn", () => {
  it("are named where a panel has them", () => {
    expect(undrawnIn({ type: "stat", options: { wideLayout: false } })).toEqual(["options.wideLayout"]);
    expect(undrawnIn({ type: "table", fieldConfig: { defaults: { custom: { inspect: true } } } })).toEqual([
      "custom.inspect",
    ]);
    expect(undrawnIn({ type: "alertlist", options: { groupBy: ["team"] } })).toEqual(["options.groupBy"]);
  });

  it("are named where some fields alone have them", () => {
    const named = (value: string) => ({
      type: "barchart",
      fieldConfig: {
        overrides: [{ matcher: { id: "byName", options: "max" }, properties: [{ id: "custom.axisLabel", value }] }],
      },
    });

    expect(undrawnIn(named("errors"))).toEqual(["custom.axisLabel"]);
    expect(undrawnIn(named(""))).toEqual([]);
  });

  it("are not spoken of where they ask for what is drawn", () => {
    expect(undrawnIn({ type: "stat", options: { wideLayout: true } })).toEqual([]);
    expect(undrawnIn({ type: "alertlist", options: { groupBy: [], groupMode: "default", folder: "" } })).toEqual([]);
    expect(
      undrawnIn({ type: "alertlist", options: { stateFilter: { firing: true, normal: true, error: true } } }),
    ).toEqual([]);
    expect(undrawnIn({ type: "text", options: { code: { showMiniMap: false } } })).toEqual([]);
  });
});

const WEB = join(import.meta.dirname, "../..");
const EVERY_KIND = ["dashboard/model/*.ts", "dashboard/model/field/*.ts", "dashboard/panel/*.ts*"];
const TRANSFORMATIONS = ["dashboard/model/transform.ts", "dashboard/model/transformation/*.ts"];
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  alertlist: ["dashboard/panel/alerts/*.ts*", "dashboard/model/alert/*.ts"],
  bargauge: ["dashboard/panel/single-value/*.ts*"],
  gauge: ["dashboard/panel/single-value/*.ts*"],
  heatmap: ["dashboard/panel/other/heatmap*.ts*"],
  piechart: ["dashboard/panel/other/pie*.ts*", "dashboard/panel/single-value/reduced-values.ts"],
  stat: ["dashboard/panel/single-value/*.ts*"],
  table: ["dashboard/panel/table/*.ts*"],
  text: ["dashboard/panel/text/*.ts*"],
  timeseries: ["dashboard/panel/time-series/*.ts*"],
};

/** What editors leave behind in documents without meaning anything for the picture. */
const LEFT_BEHIND: ReadonlySet<string> = new Set([
  // How numbers were scaled is part of the unit.
  "fieldConfig.defaults.unitScale",
  "fieldConfig.overrides.__systemRef",
  "fieldConfig.overrides.matcher.options.prefix",
  "fieldConfig.overrides.matcher.options.readOnly",
]);
/** Options of other kinds that a panel keeps when its kind is changed. */
const OF_OTHER_KINDS: Readonly<Record<string, RegExp>> = {
  bargauge: /^options\.legend\./,
  stat: /^options\.legend\.|^fieldConfig\.defaults\.custom\./,
  heatmap: /^fieldConfig\.defaults\.custom\./,
};

function wordsOf(patterns: readonly string[]): ReadonlySet<string> {
  const files = globSync([...patterns], { cwd: WEB }).filter((file) => !/\.test\.|undrawn-options/.test(file));
  return new Set(files.flatMap((file) => readFileSync(join(WEB, file), "utf8").match(/\w+/g) ?? []));
}

/** Option keys of dashboards that people publish, by kind of panel. */
const published = JSON.parse(
  readFileSync(join(WEB, "../../../test/fixtures/dashboards/option-keys.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>>; // a file of ours

describe("an option of a published dashboard", () => {
  it.each(Object.entries(published))("is read where %s panels are drawn, or named as not drawn", (kind, keys) => {
    const words = wordsOf([...EVERY_KIND, ...(SOURCES[kind] ?? []), ...TRANSFORMATIONS]);
    const named = (UNDRAWN_OPTIONS[kind] ?? []).map(({ path }) =>
      path.replace("custom.", "fieldConfig.defaults.custom."),
    );

    const unread = keys.filter((key) => {
      const isMeant = !LEFT_BEHIND.has(key) && OF_OTHER_KINDS[kind]?.test(key) !== true && !named.includes(key);
      return isMeant && !words.has(key.split(".").at(-1) ?? "");
    });
    expect(unread).toEqual([]);
  });
});
