import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

const FOREVER = new AbortController().signal;

/** Work that ends when it is told to. */
function slowWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, finish: resolve };
}

describe("turns", () => {
  it("let so much run at a time, and the rest in the order they came in", async () => {
    const turns = createTurns({ atOnce: 1, waiting: 2 });
    const done: string[] = [];
    const { work, finish } = slowWork();
    const all = [
      turns.run(work, FOREVER),
      ...["b", "c"].map((name) => turns.run(async () => done.push(name), FOREVER)),
    ];

    expect(done).toEqual([]);
    finish();
    await Promise.all(all);

    expect(done).toEqual(["b", "c"]);
    await expect(turns.run(async () => "free again", FOREVER)).resolves.toBe("free again");
  });

  it("refuse those for whom there is no room in the line", async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 });
    const { work, finish } = slowWork();
    const all = [turns.run(work, FOREVER), turns.run(work, FOREVER)];

    await expect(turns.run(work, FOREVER)).rejects.toMatchObject({ code: "overloaded" });
    finish();
    await Promise.all(all);
  });

  it("give the place of one who leaves the line to the next, and never do its work", async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 });
    const leaving = new AbortController();
    const { work, finish } = slowWork();
    const done: string[] = [];
    const running = turns.run(work, FOREVER);
    const abandoned = turns.run(async () => done.push("abandoned"), leaving.signal);

    leaving.abort(new Error("gone"));
    await expect(abandoned).rejects.toThrow("gone");
    const next = turns.run(async () => done.push("next"), FOREVER);
    finish();
    await Promise.all([running, next]);

    expect(done).toEqual(["next"]);
    await expect(turns.run(async () => 1, leaving.signal)).rejects.toThrow("gone");
  });
});
