import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AnswerCache, questionOf } from "./answer-cache.ts";

const ASKED = { method: "GET", url: "http://room.test/api/search?tag=a", body: "" };
const ANSWER = { status: 200, headers: { "content-type": "text/plain" }, keptAt: 5, body: Buffer.from("one\ntwo") };

describe("what a wall keeps of the server's answers", () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "vedette-answers-")), "answers");
  });
  afterEach(async () => await rm(join(folder, ".."), { recursive: true }));

  it("comes back as it was, also to another process", async () => {
    await new AnswerCache(folder).keep(ASKED, ANSWER);

    expect(await new AnswerCache(folder).recall(ASKED)).toEqual(ANSWER);
    expect(
      await new AnswerCache(folder).recall({ ...ASKED, url: "http://room.test/api/search?tag=b" }),
    ).toBeUndefined();
  });

  it("is the last answer to a question, and no half of one", async () => {
    const cache = new AnswerCache(folder);
    await cache.keep(ASKED, ANSWER);
    await cache.keep(ASKED, { ...ANSWER, body: Buffer.from("new") });
    expect((await cache.recall(ASKED))?.body.toString()).toBe("new");
    expect(await readdir(folder)).toHaveLength(1);

    const [file = ""] = await readdir(folder);
    await writeFile(join(folder, file), '{"status":200');
    expect(await cache.recall(ASKED)).toBeUndefined();
  });

  it("is gone when the wall may not read it any more", async () => {
    const cache = new AnswerCache(folder);
    const other = { ...ASKED, url: "http://room.test/api/search?tag=b" };
    for (const asked of [ASKED, other]) await cache.keep(asked, ANSWER);
    await cache.forget(ASKED);
    await cache.forget(ASKED);
    expect([await cache.recall(ASKED), await cache.recall(other)]).toEqual([undefined, ANSWER]);
    await cache.clear();

    expect(await cache.recall(other)).toBeUndefined();
    await cache.keep(ASKED, ANSWER);
    expect(await cache.recall(ASKED)).toEqual(ANSWER);
  });

  it("leaves out what is too large to be kept for every question", async () => {
    const cache = new AnswerCache(folder);
    await cache.keep(ASKED, { ...ANSWER, body: Buffer.alloc(9 * 1024 * 1024) });

    expect(await cache.recall(ASKED)).toBeUndefined();
  });
});

describe("a question", () => {
  const post = (body: string) => questionOf({ method: "POST", url: "http://room.test/api/v1/query_range", body });

  it("is the same at another moment", () => {
    expect(post("query=up&start=1&end=2&step=15")).toBe(post("query=up&start=3&end=4&step=15"));
  });

  it("is another one for another query or step", () => {
    expect(post("query=up&start=1&end=2&step=15")).not.toBe(post("query=up&start=1&end=2&step=30"));
    expect(post("query=up")).not.toBe(post("query=down"));
  });
});
