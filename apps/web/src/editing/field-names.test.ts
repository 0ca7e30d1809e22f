import { expect, it } from "vitest";
import type { Frame } from "../dashboard/model/frame/frame.ts";
import { drawnNames, namesBefore } from "./field-names.ts";

const FRAME: Frame = {
  refId: "A",
  name: "",
  length: 1,
  fields: [
    { name: "Time", type: "time", values: [1], labels: {}, settings: {} },
    { name: "Value", type: "number", values: [2], labels: {}, settings: { displayNameFromDS: "tide" } },
  ],
};
const panel = {
  type: "table",
  transformations: [
    { id: "organize", options: { excludeByName: { Time: true }, renameByName: { tide: "height" } } },
    { id: "limit", options: { limitField: 1 } },
  ],
  fieldConfig: {
    defaults: {},
    overrides: [{ matcher: { id: "byName", options: "height" }, properties: [{ id: "displayName", value: "m" }] }],
  },
};

it("knows what each transformation is given, and what overrides speak of", () => {
  expect(namesBefore([FRAME], panel, 0)).toEqual(["Time", "tide"]);
  expect(namesBefore([FRAME], panel, 1)).toEqual(["height"]);
  expect(drawnNames([FRAME], panel)).toEqual(["height"]);
});
