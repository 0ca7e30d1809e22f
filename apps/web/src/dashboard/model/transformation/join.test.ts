import { describe, expect, it } from "vitest";
import { a, aField, aFrame, b, tablesOf, transformed } from "./frames.fixture.ts";

describe("joinByField", () => {
  const left = aFrame([aField("Time", [1, 1]), aField("pod", ["x", "y"]), aField("Value #A", [1, 2])]);
  const right = aFrame([aField("Time", [1, 1]), aField("pod", ["y", "z"]), aField("Value #B", [3, 4])], "B");

  it("joins series by their time", () => {
    expect(tablesOf(transformed([a, b], "joinByField"))).toEqual([{ Time: [0, 1000], a: [1, 2], b: [10, 20] }]);
  });

  it("keeps every value in an outer join and numbers names that come twice", () => {
    expect(tablesOf(transformed([left, right], "joinByField", { byField: "pod", mode: "outer" }))).toEqual([
      {
        pod: ["x", "y", "z"],
        "Time 1": [1, 1, Number.NaN],
        "Value #A": [1, 2, Number.NaN],
        "Time 2": [Number.NaN, 1, 1],
        "Value #B": [Number.NaN, 3, 4],
      },
    ]);
  });

  it("keeps what all have in an inner join, also under its old name", () => {
    expect(
      tablesOf(transformed([left, right], "seriesToColumns", { byField: "pod", mode: "inner" }))[0]?.["pod"],
    ).toEqual(["y"]);
  });

  it("keeps equal rows apart in a tabular join", () => {
    const twice = aFrame([aField("pod", ["x", "x"]), aField("v", [8, 9])]);

    expect(
      tablesOf(transformed([left, twice], "joinByField", { byField: "pod", mode: "outerTabular" }))[0]?.["v"],
    ).toEqual([8, 9, Number.NaN]);
  });
});

describe("merge", () => {
  it("puts the rows of tables together that agree in what they share", () => {
    const first = aFrame([aField("Time", [1, 1]), aField("pod", ["x", "y"]), aField("Value #A", [1, 2])]);
    const second = aFrame([aField("Time", [1, 1]), aField("pod", ["y", "z"]), aField("Value #B", [3, 4])]);

    expect(tablesOf(transformed([first, second], "merge"))).toEqual([
      { Time: [1, 1, 1], pod: ["x", "y", "z"], "Value #A": [1, 2, Number.NaN], "Value #B": [Number.NaN, 3, 4] },
    ]);
  });

  it("puts the rows of labelled series below each other", () => {
    const [merged] = transformed(transformed([a, b], "labelsToFields"), "merge");

    expect(tablesOf(merged === undefined ? [] : [merged])).toEqual([
      { Time: [0, 1000, 0, 1000], pod: ["p1", "p1", "p2", "p2"], Value: [1, 2, 10, 20] },
    ]);
  });
});
