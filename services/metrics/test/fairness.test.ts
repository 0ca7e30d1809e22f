import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IdentifyReader } from "../src/routes/access.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

/** Runs for minutes. */
const LONG = "sum_over_time(sum_over_time(vector(1)[1d:1s])[1d:1s])";
const SMALL = "vector(1)";

const CALLERS: readonly string[] = ["alice", "bob", "service account", "secret key", "wall"];

const byHeader: IdentifyReader = async (headers) => {
  const principal = CALLERS.find((name) => name === headers["x-caller"]);
  if (principal === undefined) return undefined;
  return { who: { kind: "secret-key" }, principal, seriesFor: async () => "all", mayChange: async () => false };
};

describe("callers share the query engine [threats, Limits]", () => {
  let store: TestStore;
  let url = "";

  beforeAll(async () => {
    // Without the cost limit, which rejects these queries before they run.
    store = await openTestStore([], byHeader, {
      "metrics.query.max_processed_samples": 0,
      "metrics.query.max_concurrency": 4,
      "metrics.query.max_queued_per_user": 10,
    });
    url = await store.app.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const query = (caller: string, text: string, signal?: AbortSignal) =>
    fetch(`${url}/prometheus/api/v1/query?query=${encodeURIComponent(text)}`, {
      headers: { "x-caller": caller },
      ...(signal && { signal }),
    });

  it("answers every other caller while one floods the server, rejects what is too much, and stops abandoned queries", async () => {
    const leaving = new AbortController();
    let ended = 0;
    const flood = Array.from({ length: 12 }, () =>
      query("alice", LONG, leaving.signal).then(
        () => {
          ended += 1;
        },
        () => undefined,
      ),
    );
    // Two of four slots are the most that one caller gets; the other ten wait.
    await until(() => metric("waiting") === 10);

    const others = CALLERS.filter((name) => name !== "alice");
    const answers = await Promise.all(others.map((name) => query(name, SMALL)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(ended).toBe(0);

    const rejected = await query("alice", SMALL);
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get("retry-after")).toBe("5");
    expect(await rejected.json()).toMatchObject({ status: "error", errorType: "too_many_requests" });
    expect(metric("rejected_total")).toBe(1);

    leaving.abort();
    await Promise.all(flood);
    await until(() => metric("running") === 0 && metric("waiting") === 0);
    expect((await query("alice", SMALL)).status).toBe(200);
  });

  /** A metric of the queue, all its series together. */
  function metric(name: string): number {
    const series = store.registry
      .expose()
      .matchAll(new RegExp(`^vedette_queue_${name}{queue="promql".*} (\\d+)$`, "gm"));
    return [...series].reduce((sum, [, value]) => sum + Number(value), 0);
  }
});

describe("an expensive query", () => {
  it("is rejected by its estimate, or when the evaluation passes the limit; a cheaper one is answered", async () => {
    const samples = Array.from({ length: 600 }, (_, minute) => [minute * 60_000, minute] as const);
    const limit = { "metrics.query.max_processed_samples": 100_000 };
    await using store = await openTestStore([{ labels: { __name__: "m" }, samples }], undefined, limit);
    const ask = async (query: string) => {
      const url = `/prometheus/api/v1/query_range?start=0&end=36000&step=5&query=${encodeURIComponent(query)}`;
      const answer = await store.app.inject({ url });
      return [answer.statusCode, answer.json().error];
    };

    expect(await ask("max_over_time(m[1h:1m])")).toEqual([422, expect.stringContaining("process too many samples")]);
    expect(await ask("avg_over_time(m[10h])")).toEqual([422, expect.stringContaining("process too many samples")]);
    expect(await ask("avg_over_time(m[5m])")).toEqual([200, undefined]);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
