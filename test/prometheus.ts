import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { killWithRun } from "./kill-with-run.ts";

/** A real Prometheus server (Debian's package) that scrapes itself every second. */
export interface RunningPrometheus {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Prometheus and waits until it has scraped itself: whoever asks finds something. */
export async function startPrometheus(port: number): Promise<RunningPrometheus> {
  const address = `127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "vedette-prometheus-"));
  const config = join(folder, "prometheus.yml");
  writeFileSync(
    config,
    `scrape_configs: [{ job_name: self, scrape_interval: 1s, static_configs: [{ targets: ["${address}"] }] }]`,
  );
  const server = spawn(
    "/usr/bin/prometheus",
    [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, "data")}`, `--web.listen-address=${address}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  killWithRun(server);
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes("Server is ready to receive web requests")) break;
  }
  server.stderr.resume();
  while (!(await hasScraped(address))) await setTimeout(100);
  return {
    url: `http://${address}`,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, "exit");
        server.kill("SIGKILL");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function hasScraped(address: string): Promise<boolean> {
  const answer = await fetch(`http://${address}/api/v1/query?query=up`);
  const { data } = (await answer.json()) as { data: { result: readonly unknown[] } };
  return data.result.length > 0;
}
