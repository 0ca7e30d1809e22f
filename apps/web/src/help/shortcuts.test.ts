import { describe, expect, it } from "vitest";
import { KEY_SEQUENCES } from "../frame/key-sequences.ts";
import { shortcutMessages } from "./messages.ts";

describe("the page of shortcuts", () => {
  it("tells of every key that pages listen to, and of no other", () => {
    // Charts listen to keys of their own.
    const groups = shortcutMessages.groups.filter(({ name }) => name !== "In a chart");
    const told = groups.flatMap(({ keys }) => keys.map((one) => one.keys.join(" ")));
    const single = told.filter((sequence) => /^[ -~](?: [ -~])?$/.test(sequence));

    expect(new Set(single)).toEqual(new Set(KEY_SEQUENCES));
  });
});
