import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../test/free-port.ts";
import { killWithRun } from "../test/kill-with-run.ts";

/** etcd of Debian's package `etcd-server`, with its own defaults: each write is synced to the disk. */
export interface Etcd extends AsyncDisposable {
  /** Of its HTTP gateway. */
  readonly url: string;
}

const PROGRAM = "/usr/bin/etcd";
const GIB = 1024 ** 3;

export async function startEtcd(): Promise<Etcd> {
  if (!existsSync(PROGRAM)) throw new Error("etcd is needed: sudo apt-get install etcd-server");
  const dataDir = mkdtempSync(join(tmpdir(), "vedette-etcd-"));
  const [url, peerUrl] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const flags = {
    "data-dir": dataDir,
    "listen-client-urls": url,
    "advertise-client-urls": url,
    "listen-peer-urls": peerUrl,
    "initial-advertise-peer-urls": peerUrl,
    "initial-cluster": `default=${peerUrl}`,
    "log-level": "error",
    "max-request-bytes": String(8 * 1024 * 1024),
    "quota-backend-bytes": String(8 * GIB),
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(PROGRAM, args, { stdio: ["ignore", "ignore", "inherit"] });
  killWithRun(child);
  await untilHealthy(url);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Bytes as the gateway takes and gives them. */
export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isHealthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false, // not listening yet
    );
    if (isHealthy) return;
    await pause(100);
  }
  throw new Error("etcd does not answer");
}
