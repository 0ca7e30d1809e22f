import { readdirSync, readFileSync } from "node:fs";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { aDataDir, type RunningVedette, removeDataDir, runVedette, startVedette } from "./running-server.ts";

const PATIENT = { timeout: 30_000, interval: 100 };

async function severalProcesses(): Promise<RunningVedette> {
  const { url, drop } = await createPostgresTestDatabase();
  const dataDir = aDataDir();
  const vedette = await startVedette({ dataDir, env: { VEDETTE_DATABASE_URL: url, VEDETTE_PROCESSES: "2" } });
  onTestFinished(async () => {
    await vedette.stop();
    removeDataDir(dataDir);
    await drop();
  });
  return vedette;
}

/** Asks over a connection of its own, so that another process may answer. */
async function ask({ url, keys }: RunningVedette, path: string): Promise<Response> {
  return fetch(url + path, { headers: { connection: "close", authorization: `Bearer ${keys.secret_key}` } });
}

async function processNumbers(vedette: RunningVedette): Promise<string[]> {
  const text = await (await ask(vedette, "/metrics")).text();
  return [...text.matchAll(/^process_start_time_seconds\{process="(\d)"\}/gm)].map(([, number = ""]) => number);
}

/** The processes that serve, by what Linux knows of them. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // It has just ended.
  }
}

/** Connections go to the processes in turn: some who watch sit in each, and some who write. */
async function seeEachOthersChanges(vedette: RunningVedette): Promise<void> {
  const collection = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
  const ended = new AbortController();
  const headers = { connection: "close", authorization: `Bearer ${vedette.keys.secret_key}` };
  const watches = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const query = "watch=true&fieldSelector=metadata.name!%3Ddelivery-workers";
      const { body } = await fetch(`${vedette.url}${collection}?${query}`, { headers, signal: ended.signal });
      const seen = { text: "" };
      const read = async () => {
        for await (const bytes of body ?? []) seen.text += Buffer.from(bytes).toString();
      };
      read().catch(() => undefined); // The end of the test ends the stream.
      return seen;
    }),
  );
  const names = Array.from({ length: 8 }, (_, index) => `told-${index}`);
  const made = await Promise.all(
    names.map(async (name) => {
      const body = JSON.stringify({ metadata: { name }, spec: { title: name } });
      const sent = { ...headers, "content-type": "application/json" };
      return (await fetch(vedette.url + collection, { method: "POST", headers: sent, body })).status;
    }),
  );
  expect(made).toEqual(names.map(() => 201));
  const told = ({ text }: { text: string }) =>
    [...text.matchAll(/"ADDED".*?"name":"(told-\d)"/g)].map(([, name]) => name).toSorted();
  await expect.poll(() => watches.map(told), PATIENT).toEqual(watches.map(() => names));
  ended.abort();
}

describe("several processes behind one port", () => {
  it("greet once, show the metrics of all, and answer queries whoever keeps the store", async () => {
    const vedette = await severalProcesses();
    await expect.poll(() => processNumbers(vedette), PATIENT).toEqual(["1", "2"]);

    expect(vedette.output().match(/Vedette is at/g)).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(vedette, "/prometheus/api/v1/query?query=vector(1)")),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await seeEachOthersChanges(vedette);
    const unknown = await fetch(`${vedette.url}/prometheus/api/v1/query?query=vector(1)`);
    expect(unknown.status).toBe(401);
  });

  it("go on when one is killed, which comes back, and end together", async () => {
    const vedette = await severalProcesses();
    await expect.poll(() => childrenOf(vedette.pid).length, PATIENT).toBe(2);
    const [victim = 0] = childrenOf(vedette.pid);

    process.kill(victim, "SIGKILL");

    await expect.poll(async () => (await ask(vedette, "/api/health")).status, PATIENT).toBe(200);
    await expect.poll(() => processNumbers(vedette), PATIENT).toEqual(["1", "2"]);
    const children = childrenOf(vedette.pid);
    expect(children).not.toContain(victim);
    await expect
      .poll(async () => (await ask(vedette, "/prometheus/api/v1/query?query=vector(1)")).status, PATIENT)
      .toBe(200);
    expect(await vedette.endBy("SIGTERM")).toBe(0);
    expect(children.filter((pid) => parentOf(String(pid)) !== undefined)).toEqual([]);
  });

  it("leave nobody behind when the first one is killed", async () => {
    const vedette = await severalProcesses();
    await expect.poll(() => childrenOf(vedette.pid).length, PATIENT).toBe(2);
    const children = childrenOf(vedette.pid);

    await vedette.kill();

    await expect.poll(() => children.filter((pid) => parentOf(String(pid)) !== undefined), PATIENT).toEqual([]);
  });

  it("need a database that is for several", async () => {
    const dataDir = aDataDir();
    onTestFinished(() => removeDataDir(dataDir));

    const { exitCode, output } = await runVedette([], { VEDETTE_DATA_DIR: dataDir, VEDETTE_PROCESSES: "2" });

    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringMatching(/VEDETTE_PROCESSES is 2.*VEDETTE_DATABASE_URL/)]);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
