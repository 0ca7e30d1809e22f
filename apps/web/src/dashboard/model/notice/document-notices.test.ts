import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { panelKind } from "../../panel/panel-kinds.ts";
import { readDashboard } from "../read-dashboard.ts";
import { TRANSFORMS, transformFrames } from "../transform.ts";
import { documentNotices, unsupportedOptions } from "./document-notices.ts";
import {
  FIELD_SUPPORT,
  MATCHER_SCOPE_SUPPORT,
  MATCHER_SUPPORT,
  PANEL_SUPPORT,
  TARGET_SUPPORT,
  TRANSFORMATION_SUPPORT,
  VARIABLE_SUPPORT,
  VARIABLE_TYPE_SUPPORT,
} from "./document-support.ts";
import { PANEL_OPTION_SUPPORT } from "./panel-option-support.ts";
import type { Support } from "./support.ts";

type Json = Readonly<Record<string, unknown>>;

function noticesOf(panel: Json, more: Json = {}): readonly string[] {
  const dashboard = readDashboard({ panels: [{ type: "stat", ...panel }], ...more });
  const [read] = dashboard.panels;
  return read?.kind === "panel" ? documentNotices(read, dashboard) : [];
}

function unsupportedIn(panel: Json): readonly string[] {
  const [read] = readDashboard({ panels: [panel] }).panels;
  return read?.kind === "panel" ? unsupportedOptions(read) : [];
}

describe("options that have no effect", () => {
  it("are named where a panel has them", () => {
    expect(unsupportedIn({ type: "stat", options: { wideLayout: false } })).toEqual(["options.wideLayout"]);
    expect(unsupportedIn({ type: "table", fieldConfig: { defaults: { custom: { inspect: true } } } })).toEqual([
      "custom.inspect",
    ]);
    expect(unsupportedIn({ type: "alertlist", options: { groupBy: ["team"] } })).toEqual(["options.groupBy"]);
  });

  it("are named where some fields alone have them", () => {
    const named = (value: string) => ({
      type: "barchart",
      fieldConfig: {
        overrides: [{ matcher: { id: "byName", options: "max" }, properties: [{ id: "custom.axisLabel", value }] }],
      },
    });

    expect(unsupportedIn(named("errors"))).toEqual(["custom.axisLabel"]);
    expect(unsupportedIn(named(""))).toEqual([]);
  });

  it("are not named where they ask for what is rendered", () => {
    expect(unsupportedIn({ type: "stat", options: { wideLayout: true } })).toEqual([]);
    expect(unsupportedIn({ type: "alertlist", options: { groupBy: [], groupMode: "default", folder: "" } })).toEqual(
      [],
    );
    expect(
      unsupportedIn({ type: "alertlist", options: { stateFilter: { firing: true, normal: true, error: true } } }),
    ).toEqual([]);
    expect(unsupportedIn({ type: "text", options: { code: { showMiniMap: false } } })).toEqual([]);
  });
});

const WEB = join(import.meta.dirname, "../../..");
const EVERY_KIND = ["dashboard/model/*.ts", "dashboard/model/field/*.ts", "dashboard/panel/*.ts*"];
const TRANSFORMATIONS = ["dashboard/model/transform.ts", "dashboard/model/transformation/*.ts"];
/** Which fields are hidden, and where. */
const HIDDEN = "dashboard/panel/time-series/series-of-frames.ts";
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
  trend: ["dashboard/panel/time-series/*.ts*"],
  barchart: ["dashboard/panel/other/bar*.ts*", "dashboard/panel/time-series/*legend*.ts*", HIDDEN],
  histogram: [
    "dashboard/panel/other/bar*.ts*",
    "dashboard/panel/other/histogram.ts",
    "dashboard/panel/time-series/*legend*.ts*",
    HIDDEN,
  ],
  dashlist: ["dashboard/panel/dashboard-list/*.ts*"],
  "state-timeline": ["dashboard/panel/states/*.ts*", HIDDEN],
  "status-history": ["dashboard/panel/states/*.ts*", HIDDEN],
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
  const files = globSync([...patterns], { cwd: WEB }).filter((file) => !/\.test\.|\/notice\//.test(file));
  return new Set(files.flatMap((file) => readFileSync(join(WEB, file), "utf8").match(/\w+/g) ?? []));
}

