import { describe, expect, it } from "vitest";
import { parseVariableQuery } from "./variable-query.ts";

describe("label_values", () => {
  it.each([
    ["label_values(job)", "job", undefined],
    ["label_values(up, job)", "job", "up"],
    ['label_values(up{a="x,y", b=~"c,d"}, instance)', "instance", 'up{a="x,y", b=~"c,d"}'],
    ["label_values(user.id)", "user.id", undefined],
    ['label_values({"a.b"},user.id)', "user.id", '{"a.b"}'],
    ['label_values({"a.b", "c,d"="e"}, "user.id")', "user.id", '{"a.b", "c,d"="e"}'],
    ['label_values("user.id")', "user.id", undefined],
    [String.raw`label_values(up{a="\","}, job)`, "job", String.raw`up{a="\","}`],
    ["label_values(größe)", "größe", undefined],
  ])("%s lists the values of %s of %j", (text, label, selector) => {
    expect(parseVariableQuery(text)).toEqual({ kind: "label values", label, selector });
  });
});
