import { describe, expect, it } from "vitest";
import { beginSteps, type DraftAct, type DraftSteps, stepped, withStepsOf } from "./draft-steps.ts";

const BASE = { title: "Base" };
const begun = (): DraftSteps => beginSteps({ document: BASE, base: BASE, resourceVersion: "1" });

function after(...acts: readonly DraftAct[]): DraftSteps | undefined {
  return acts.reduce<DraftSteps | undefined>(stepped, begun());
}

const change = (title: string, at: number, step = `Step ${title}`): DraftAct => ({
  kind: "change",
  step,
  document: { title },
  at,
});

describe("the steps of a draft", () => {
  it("are taken back one by one, two hundred of them, and forth again", () => {
    const changes = Array.from({ length: 250 }, (_, at) => change(String(at), at));

    const back = after(...changes, { kind: "undo", count: 200 });

    expect(back?.document).toEqual({ title: "49" });
    expect(back?.past).toEqual([]);
    expect(stepped(back, { kind: "redo", count: 200 })?.document).toEqual({ title: "249" });
  });

  it("are one while one thing is typed, and two after a pause", () => {
    const steps = after(change("a", 5000, "Title"), change("ab", 5500, "Title"), change("abc", 9000, "Title"));

    expect(steps?.past.map(({ name, document }) => [name, document])).toEqual([
      ["Title", BASE],
      ["Title", { title: "ab" }],
    ]);
  });

  it("are one for a gesture, however long it takes, and another for the next", () => {
    const dragged = (title: string, at: number, gesture: number): DraftAct => ({
      kind: "change",
      step: "Colour",
      document: { title },
      at,
      gesture,
    });

    const steps = after(dragged("a", 1000, 1), dragged("b", 9000, 1), dragged("c", 60_000, 1), dragged("d", 60_100, 2));

    expect(steps?.past.map(({ name, document }) => [name, document])).toEqual([
      ["Colour", BASE],
      ["Colour", { title: "c" }],
    ]);
    expect(steps?.document).toEqual({ title: "d" });
  });

  it("bring back what was discarded", () => {
    const discarded = after(change("mine", 1), { kind: "discard", step: "Discard" });

    expect(discarded?.document).toEqual(BASE);
    expect(stepped(discarded, { kind: "undo", count: 1 })?.document).toEqual({ title: "mine" });
  });

  it("go on where another page of the dashboard left them, unless something else was found there", () => {
    const before = after(change("mine", 1));
    const found = { ...begun(), document: { title: "mine" }, restoredAt: 7 };

    expect(withStepsOf(found, before, false)).toMatchObject({ restoredAt: undefined, past: [{ name: "Step mine" }] });
    expect(withStepsOf(found, undefined, false)).toBe(found);
    expect(withStepsOf({ ...found, resourceVersion: "2" }, before, true)).toMatchObject({ past: [] });
    expect(withStepsOf({ ...found, document: { title: "theirs" } }, before, false)).toMatchObject({ past: [] });
  });

  it("are not lost when the next page is there before they were kept", () => {
    expect(withStepsOf(begun(), after(change("mine", 1)), true).document).toEqual({ title: "mine" });
  });
});
