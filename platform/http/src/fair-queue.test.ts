import { createRegistry } from "@vedette/worker-metrics";
import { describe, expect, it } from "vitest";
import { createFairQueue, type FairQueueLimits } from "./fair-queue.ts";

/** A queue whose jobs run until they are finished by the test. */
function aQueue(limits: Partial<FairQueueLimits>) {
  const registry = createRegistry();
  const queue = createFairQueue({
    name: "test",
    registry,
    concurrency: 1,
    concurrencyPerPrincipal: 1,
    waitingPerPrincipal: 10,
    ...limits,
  });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const add = (principal: string, name: string, signal?: AbortSignal) =>
    queue.run(
      principal,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => finish.push(resolve));
      },
      signal,
    );
  const finishOne = async () => {
    finish.shift()?.();
    await settle();
  };
  return { add, started, finishOne, registry };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("a fair queue", () => {
  it("serves waiting principals in turn, whatever the number of their jobs", async () => {
    const { add, started, finishOne } = aQueue({});
    const jobs = [
      ...["a1", "a2", "a3", "a4"].map((name) => add("user:a", name)),
      ...["b1", "b2"].map((name) => add("user:b", name)),
      add("wall:c", "c1"),
    ];
    await settle();
    for (let at = 0; at < jobs.length; at += 1) await finishOne();
    await Promise.all(jobs);

    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("keeps slots free for other principals", async () => {
    const { add, started } = aQueue({ concurrency: 8, concurrencyPerPrincipal: 8 });
    for (let at = 0; at < 8; at += 1) void add("user:a", "a");
    await settle();
    expect(started).toEqual(["a", "a", "a", "a"]);

    for (const name of ["b", "c", "d", "e"]) void add(`user:${name}`, name);
    await settle();
    expect(started).toEqual(["a", "a", "a", "a", "b", "c", "d", "e"]);
  });

  it("rejects a principal whose own queue is full, and accepts the others", async () => {
    const { add, started, finishOne } = aQueue({ waitingPerPrincipal: 2 });
    const jobs = [add("user:a", "a1"), add("user:a", "a2"), add("user:a", "a3")];
    await settle();

    await expect(add("user:a", "a4")).rejects.toMatchObject({
      code: "too_many_requests",
      headers: { "retry-after": "5" },
    });
    jobs.push(add("user:b", "b1"));
    for (let at = 0; at < 4; at += 1) await finishOne();
    await Promise.all(jobs);
    expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("rejects everyone when too many jobs are waiting in total", async () => {
    const { add } = aQueue({ waiting: 1 });
    void add("user:a", "a1");
    void add("user:b", "b1");
    await settle();

    await expect(add("user:c", "c1")).rejects.toMatchObject({ code: "overloaded" });
  });

  it("never runs the job of a caller that stopped waiting", async () => {
    const { add, started, finishOne } = aQueue({ waitingPerPrincipal: 1 });
    const leaving = new AbortController();
    const running = add("user:a", "a1");
    const abandoned = add("user:a", "a2", leaving.signal);
    await settle();
    leaving.abort(new Error("gone"));

    await expect(abandoned).rejects.toThrow("gone");
    const next = add("user:a", "a3");
    await finishOne();
    await finishOne();
    await Promise.all([running, next]);
    expect(started).toEqual(["a1", "a3"]);
    await expect(add("user:a", "a4", leaving.signal)).rejects.toThrow("gone");
  });

  it("frees the slot of a job that fails", async () => {
    const queue = createFairQueue({ name: "test", concurrency: 1, concurrencyPerPrincipal: 1, waitingPerPrincipal: 1 });
    const failing = queue.run("user:a", () => Promise.reject(new TypeError("no")));
    const next = queue.run("user:a", async () => "next");

    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
  });

  it("counts running, waiting and rejected jobs", async () => {
    const { add, registry, finishOne } = aQueue({ waitingPerPrincipal: 1 });
    const jobs = [add("user:a", "a1"), add("user:a", "a2")];
    await settle();
    await add("user:a", "a3").catch(() => undefined);

    expect(registry.expose()).toContain('vedette_queue_running{queue="test"} 1');
    expect(registry.expose()).toContain('vedette_queue_waiting{queue="test"} 1');
    expect(registry.expose()).toContain('vedette_queue_rejected_total{queue="test",reason="principal"} 1');
    await finishOne();
    await finishOne();
    await Promise.all(jobs);
    expect(registry.expose()).toContain('vedette_queue_running{queue="test"} 0');
    expect(registry.expose()).toContain('vedette_queue_waiting{queue="test"} 0');
  });
});
