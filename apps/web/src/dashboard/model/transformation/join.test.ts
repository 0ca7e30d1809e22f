import { describe, expect, it } from "vitest";
import { a, aField, aFrame, b, noticesOf, tablesOf, transformed } from "./frames.fixture.ts";

const NONE = Number.NaN;
const devices = aFrame([
  aField("name", ["Mithil", "Mithil", "Ada"]),
  aField("device", ["iPhone", "Android", "Pixel"]),
  aField("Value #A", [1, 2, 3]),
]);
const totals = aFrame([aField("name", ["Mithil", "Eve"]), aField("Value #B", [103, 7])], "B");
const phones = aFrame(
  [aField("name", ["Mithil", "Mithil"]), aField("phone", ["P1", "P2"]), aField("Value #C", [1, 2])],
  "C",
);

describe("joinByField", () => {
  const left = aFrame([aField("Time", [1, 1]), aField("pod", ["x", "y"]), aField("Value #A", [1, 2])]);
  const right = aFrame([aField("Time", [1, 1]), aField("pod", ["y", "z"]), aField("Value #B", [3, 4])], "B");

  it("joins series by their time", () => {
    expect(tablesOf(transformed([a, b], "joinByField"))).toEqual([{ Time: [0, 1000], a: [1, 2], b: [10, 20] }]);
  });

  it("keeps every value in an outer join and numbers repeated names", () => {
    expect(tablesOf(transformed([left, right], "joinByField", { byField: "pod", mode: "outer" }))).toEqual([
      {
        pod: ["x", "y", "z"],
        "Time 1": [1, 1, NONE],
        "Value #A": [1, 2, NONE],
        "Time 2": [NONE, 1, 1],
        "Value #B": [NONE, 3, 4],
      },
    ]);
  });

  // Expected values: @grafana/data 13.2.3, joinByFieldTransformer.
  it("joins every row with every matching row in an inner join, also under its old name", () => {
    expect(tablesOf(transformed([devices, totals], "seriesToColumns", { byField: "name", mode: "inner" }))).toEqual([
      {
        name: ["Mithil", "Mithil"],
        device: ["iPhone", "Android"],
        "Value #A": [1, 2],
        "Value #B": [103, 103],
      },
    ]);
  });

  it("repeats matching rows and keeps the others in a tabular outer join", () => {
    const options = { byField: "name", mode: "outerTabular" };

    expect(tablesOf(transformed([devices, phones, totals], "joinByField", options))).toEqual([
      {
        name: ["Mithil", "Mithil", "Mithil", "Mithil", "Ada", "Eve"],
        device: ["iPhone", "iPhone", "Android", "Android", "Pixel", undefined],
        "Value #A": [1, 1, 2, 2, 3, NONE],
        phone: ["P1", "P2", "P1", "P2", undefined, undefined],
        "Value #C": [1, 2, 1, 2, NONE, NONE],
        "Value #B": [103, 103, 103, 103, NONE, 7],
      },
    ]);
    expect(noticesOf([devices, phones, totals], "joinByField", options)).toEqual([]);
  });

  it("notes that an outer join shows only the last of equal rows", () => {
    const options = { byField: "name", mode: "outer" };

    expect(tablesOf(transformed([devices, totals], "joinByField", options))[0]?.["device"]).toEqual([
      "Android",
      "Pixel",
      undefined,
    ]);
    expect(noticesOf([devices, totals], "joinByField", options)).toEqual([expect.stringMatching(/last of several.*A/)]);
  });

  it("keeps equal rows where the values are the same in all frames", () => {
    const same = aFrame([aField("name", ["Mithil", "Mithil", "Ada"]), aField("owned", [7, 8, 9])], "D");

    expect(tablesOf(transformed([devices, same], "joinByField", { byField: "name" }))[0]).toMatchObject({
      device: ["iPhone", "Android", "Pixel"],
      owned: [7, 8, 9],
    });
    expect(noticesOf([devices, same], "joinByField", { byField: "name" })).toEqual([]);
  });

  it("does not match missing values", () => {
    const unnamed = aFrame([aField("name", ["x", undefined]), aField("v", [1, 2])]);
    const other = aFrame([aField("name", ["x", undefined]), aField("w", [3, 4])], "B");
    const joined = (mode: string) => tablesOf(transformed([unnamed, other], "joinByField", { byField: "name", mode }));

    expect(joined("inner")[0]?.["name"]).toEqual(["x"]);
    expect(joined("outerTabular")[0]).toEqual({ name: ["x", undefined, undefined], v: [1, 2, NONE], w: [3, NONE, 4] });
  });

  it.each([
    ["outer", 3, /leaves out A/],
    ["outerTabular", 6, /leaves out A/],
    ["inner", 0, /no rows: A/],
  ])("names the query without the field in a join of mode %s", (mode, length, notice) => {
    const options = { byField: "name", mode };
    const frames = [a, devices, phones, totals];

    expect(transformed(frames, "joinByField", options)[0]?.length).toBe(length);
    expect(noticesOf(frames, "joinByField", options)).toContainEqual(expect.stringMatching(notice));
  });

  it.each(["inner", "outerTabular"])("ends a join by a constant in mode %s at 200,000 rows, and notes it", (mode) => {
    // All pairs of rows would be 100 million, more than a browser can hold.
    const constant = (name: string, refId: string) =>
      aFrame(
        [
          aField("key", new Array<string>(10_000).fill("x")),
          aField(
            name,
            Array.from({ length: 10_000 }, (_, row) => row),
          ),
        ],
        refId,
      );
    const frames = [constant("v", "A"), constant("w", "B")];
    const [joined] = transformed(frames, "joinByField", { byField: "key", mode });

    expect(joined?.length).toBe(200_000);
    expect(joined?.fields.map(({ values }) => values[199_999])).toEqual(["x", 19, 9999]);
    expect(noticesOf(frames, "joinByField", { byField: "key", mode })).toEqual([expect.stringContaining("200")]);
  });

  it("leaves the frames alone and notes it when no query has the field", () => {
    expect(transformed([a, b], "joinByField", { byField: "gone" })).toEqual([a, b]);
    expect(noticesOf([a, b], "joinByField", { byField: "gone" })).toEqual([expect.stringContaining("gone")]);
  });
});

