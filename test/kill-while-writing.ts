import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./call.ts";
import type { RunningVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

/** What the server acknowledged: name of the dashboard → the last value it said it had stored. */
type Ledger = Map<string, number>;

export interface Kills {
  /** Each acknowledged write that the next process did not have. */
  readonly lost: readonly string[];
  readonly acknowledged: number;
}

/** So many writes each process acknowledges before it may be killed, on however slow a machine. */
const LEAST_ACKNOWLEDGEMENTS = 10;

/** Starts the product, kills it while four clients write, and looks whether the next start has it all; so many times. */
export async function killWhileWriting(start: () => Promise<RunningVedette>, rounds: number): Promise<Kills> {
  const ledger: Ledger = new Map();
  const lost: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const vedette = await start();
    lost.push(...(await missing(vedette, ledger)));
    const busy = Promise.withResolvers<void>();
    let acknowledgements = 0;
    const acknowledge = () => {
      acknowledgements += 1;
      if (acknowledgements === LEAST_ACKNOWLEDGEMENTS) busy.resolve();
    };
    const writers = ["a", "b", "c", "d"].map((writer) => writeUntilKilled(vedette, { ledger, writer, acknowledge }));
    await busy.promise;
    // Not a wait for something: the kill comes at any moment.
    await sleep(Math.random() * 300);
    await vedette.kill();
    await Promise.all(writers);
  }
  const survivor = await start();
  lost.push(...(await missing(survivor, ledger)));
  await survivor.stop();
  return { lost, acknowledged: [...ledger.values()].reduce((sum, value) => sum + value, 0) };
}

/** What is not stored although it was acknowledged. What was stored and not acknowledged is taken up. */
async function missing(vedette: RunningVedette, ledger: Ledger): Promise<string[]> {
  const stored = await storedValues(vedette);
  return [...ledger].flatMap(([name, value]) => {
    const found = stored.get(name) ?? -1;
    ledger.set(name, Math.max(value, found));
    return found < value ? [`${name} is ${found}, acknowledged ${value}`] : [];
  });
}

interface Writing {
  readonly ledger: Ledger;
  readonly writer: string;
  readonly acknowledge: () => void;
}

/** Creates and updates dashboards until the server is gone, and writes down every acknowledgement. */
async function writeUntilKilled(
  { url, keys }: RunningVedette,
  { ledger, writer, acknowledge }: Writing,
): Promise<void> {
  try {
    for (let turn = 0; ; turn += 1) {
      const name = `${writer}-${turn % 5}`;
      const value = (ledger.get(name) ?? 0) + 1;
      const isNew = !ledger.has(name);
      const { status } = await call(`${url}${DASHBOARDS}${isNew ? "" : `/${name}`}`, {
        method: isNew ? "POST" : "PUT",
        bearer: keys.secret_key,
        body: { metadata: { name }, spec: { title: name, value } },
      });
      // A create that was stored but not acknowledged before the kill is there already: the value is taken up from it.
      if (status === 409) ledger.set(name, 0);
      if (status >= 300) continue;
      ledger.set(name, value);
      acknowledge();
    }
  } catch {
    // The process was killed: that is how every round ends.
  }
}

async function storedValues({ url, keys }: RunningVedette): Promise<Map<string, number>> {
  const { body } = await call<{ items: { metadata: { name: string }; spec: { value?: number } }[] }>(url + DASHBOARDS, {
    bearer: keys.secret_key,
  });
  return new Map(body.items.map(({ metadata, spec }) => [metadata.name, spec.value ?? 0]));
}