/** Option keys of dashboards that people publish, by kind of panel. */
const published = JSON.parse(
  readFileSync(join(WEB, "../../../test/fixtures/dashboards/option-keys.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>>; // a file of ours

describe("an option of a published dashboard", () => {
  it.each(Object.entries(published))("is read where %s panels are rendered, or noticed", (kind, keys) => {
    const words = wordsOf([...EVERY_KIND, ...(SOURCES[kind] ?? []), ...TRANSFORMATIONS]);
    const { noticed = {}, converted = {}, unrelated = [] } = PANEL_OPTION_SUPPORT[kind] ?? {};
    const named = [...Object.keys(noticed), ...Object.keys(converted), ...unrelated]
      .map((path) => path.replace("custom.", "fieldConfig.defaults.custom."))
      .concat(Object.keys(FIELD_SUPPORT.noticed).map((name) => `fieldConfig.defaults.${name}`));

    const unread = keys.filter((key) => {
      const isMeant = !LEFT_BEHIND.has(key) && OF_OTHER_KINDS[kind]?.test(key) !== true && !named.includes(key);
      return isMeant && !words.has(key.split(".").at(-1) ?? "");
    });
    expect(unread).toEqual([]);
  });
});

/** Names that the peer publishes; the file says of which version. */
const peer = JSON.parse(
  readFileSync(join(WEB, "../../../test/fixtures/dashboards/peer-names.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>> & {
  readonly panels: Readonly<
    Record<string, { readonly options: readonly string[]; readonly custom: readonly string[] }>
  >;
}; // a file of ours

/** How often each name stands in a table. */
function placesOf({ rendered, converted = {}, noticed, unrelated = [] }: Support): ReadonlyMap<string, number> {
  const all = [...rendered, ...Object.keys(converted), ...Object.keys(noticed), ...unrelated];
  return new Map([...Map.groupBy(all, (name) => name)].map(([name, same]) => [name, same.length]));
}

function undecided(names: readonly string[], support: Support): readonly string[] {
  const places = placesOf(support);
  return names.filter((name) => places.get(name) !== 1);
}

/** A value that nothing renders by default. */
const ODD = "an odd value";

function nested(path: string, value: unknown): Json {
  const [head = "", ...rest] = path.split(".");
  return { [head]: rest.length === 0 ? value : nested(rest.join("."), value) };
}

describe("a name that the peer publishes", () => {
  it.each([
    ["key of a panel", peer["panel"] ?? [], PANEL_SUPPORT],
    ["setting of a field", peer["fieldConfig"] ?? [], FIELD_SUPPORT],
    ["matcher of an override", peer["fieldMatchers"] ?? [], MATCHER_SUPPORT],
    ["scope of a matcher", peer["matcherScopes"] ?? [], MATCHER_SCOPE_SUPPORT],
    ["key of a transformation", peer["transformation"] ?? [], TRANSFORMATION_SUPPORT],
    ["key of a query", peer["target"] ?? [], TARGET_SUPPORT],
    ["key of a variable", peer["variable"] ?? [], VARIABLE_SUPPORT],
    ["type of a variable", peer["variableTypes"] ?? [], VARIABLE_TYPE_SUPPORT],
  ])("as %s has one place in the table", (_, names, support) => {
    expect(names.length).toBeGreaterThan(3);
    expect(undecided(names, support)).toEqual([]);
  });

  const kinds = Object.entries(peer.panels);
  const supported = kinds.filter(([kind]) => PANEL_OPTION_SUPPORT[kind] !== undefined);

  it.each(supported)("as option of %s has one place in the table", (kind, { options, custom }) => {
    const names = [...options.map((name) => `options.${name}`), ...custom.map((name) => `custom.${name}`)];

    expect(undecided(names, PANEL_OPTION_SUPPORT[kind] ?? { rendered: [], noticed: {} })).toEqual([]);
  });

  it.each(kinds.filter(([kind]) => PANEL_OPTION_SUPPORT[kind] === undefined))(
    "as option of %s belongs to a kind that is shown as not rendered",
    (kind) => {
      expect(panelKind(kind)).toBe(panelKind("an unknown kind"));
    },
  );

  it.each(supported)("as option of %s that the table notices is noticed, in defaults and overrides", (kind) => {
    for (const path of Object.keys(PANEL_OPTION_SUPPORT[kind]?.noticed ?? {})) {
      const [root = "", ...rest] = path.split(".");
      const value = nested(rest.join("."), ODD);
      const override = { matcher: { id: "byName", options: "a" }, properties: [{ id: path, value: ODD }] };
      const written =
        root === "options" ? { options: value } : { fieldConfig: { defaults: { custom: value }, overrides: [] } };

      expect(unsupportedIn({ type: kind, ...written })).toEqual([path]);
      if (root === "custom")
        expect(unsupportedIn({ type: kind, fieldConfig: { overrides: [override] } })).toEqual([path]);
    }
  });

  it.each(supported)("as option of %s that the table renders is not noticed", (kind) => {
    for (const path of PANEL_OPTION_SUPPORT[kind]?.rendered ?? []) {
      const [root = "", ...rest] = path.split(".");
      const value = nested(rest.join("."), ODD);
      const written = root === "options" ? { options: value } : { fieldConfig: { defaults: { custom: value } } };

      expect(unsupportedIn({ type: kind, ...written })).toEqual([]);
    }
  });

  it.each(supported)("as option of %s that the table renders is read by the code of the kind", (kind) => {
    const words = wordsOf([...EVERY_KIND, ...(SOURCES[kind] ?? [])]);
    const rendered = PANEL_OPTION_SUPPORT[kind]?.rendered ?? [];

    expect(rendered.filter((path) => path.split(".").some((word) => !words.has(word)))).toEqual([]);
  });

  it("as transformation is applied, or noticed", () => {
    const unknown = (peer["transformations"] ?? []).filter((id) => !TRANSFORMS.has(id));

    for (const id of unknown) {
      const step = { id, options: {}, isDisabled: false, topic: "series", filter: undefined };
      expect(transformFrames([], [step], String).notices).toEqual([expect.stringContaining(id)]);
    }
    expect((peer["transformations"] ?? []).length - unknown.length).toBeGreaterThan(20);
  });
});

describe("a panel", () => {
  it("names the settings of fields that have no effect", () => {
    expect(noticesOf({ fieldConfig: { defaults: { actions: [{ title: "x" }] } } })).toEqual([
      "These options have no effect: actions.",
    ]);
  });

  it("names override properties, matchers and scopes that are not supported", () => {
    const override = (matcher: Json, id: string) => ({ matcher, properties: [{ id, value: 1 }] });
    const overrides = [
      override({ id: "byName", options: "a" }, "glow"),
      override({ id: "byMoonlight" }, "unit"),
      override({ id: "byName", options: "a", scope: "nested" }, "custom.width"),
      override({ id: "byName", options: "a" }, "unit"),
    ];

    expect(noticesOf({ fieldConfig: { overrides } })).toEqual([
      "These override properties have no effect: glow.",
      "An override has no effect: its matcher “byMoonlight” is not supported.",
      "An override is for the scope “nested”, which is not supported.",
    ]);
  });

  it("names keys of its queries that have no effect", () => {
    const targets = [{ refId: "B", expr: "up", adhocFilters: [{ key: "a" }], editorMode: "code" }];

    expect(noticesOf({ targets })).toEqual(["Query B has settings without effect: adhocFilters."]);
  });

  it("names a comparison with another time", () => {
    expect(noticesOf({ timeCompare: "1d" })).toEqual(["These options have no effect: timeCompare."]);
  });

  it("names what is not supported of the variables that it uses, and of no others", () => {
    const list = [
      { name: "on", type: "switch", current: { value: "true" } },
      { name: "env", type: "custom", valuesFormat: "json", allowCustomValue: true },
    ];
    const of = (expr: string) => noticesOf({ targets: [{ refId: "A", expr }] }, { templating: { list } });

    expect(of('up{a="$on"}')).toEqual(["The variable on has its saved value: the type “switch” is not supported."]);
    expect(of('up{a="$env"}')).toEqual(["The variable env has settings without effect: valuesFormat."]);
    expect(of("up")).toEqual([]);
  });
});
