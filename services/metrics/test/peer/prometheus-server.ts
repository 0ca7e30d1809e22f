import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** Debian's Prometheus, or another one to compare with, e.g. the current release; promtool is next to it. */
export const PROMETHEUS = process.env["VEDETTE_TEST_PROMETHEUS"] ?? "/usr/bin/prometheus";
const PROMTOOL = join(dirname(PROMETHEUS), "promtool");

/** Whether the peer is installed; without it there is nothing to compare with. */
export const hasPrometheus = existsSync(PROMETHEUS) && existsSync(PROMTOOL);

/** A real Prometheus server that holds some samples and scrapes nothing. */
export interface PrometheusServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Where its samples are. */
  readonly directory: string;
}

/**
 * Starts Prometheus on samples in the OpenMetrics format, or on none. It takes more by remote write.
 *
 * @param configuration - its prometheus.yml. Default: nothing is scraped
 */
export async function startPrometheus(openMetrics: string, configuration = "global: {}\n"): Promise<PrometheusServer> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-peer-"));
  const data = join(directory, "data");
  const input = join(directory, "samples.om");
  const config = join(directory, "prometheus.yml");
  await writeFile(config, configuration);
  if (openMetrics !== "") {
    await writeFile(input, openMetrics);
    await promisify(execFile)(PROMTOOL, ["tsdb", "create-blocks-from", "openmetrics", input, data]);
  }
  const address = `127.0.0.1:${await freePort()}`;
  const server = spawn(PROMETHEUS, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${data}`,
    "--storage.tsdb.retention.time=100y",
    `--web.listen-address=${address}`,
    "--web.enable-remote-write-receiver",
    "--enable-feature=promql-at-modifier,promql-negative-offset,native-histograms,exemplar-storage",
  ]);
  await untilReady(server);
  return {
    url: `http://${address}`,
    pid: server.pid ?? 0,
    directory: data,
    async [Symbol.asyncDispose]() {
      const exit = once(server, "exit");
      server.kill("SIGKILL");
      await exit;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new TypeError("the log of the server is a pipe");
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes("Server is ready to receive web requests")) break;
  }
  server.stderr.resume();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return address !== null && typeof address === "object" ? address.port : 0;
}
