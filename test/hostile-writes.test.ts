import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { expect, it } from "vitest";
import { call } from "./call.ts";
import { startVedette } from "./running-server.ts";

const MIB = 1024 * 1024;
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
/** An empty protobuf field; 15 million of them are 30 MiB. */
const EMPTY_FIELD = Buffer.from([0x0a, 0]);
const COPIES = (30 * MIB) / 64;

/** A snappy block of empty fields: its length, one of them as a literal, and copies of 64 bytes from 2 bytes before. */
function snappyBlock(): Buffer {
  const length = EMPTY_FIELD.length + 64 * COPIES;
  const header = [0, 7, 14].map((shift) => 0x80 | ((length >> shift) & 0x7f));
  return Buffer.concat([
    Buffer.from([...header, length >> 21, 0x04]),
    EMPTY_FIELD,
    Buffer.alloc(3 * COPIES, Buffer.from([0xfe, 2, 0])),
  ]);
}

/** Memory of a process that is in use now, in MiB. */
function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

it("answers hostile writes at the same time with 413, in bounded memory, and obeys SIGTERM [threats 1.1, 10]", async () => {
  // On a busy machine the last of them waits for longer than the default.
  const vedette = await startVedette({ env: { VEDETTE_LIMITS_ANSWER_SECONDS: "60" } });
  const send = async (path: string, body: string | Buffer, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(vedette.url + path, {
      method: "POST",
      body: typeof body === "string" ? body : new Uint8Array(body),
      headers: { authorization: `Bearer ${vedette.keys.secret_key}`, ...headers },
    });
    await answer.text();
    return answer.status;
  };
  const protobuf = "application/x-protobuf";
  const gzipped = await promisify(gzip)(Buffer.alloc(30 * MIB, EMPTY_FIELD));
  const snappy = snappyBlock();
  const keys = Array.from({ length: 500_000 }, (_, at) => `"key${at}":1`).join();
  const dashboard = `{"metadata":{"name":"hostile"},"spec":{"title":"a","keys":{${keys}}}}`;
  const writes = {
    report: () => send("/v1/metrics", gzipped, { "content-type": protobuf, "content-encoding": "gzip" }),
    samples: () => send("/prometheus/api/v1/write", snappy, { "content-type": protobuf, "content-encoding": "snappy" }),
    dashboard: () => send(DASHBOARDS, dashboard, { "content-type": "application/json" }),
    import: () => send("/api/dashboards/import", `{"dashboard":${dashboard}}`, { "content-type": "application/json" }),
  };
  const all = Object.values(writes);
  const beforeMib = residentMib(vedette.pid);

  const statuses = await Promise.all([...all, ...all].map((write) => write()));

  expect(statuses).toEqual(statuses.map(() => 413));
  expect(residentMib(vedette.pid) - beforeMib).toBeLessThan(600);
  expect((await call(`${vedette.url}/api/health`)).status).toBe(200);
  const bearer = vedette.keys.secret_key;
  expect((await call(`${vedette.url}${DASHBOARDS}/hostile`, { bearer })).status).toBe(404);
  const { body } = await call<{ data: string[] }>(`${vedette.url}/prometheus/api/v1/label/__name__/values`, { bearer });
  expect(body.data.filter((name) => !/^(vedette_|process_|nodejs_|up$|scrape_)/.test(name))).toEqual([]);

  const gone = [...all, ...all].map((write) => write().catch(() => undefined));
  const asked = performance.now();
  const exitCode = await vedette.stop();
  await Promise.all(gone);

  expect(exitCode, vedette.output()).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
}, 120_000);
