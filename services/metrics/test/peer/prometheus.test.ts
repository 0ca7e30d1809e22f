import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../test-store.ts";
import { type ComparedAnswer, differencesOf } from "./compare.ts";
import { dataSet, END_MS, randomNumbers, START_MS, toOpenMetrics } from "./data-set.ts";
import { hasPrometheus, type PrometheusServer, startPrometheus } from "./prometheus-server.ts";
import { INVALID_QUERIES, NEWER_WORDS, OTHER_WORDS, QUERIES, RANGE_SELECTORS, REFUSED_QUERIES } from "./queries.ts";
import { inNewerWords, RandomQueries } from "./random-queries.ts";

/** Times without a sample on them: the middle, after a gap, before the first and behind the last sample. */
const TIMES = [START_MS + 3_033_613, START_MS + 4_500_613, START_MS + 5_613, END_MS + 120_613];

/**
 * Not a multiple of the step of any subquery, for the same reason; and later than the longest range after the start:
 * how far a counter is drawn back before its first sample has changed between the versions too.
 */
const RANGE_START_MS = START_MS + 2_700_613;

describe.skipIf(!hasPrometheus)("beside a real Prometheus with the same samples", () => {
  let peer: PrometheusServer;
  let ours: TestStore;

  beforeAll(async () => {
    const series = dataSet();
    [peer, ours] = await Promise.all([startPrometheus(toOpenMetrics(series)), openTestStore(series)]);
  });

  afterAll(async () => {
    await peer?.[Symbol.asyncDispose]();
    await ours?.[Symbol.asyncDispose]();
  });

  async function ask(
    path: string,
    parameters: Record<string, string>,
    who: "both" | "ours alone" = "both",
  ): Promise<[ComparedAnswer, ComparedAnswer]> {
    const search = new URLSearchParams(parameters);
    const response = await ours.app.inject(`/prometheus/api/v1/${path}?${search}`);
    const our = JSON.parse(response.body);
    if (who === "ours alone") return [our, our];
    const answer = await fetch(`${peer.url}/api/v1/${path}?${search}`);
    return [our, JSON.parse(await answer.text())];
  }

  describe("what this version of the peer does not know means what it says in other words", () => {
    it.each(NEWER_WORDS)("%s is %s", async (newer, older) => {
      const range = { start: String(RANGE_START_MS / 1000), end: String((END_MS - 600_000) / 1000), step: "97" };
      const [our] = await ask("query_range", { query: newer, ...range }, "ours alone");
      const [, theirs] = await ask("query_range", { query: older, ...range });

      expect(our.status, our.error).toBe("success");
      expect(differencesOf(our, theirs, 1e-9)).toEqual([]);
    });
  });

  describe("a query at one time gives the same", () => {
    it.each([...QUERIES, ...RANGE_SELECTORS])("%s", async (query) => {
      for (const timeMs of TIMES) {
        const [our, theirs] = await ask("query", { query, time: String(timeMs / 1000) });

        expect(our.status, our.error).toBe("success");
        expect(differencesOf(our, theirs), `at ${timeMs}`).toEqual([]);
      }
    });
  });

  describe("a query over a range gives the same", () => {
    it.each(QUERIES.filter((query) => !query.startsWith('"')))("%s", async (query) => {
      for (const step of ["60", "7m30s"]) {
        const range = { start: String(RANGE_START_MS / 1000), end: String((END_MS + 600_000) / 1000), step };
        const [our, theirs] = await ask("query_range", { query, ...range });

        expect(our.status, our.error).toBe("success");
        expect(differencesOf(our, theirs), `step ${step}`).toEqual([]);
      }
    });
  });

  describe("queries by chance give the same", () => {
    const INSTANT = ["query", { time: String((RANGE_START_MS + 60_000) / 1000) }] as const;
    const times = { start: String(RANGE_START_MS / 1000), end: String((RANGE_START_MS + 900_000) / 1000) };
    const RANGE = ["query_range", { ...times, step: "97" }] as const;
    // VEDETTE_TEST_QUERIES asks for more of them.
    const count = Number(process.env["VEDETTE_TEST_QUERIES"] ?? 300);
    const seed = Number(process.env["VEDETTE_TEST_SEED"] ?? 20_261_122);

    it(`${count} of the seed ${seed}, at one time and over a range`, async () => {
      const queries = new RandomQueries(randomNumbers(seed));
      const random = randomNumbers(seed + 1);
      const found: string[] = [];
      let answered = 0;
      for (let at = 0; at < count; at += 1) {
        const query = queries.next();
        for (const [path, parameters] of [INSTANT, RANGE]) {
          const [our, theirs] = await ask(path, { query, ...parameters });
          answered += Number(theirs.status === "success");
          const differences = differencesOf(our, theirs, 1e-14).slice(0, 2);
          found.push(...differences.map((difference) => `${path} ${query}: ${difference}`));
          const newer = inNewerWords(query, random);
          const [again] = await ask(path, { query: newer, ...parameters }, "ours alone");
          const changed = again.status === our.status ? differencesOf(again, our, 1e-14).slice(0, 2) : [again.error];
          found.push(...changed.map((difference) => `${path} ${newer}: ${difference}`));
        }
      }

      expect(found).toEqual([]);
      // Most of them must mean something, else nothing was compared.
      expect(answered).toBeGreaterThan(count);
    }, 600_000);
  });

  describe("what cannot be evaluated is refused alike", () => {
    it.each(REFUSED_QUERIES)("%s", async (query) => {
      const [our, theirs] = await ask("query", { query, time: String((START_MS + 2_400_000) / 1000) });

      expect(our).toMatchObject({ status: "error", errorType: theirs.errorType });
      expect(theirs.status).toBe("error");
    });
  });

  describe("what is not PromQL is refused in the same words", () => {
    it.each(INVALID_QUERIES)("%s", async (query) => {
      const [our, theirs] = await ask("query", { query });

      expect(our).toMatchObject({ status: "error", errorType: "bad_data" });
      expect(our.error).toMatch(/^invalid parameter "query": \d+:\d+: parse error: ./);
      if (!OTHER_WORDS.has(query)) expect(our.error).toBe(theirs.error);
    });
  });
});
