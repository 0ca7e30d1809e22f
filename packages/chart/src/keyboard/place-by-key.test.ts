import { describe, expect, it } from "vitest";
import { placeByKey, placesFrom } from "./place-by-key.ts";

const LENGTHS = [0, 40, 0, 3];

describe("a key in a chart", () => {
  it.each([
    ["ArrowRight", { series: 1, point: 5 }, { series: 1, point: 6 }],
    ["ArrowLeft", { series: 1, point: 0 }, { series: 1, point: 0 }],
    ["PageDown", { series: 1, point: 5 }, { series: 1, point: 9 }],
    ["PageUp", { series: 1, point: 2 }, { series: 1, point: 0 }],
    ["Home", { series: 1, point: 5 }, { series: 1, point: 0 }],
    ["End", { series: 1, point: 5 }, { series: 1, point: 39 }],
    ["ArrowDown", { series: 1, point: 20 }, { series: 3, point: 2 }],
    ["ArrowUp", { series: 3, point: 1 }, { series: 1, point: 1 }],
    ["ArrowUp", { series: 1, point: 1 }, { series: 1, point: 1 }],
  ])("%s leads from %o to %o", (key, from, to) => {
    expect(placeByKey(key, from, LENGTHS)).toEqual(to);
  });

  it("leads to the first point that there is, or with End to the last of its series", () => {
    expect(placeByKey("ArrowRight", undefined, LENGTHS)).toEqual({ series: 1, point: 0 });
    expect(placeByKey("End", undefined, LENGTHS)).toEqual({ series: 1, point: 39 });
    expect(placeByKey("ArrowRight", { series: 7, point: 9 }, LENGTHS)).toEqual({ series: 1, point: 0 });
  });

  it("means nothing without points, and when it is another one", () => {
    expect(placeByKey("ArrowRight", undefined, [0, 0])).toBeUndefined();
    expect(placeByKey("x", { series: 1, point: 0 }, LENGTHS)).toBeUndefined();
  });

  it.each([
    ["ArrowRight", 2, [2, 3]],
    ["ArrowLeft", 2, [2, 1, 0]],
    ["ArrowLeft", 0, [0, 1, 2, 3]],
    ["End", 3, [3, 2, 1, 0]],
    ["ArrowDown", 2, [2, 1, 3, 0]],
  ])("%s looks at %i for a value, and then at others", (key, point, order) => {
    expect(placesFrom({ series: 0, point }, key, [4]).map((place) => place.point)).toEqual(order);
  });
});
