import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelNameFromPath, labelNameInPath, promqlLabelName } from "./label-name.ts";

describe("the name of a label", () => {
  it.each([
    ["job", "job", "job"],
    ["user.id", '"user.id"', "U__user_2e_id"],
    ["a_b.c", '"a_b.c"', "U__a__b_2e_c"],
    ["größe", '"größe"', "U__gr_f6__df_e"],
    ["0a", '"0a"', "U__0a"],
    ['say "hi"', String.raw`"say \"hi\""`, "U__say_20__22_hi_22_"],
  ])("%s stands in PromQL as %s and in a path as %s", (name, promql, path) => {
    expect(promqlLabelName(name)).toBe(promql);
    expect(labelNameInPath(name)).toBe(path);
  });

  it("is read back from a path", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
        expect(labelNameFromPath(labelNameInPath(name))).toBe(name);
        expect(labelNameInPath(name)).toMatch(/^[a-zA-Z_][a-zA-Z0-9_]*$/);
      }),
    );
  });
});