describe("joinByLabels", () => {
  const series = (labels: Record<string, string>, value: number) =>
    aFrame([aField("Time", [0]), aField("Value", [value], { labels })]);
  const frames = [
    series({ kind: "cpu", host: "a", zone: "x" }, 1),
    series({ kind: "memory", host: "a", zone: "x" }, 2),
    series({ kind: "cpu", host: "b", zone: "y" }, 3),
    series({ host: "c" }, 4),
  ];

  it("has a row for each set of the other labels and a column for each value of the label", () => {
    expect(tablesOf(transformed(frames, "joinByLabels", { value: "kind" }))).toEqual([
      { host: ["a", "b"], zone: ["x", "y"], cpu: [1, 3], memory: [2, NONE] },
    ]);
    expect(noticesOf(frames, "joinByLabels", { value: "kind" })).toEqual([expect.stringContaining("leaves out A")]);
  });

  it("has the rows of the named labels alone", () => {
    expect(tablesOf(transformed(frames, "joinByLabels", { value: "kind", join: ["zone"] }))).toEqual([
      { zone: ["x", "y"], cpu: [1, 3], memory: [2, NONE] },
    ]);
  });

  it("leaves the frames alone and notes it when no series has the label", () => {
    expect(transformed([a], "joinByLabels", { value: "kind" })).toEqual([a]);
    expect(noticesOf([a], "joinByLabels", { value: "kind" })).toEqual([expect.stringContaining("kind")]);
  });
});

describe("merge", () => {
  it("puts the rows of tables together that agree in what they share", () => {
    const first = aFrame([aField("Time", [1, 1]), aField("pod", ["x", "y"]), aField("Value #A", [1, 2])]);
    const second = aFrame([aField("Time", [1, 1]), aField("pod", ["y", "z"]), aField("Value #B", [3, 4])]);

    expect(tablesOf(transformed([first, second], "merge"))).toEqual([
      { Time: [1, 1, 1], pod: ["x", "y", "z"], "Value #A": [1, 2, NONE], "Value #B": [NONE, 3, 4] },
    ]);
  });

  it("puts the rows of labelled series below each other", () => {
    const [merged] = transformed(transformed([a, b], "labelsToFields"), "merge");

    expect(tablesOf(merged === undefined ? [] : [merged])).toEqual([
      { Time: [0, 1000, 0, 1000], pod: ["p1", "p1", "p2", "p2"], Value: [1, 2, 10, 20] },
    ]);
  });

  // Expected values: @grafana/data 13.2.3, mergeTransformer.
  it("completes every row that agrees", () => {
    expect(tablesOf(transformed([devices, totals], "merge"))).toEqual([
      {
        name: ["Mithil", "Mithil", "Ada", "Eve"],
        device: ["iPhone", "Android", "Pixel", undefined],
        "Value #A": [1, 2, 3, NONE],
        "Value #B": [103, 103, NONE, 7],
      },
    ]);
  });

  it("keeps frames apart that share no column, and notes it", () => {
    const frames = [aFrame([aField("x", [1, 2])]), aFrame([aField("y", [3, 4])], "B")];

    expect(transformed(frames, "merge")).toEqual(frames);
    expect(noticesOf(frames, "merge")).toEqual([expect.stringContaining("no column in common")]);
  });
});

describe("a transformation that leaves something out", () => {
  it("keeps tables without a time out of “series to rows” and notes it", () => {
    expect(transformed([a, devices], "seriesToRows")).toEqual([a, devices]);
    expect(noticesOf([a, devices], "seriesToRows")).toHaveLength(1);
  });

  it("notes a query that has none of the fields to group by", () => {
    expect(noticesOf([devices, a], "groupBy", { fields: { name: { operation: "groupby" } } })).toHaveLength(1);
  });

  it("notes that a matrix shows the last of equal cells", () => {
    const options = { columnField: "name", rowField: "name", valueField: "Value #A" };

    expect(noticesOf([devices], "groupingToMatrix", options)).toHaveLength(1);
    expect(noticesOf([devices], "groupingToMatrix", { ...options, columnField: "device" })).toEqual([]);
  });
});
