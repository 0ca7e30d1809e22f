import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { aDataDir, type RunningVedette, removeDataDir, startVedette } from "./running-server.ts";

const ROUNDS = 20;
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

/** What the server acknowledged: name of the dashboard → the last value it said it had stored. */
type Ledger = Map<string, number>;

/** Creates and updates dashboards until the server is gone, and writes down every acknowledgement. */
async function writeUntilKilled(vedette: RunningVedette, ledger: Ledger, writer: string): Promise<void> {
  const headers = { authorization: `Bearer ${vedette.keys.secret_key}`, "content-type": "application/json" };
  try {
    for (let turn = 0; ; turn += 1) {
      const name = `${writer}-${turn % 5}`;
      const next = (ledger.get(name) ?? 0) + 1;
      const body = JSON.stringify({ metadata: { name }, spec: { title: name, value: next } });
      const isNew = !ledger.has(name);
      const answer = await fetch(`${vedette.url}${DASHBOARDS}${isNew ? "" : `/${name}`}`, {
        method: isNew ? "POST" : "PUT",
        headers,
        body,
      });
      // A create that was stored but not acknowledged before the kill is there already: the value is taken up from it.
      if (answer.ok || answer.status === 409) ledger.set(name, answer.ok ? next : 0);
    }
  } catch {
    // The process was killed: that is how every round ends.
  }
}

async function storedValues(vedette: RunningVedette): Promise<Map<string, number>> {
  const answer = await fetch(vedette.url + DASHBOARDS, {
    headers: { authorization: `Bearer ${vedette.keys.secret_key}` },
  });
  const list: { items: { metadata: { name: string }; spec: { value?: number } }[] } = await answer.json();
  return new Map(list.items.map(({ metadata, spec }) => [metadata.name, spec.value ?? 0]));
}

describe("a process that is killed while it writes", () => {
  it(`has lost nothing that it acknowledged, ${ROUNDS} times in a row`, { timeout: 240_000 }, async () => {
    const dataDir = aDataDir();
    onTestFinished(() => removeDataDir(dataDir));
    const ledger: Ledger = new Map();
    const lost: string[] = [];
    let acknowledged = 0;

    for (let round = 0; round < ROUNDS; round += 1) {
      const vedette = await startVedette({ dataDir });
      const stored = await storedValues(vedette);
      for (const [name, value] of ledger) {
        if ((stored.get(name) ?? -1) < value)
          lost.push(`round ${round}: ${name} is ${stored.get(name)}, acknowledged ${value}`);
        ledger.set(name, Math.max(value, stored.get(name) ?? 0));
      }
      const writers = ["a", "b", "c", "d"].map((writer) => writeUntilKilled(vedette, ledger, writer));
      await sleep(100 + Math.random() * 400);
      await vedette.kill();
      await Promise.all(writers);
      acknowledged = [...ledger.values()].reduce((sum, value) => sum + value, 0);
    }

    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(ROUNDS * 10);
  });
});
