import { describe, expect, it } from "vitest";
import { actOfTreeKey, folderTyped, visibleFolders } from "./folder-nodes.ts";

const FOLDERS = [
  { uid: "sea", title: "Sea" },
  { uid: "bay", title: "Bay" },
  { uid: "pier", title: "Pier", folderUid: "bay" },
  { uid: "berth", title: "Berth", folderUid: "pier" },
  { uid: "lost", title: "Lost", folderUid: "hidden" },
];
const seen = (...open: string[]) => visibleFolders(FOLDERS, new Set(open));

describe("the folders of a tree", () => {
  it.each([
    [[], ["1 bay", "1 lost", "1 sea"]],
    [["bay"], ["1 bay", "2 pier", "1 lost", "1 sea"]],
    [
      ["bay", "pier"],
      ["1 bay", "2 pier", "3 berth", "1 lost", "1 sea"],
    ],
    [["pier"], ["1 bay", "1 lost", "1 sea"]],
  ])("with %j open are those in open ones, by title", (open, expected) => {
    expect(seen(...open).map(({ level, uid }) => `${level} ${uid}`)).toEqual(expected);
  });

  it("stand by the numbers in their titles", () => {
    const folders = ["Berth 10", "Berth 9", "Berth 1"].map((title) => ({ uid: title, title }));
    expect(visibleFolders(folders, new Set()).map(({ title }) => title)).toEqual(["Berth 1", "Berth 9", "Berth 10"]);
  });

  it.each([
    ["p", "bay", "pier"],
    ["B", "pier", "bay"],
    ["ll", "bay", "lost"],
    ["pie", "pier", "pier"],
    ["sea", "bay", "sea"],
    ["x", "bay", undefined],
  ])("are found by what is typed: %s at %s", (typed, inHand, expected) => {
    expect(folderTyped(typed, seen("bay"), inHand)).toBe(expected);
  });

  it.each([
    ["ArrowDown", "bay", { kind: "go", uid: "pier" }],
    ["ArrowUp", "pier", { kind: "go", uid: "bay" }],
    ["ArrowUp", "bay", undefined],
    ["Home", "sea", { kind: "go", uid: "bay" }],
    ["End", "bay", { kind: "go", uid: "sea" }],
    ["ArrowRight", "bay", { kind: "go", uid: "pier" }],
    ["ArrowRight", "pier", { kind: "open", uid: "pier" }],
    ["ArrowRight", "sea", undefined],
    ["ArrowLeft", "pier", { kind: "go", uid: "bay" }],
    ["ArrowLeft", "bay", { kind: "close", uid: "bay" }],
    ["ArrowLeft", "sea", undefined],
    ["x", "bay", undefined],
  ])("are walked, opened and closed: %s at %s", (key, inHand, expected) => {
    expect(actOfTreeKey(key, seen("bay"), inHand)).toEqual(expected);
  });
});
