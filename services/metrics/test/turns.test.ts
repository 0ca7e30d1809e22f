import { longestTurnMs } from "@vedette/http/testing";
import { describe, expect, it } from "vitest";
import { QueryEngine } from "../src/engine/query.ts";
import { Batch } from "../src/store/batch.ts";
import { Head } from "../src/store/head.ts";

const SERIES = 20_000;
/** Slices take 8 to 15; what goes through all these series in one go takes 50 to 120. */
const MOST_MS = 40;

describe("a query of many series [metric-store, Limits per query: event loop]", () => {
  const head = new Head(() => ({ maxSeries: SERIES, outOfOrderMs: 0 }));
  const limits = {
    timeoutMs: 60_000,
    maxSamples: 50_000_000,
    maxProcessedSamples: 5_000_000_000,
    lookbackMs: 300_000,
    isExperimentalOn: true,
  };
  const engine = new QueryEngine({
    source: { select: async (matchers) => head.select(matchers) },
    limits: () => limits,
    concurrency: { concurrency: 20, concurrencyPerUser: 4, waitingPerUser: 100 },
  });
  const batch = new Batch();
  for (let at = 0; at < SERIES; at += 1) {
    const job = `job-${at % 10}`;
    const series = head.seriesFor([
      "__name__",
      "m_total",
      "instance",
      "host:9100",
      "job",
      job,
      "path",
      `/things/${at}`,
    ]);
    if (series !== undefined) batch.add(series, 0, at);
  }
  head.apply(batch);

  it.each([
    "m_total / on (path) m_total",
    "m_total and m_total",
    "m_total or m_total",
    'label_replace(m_total, "a", "$1", "path", "/(.*)")',
  ])("gives others a turn every few milliseconds: %s", async (query) => {
    const signal = new AbortController().signal;

    const turnMs = await longestTurnMs(
      () => engine.instant({ query, principal: "user:a", sight: "all", signal }, 0),
      MOST_MS,
    );

    expect(turnMs).toBeLessThan(MOST_MS);
  });
});
