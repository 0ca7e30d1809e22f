import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../test-store.ts";
import { KNOWN_DIFFERENCES } from "./known-differences.ts";
import { findPublishedScripts } from "./published-scripts.ts";
import { type Outcome, runScript, TIERS } from "./script-run.ts";

const published = await findPublishedScripts();
const scripts = published.kind === "found" ? published.scripts : new Map<string, string>();
const reason = published.kind === "found" ? "" : ` (skipped: ${published.reason})`;

/** Shares of each tier that the reference itself passes when its scripts run over its API. */
const REFERENCE_SHARES = { floats: 843 / 856, "native histograms": 764 / 781, experimental: 541 / 577 } as const;

describe.skipIf(published.kind === "missing")(`the test scripts of the reference${reason}`, () => {
  const outcomes: Outcome[] = [];
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore([], undefined, { "metrics.ingest.max_elements": 5_000_000 });
    for (const [name, script] of scripts) outcomes.push(...(await runScript(name, script, store)));
  }, 300_000);
  afterAll(() => store[Symbol.asyncDispose]());

  it("pass except for the known differences", () => {
    const failed = outcomes.filter(({ difference }) => difference !== undefined);

    const unknown = failed.filter(({ place }) => !KNOWN_DIFFERENCES.has(place));

    expect(unknown).toEqual([]);
  });

  it("fail where a difference is known", () => {
    const failed = new Set(outcomes.flatMap(({ place, difference }) => (difference === undefined ? [] : [place])));

    const outdated = [...KNOWN_DIFFERENCES.keys()].filter((place) => !failed.has(place));

    expect(outdated).toEqual([]);
  });

  it.each(TIERS)("pass at the reference's own rate: %s", (tier) => {
    const all = outcomes.filter((one) => one.tier === tier);
    const passed = all.filter(({ difference }) => difference === undefined).length;

    expect(passed / all.length, `${passed} of ${all.length}`).toBeGreaterThanOrEqual(REFERENCE_SHARES[tier]);
  });
});
