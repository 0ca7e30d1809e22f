import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AnswerCache, questionOf } from "./answer-cache.ts";

const ASKED = { method: "GET", url: "http://room.test/api/search?tag=a", body: "" };
const ANSWER = { status: 200, headers: { "content-type": "text/plain" }, keptAt: 5, body: Buffer.from("one\ntwo") };

describe("what a wall keeps of the server's answers", () => {
  let root: string;
  let folder: string;
  const cacheOf = (wall = "one"): AnswerCache => new AnswerCache(root, wall);
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "vedette-answers-"));
    folder = join(root, "one");
  });
  afterEach(async () => await rm(root, { recursive: true }));

  it("comes back as it was, also to another process", async () => {
    await cacheOf().keep(ASKED, ANSWER);

    expect(await cacheOf().recall(ASKED)).toEqual(ANSWER);
    expect(await cacheOf().recall({ ...ASKED, url: "http://room.test/api/search?tag=b" })).toBeUndefined();
  });

  it("is the last answer to a question, and no half of one", async () => {
    const cache = cacheOf();
    await cache.keep(ASKED, ANSWER);
    await cache.keep(ASKED, { ...ANSWER, body: Buffer.from("new") });
    expect((await cache.recall(ASKED))?.body.toString()).toBe("new");
    expect(await readdir(folder)).toHaveLength(1);

    const [file = ""] = await readdir(folder);
    await writeFile(join(folder, file), '{"status":200');
    expect(await cache.recall(ASKED)).toBeUndefined();
  });

  it("is gone when the wall may not read it any more", async () => {
    const cache = cacheOf();
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
    const cache = cacheOf();
    await cache.keep(ASKED, { ...ANSWER, body: Buffer.alloc(9 * 1024 * 1024) });

    expect(await cache.recall(ASKED)).toBeUndefined();
  });
});

describe("what all walls of a machine keep", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "vedette-answers-"));
  });
  afterEach(async () => await rm(root, { recursive: true }));

  /** A file of another wall, which takes no room until it is written to. */
  const leave = async (wall: string, name: string, megabytes: number, daysAgo: number): Promise<void> => {
    await mkdir(join(root, wall), { recursive: true });
    const path = join(root, wall, name);
    await writeFile(path, "");
    await truncate(path, megabytes * 1024 * 1024);
    const then = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
    await utimes(path, then, then);
  };

  it("stays below 256 MB together, and what was used last stays longest", async () => {
    for (let at = 0; at < 40; at += 1) await leave("gone", `answer-${at}`, 8, at / 10 + 1);
    await leave("running", "fresh", 8, 0);
    const cache = new AnswerCache(root, "one");
    await cache.keep(ASKED, ANSWER);

    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(256 * 1024 * 1024);
    const left = await readdir(join(root, "gone"));
    expect(left).toContain("answer-0");
    expect(left).not.toContain("answer-39");
    expect(await readdir(join(root, "running"))).toEqual(["fresh"]);
    expect(await cache.recall(ASKED)).toEqual(ANSWER);
  });

  it("goes with its folder when no wall asked for it in 30 days", async () => {
    await leave("gone", "old", 1, 31);
    await leave("running", "old", 1, 31);
    await leave("running", "used", 1, 29);
    await new AnswerCache(root, "one").forgetUnused();

    expect(await readdir(root)).toEqual(["running"]);
    expect(await readdir(join(root, "running"))).toEqual(["used"]);
  });
});

describe("a question", () => {
  const post = (body: string) => questionOf({ method: "POST", url: "http://room.test/api/v1/query_range", body });

  it("is the same at another moment", () => {
    expect(post("query=up&start=1&end=2&step=15")).toBe(post("query=up&start=3&end=4&step=15"));
  });

  it("is the same for what people said happened until another moment", () => {
    const get = (search: string) =>
      questionOf({ method: "GET", url: `http://room.test/api/annotations?${search}`, body: "" });

    expect(get("dashboardUID=a&from=1&to=2")).toBe(get("dashboardUID=a&from=3&to=4"));
    expect(get("dashboardUID=a&from=1&to=2")).not.toBe(get("dashboardUID=b&from=1&to=2"));
  });

  it("is another one for another query or step", () => {
    expect(post("query=up&start=1&end=2&step=15")).not.toBe(post("query=up&start=1&end=2&step=30"));
    expect(post("query=up")).not.toBe(post("query=down"));
  });
});
