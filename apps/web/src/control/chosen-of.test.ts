import { expect, it } from "vitest";
import { chosenOf } from "./chosen-of.ts";

it("nobody is chosen of several before somebody chooses, nor who is no longer offered", () => {
  const [ada, ole] = [{ id: "ada" }, { id: "ole" }];

  expect(chosenOf([ada, ole], "")).toBe(undefined);
  expect(chosenOf([ada, ole], "ole")).toBe(ole);
  expect(chosenOf([ada, ole], "ines")).toBe(undefined);
  expect(chosenOf([ole], "ada")).toBe(ole);
  expect(chosenOf([], "ada")).toBe(undefined);
});
