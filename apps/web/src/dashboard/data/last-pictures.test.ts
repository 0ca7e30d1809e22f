import { describe, expect, it } from "vitest";
import { createLastPictures } from "./last-pictures.ts";

describe("what a wall remembers", () => {
  it("is the latest picture of each panel", () => {
    const pictures = createLastPictures<string>();
    pictures.keep("a", "old");
    pictures.keep("a", "new");

    expect(pictures.recall("a")).toBe("new");
    expect(pictures.recall("b")).toBeUndefined();
  });

  it("never grows beyond its limit; what was longest unseen goes first", () => {
    const pictures = createLastPictures<number>(2);
    for (const [at, key] of ["a", "b", "a", "c"].entries()) pictures.keep(key, at);

    expect(["a", "b", "c"].map((key) => pictures.recall(key))).toEqual([2, undefined, 3]);
  });
});
