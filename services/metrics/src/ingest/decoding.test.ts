import { describe, expect, it } from "vitest";
import { IngestGate, LARGE_BYTES } from "./decoding.ts";

const MIB = 1024 * 1024;

/** A gate whose one place is taken, and the requests that got through it since. */
async function aBusyGate() {
  const gate = new IngestGate();
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = (principal: string, name = principal, { held = MIB, signal = new AbortController().signal } = {}) =>
    gate.run({ principal, size: LARGE_BYTES, held, signal }, async () => void done.push(name));
  const first = gate.run(
    { principal: "first", size: LARGE_BYTES, held: MIB, signal: new AbortController().signal },
    () => promise,
  );
  await Promise.resolve();
  return {
    send,
    async finish() {
      resolve();
      await first;
      return done;
    },
  };
}

describe("large write requests that wait", () => {
  it("are served by caller in turn", async () => {
    const { send, finish } = await aBusyGate();
    const all = [send("alice", "alice 1"), send("alice", "alice 2"), send("alice", "alice 3"), send("bob")];

    const done = await finish();
    await Promise.all(all);

    expect(done).toEqual(["alice 1", "bob", "alice 2", "alice 3"]);
  });

  it("leave when their client has gone", async () => {
    const { send, finish } = await aBusyGate();
    const gone = new AbortController();
    const left = send("alice", "alice", { signal: gone.signal });
    const waiting = send("bob");

    gone.abort();

    await expect(left).rejects.toMatchObject({ code: "canceled" });
    const done = await finish();
    await waiting;
    expect(done).toEqual(["bob"]);
  });

  it("hold a bounded number of bytes per caller and in total", async () => {
    const { send, finish } = await aBusyGate();
    const ofOne = [send("alice", "alice 1", { held: 32 * MIB }), send("alice", "alice 2", { held: 32 * MIB })];

    await expect(send("alice", "alice 3")).rejects.toMatchObject({ code: "too_many_writes" });
    const ofOthers = [send("bob", "bob", { held: 32 * MIB }), send("carol", "carol", { held: 32 * MIB })];
    await expect(send("dave")).rejects.toMatchObject({ code: "too_many_writes" });

    expect(await finish().then(() => Promise.all([...ofOne, ...ofOthers]))).toHaveLength(4);
    expect((await finish()).toSorted()).toEqual(["alice 1", "alice 2", "bob", "carol"]);
  });

  it("are no more than 25 of one caller", async () => {
    const { send, finish } = await aBusyGate();
    const waiting = Array.from({ length: 25 }, () => send("alice", "alice", { held: 0 }));

    await expect(send("alice", "alice", { held: 0 })).rejects.toMatchObject({ code: "too_many_writes" });
    await finish();
    await Promise.all(waiting);
  });
});
