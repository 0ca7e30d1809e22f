import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelBytes } from "../src/labels/label-bytes.ts";
import { labelEntries, labelsOf } from "../src/labels/labels.ts";
import { type Field, message } from "./protobuf-message.ts";

describe("the bytes of labels", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300, size: "max" });

  it("are those that remote write has for them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 6 }), (pairs) => {
        const labels = labelsOf(pairs);
        const written = labelEntries(labels).map(([name, value]): Field => [1, message([1, name], [2, value])]);

        expect(labelBytes(labels)).toBe(message(...written).toString("latin1"));
      }),
    );
  });
});
