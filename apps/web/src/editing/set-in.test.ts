import { describe, expect, it } from "vitest";
import { setIn, valueIn } from "./set-in.ts";

describe("a place of a document", () => {
  const document = { a: { b: 1 }, list: [{ x: 1 }, { x: 2 }] };

  it("is read and written in objects and in lists, and leaves what is beside it the same", () => {
    expect(valueIn(document, ["list", "1", "x"])).toBe(2);
    expect(valueIn(document, ["list", "9", "x"])).toBeUndefined();
    const changed = setIn(document, ["list", "1", "x"], 3);
    expect(changed).toEqual({ a: { b: 1 }, list: [{ x: 1 }, { x: 3 }] });
    expect(changed["a"]).toBe(document.a);
    expect(setIn({}, ["a", "b"], 1)).toEqual({ a: { b: 1 } });
    expect(setIn({ list: [] }, ["list", "0", "x"], 1)).toEqual({ list: [{ x: 1 }] });
  });

  it("goes away without a value", () => {
    expect(setIn(document, ["a", "b"], undefined)).toEqual({ a: {}, list: document.list });
    expect(setIn(document, ["list", "0", "x"], undefined)["list"]).toEqual([{}, { x: 2 }]);
  });
});
