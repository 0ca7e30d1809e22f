import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseSettings } from "@vedette/database/settings";
import { httpSettings } from "@vedette/http/settings";
import type { Settings } from "@vedette/settings";
import { claimPort, claimPorts } from "../claim-port.ts";
import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { type FromMember, isFromMember, type ToMember } from "./messages.ts";
import { RestartSchedule } from "./restart-schedule.ts";

/** A process that still runs this long after it was asked to stop is killed. */
const KILL_AFTER_MS = 9_200;

export interface PrimaryOptions {
  readonly settings: Settings;
  /** How many serve. */
  readonly count: number;
  /** Resolves when all shall end. */
  readonly stopping: Promise<void>;
  /** Told once, when the first process serves. */
  readonly onServing: (serving: FromMember) => void;
}

/**
 * Starts the processes that serve, and starts each again that ends, until it is told to stop or one of them ends again
 * and again.
 *
 * @returns exit code
 * @throws CommandError without PostgreSQL; an error with code EADDRINUSE when the port is taken
 */
export async function servePrimary(options: PrimaryOptions): Promise<number> {
  const { settings, count, stopping, onServing } = options;
  if (settings.of(databaseSettings)["database.url"] === "") {
    throw new CommandError(
      `VEDETTE_PROCESSES is ${count}, and the embedded store is for one process; set VEDETTE_DATABASE_URL to a PostgreSQL database, or VEDETTE_PROCESSES to 1`,
    );
  }
  const http = settings.of(httpSettings);
  const port = await claimPort(http["server.host"], http["server.port"]);
  const privatePorts = await claimPorts(
    "127.0.0.1",
    Array.from({ length: count }, () => 0),
  );
  // Each takes its connections itself: one that the first process had handed to a killed one would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const processes = new Processes(port, privatePorts);
  void stopping.then(() => processes.end(0));
  // Alone: it brings the schema up to date and makes the keys, which the others find.
  const first = processes.start(1);
  const serving = await Promise.race([servingOf(first), once(first, "exit").then(() => undefined)]);
  if (serving !== undefined) {
    onServing(serving);
    for (let number = 2; number <= count; number += 1) processes.start(number);
  }
  return processes.ended;
}

async function servingOf(worker: Worker): Promise<FromMember> {
  return new Promise((resolve) => {
    worker.on("message", (message: unknown) => {
      if (isFromMember(message)) resolve(message);
    });
  });
}

/** The processes that serve. */
class Processes {
  readonly #port: number;
  readonly #privatePorts: readonly number[];
  readonly #schedule = new RestartSchedule();
  readonly #running = new Map<number, Worker>();
  readonly #end = Promise.withResolvers<number>();
  readonly #abort = new AbortController();
  #exitCode: number | undefined;
  #hasServed = false;

  constructor(port: number, privatePorts: readonly number[]) {
    this.#port = port;
    this.#privatePorts = privatePorts;
  }

  /** The exit code, once the last one has ended. */
  get ended(): Promise<number> {
    return this.#end.promise;
  }

  start(number: number): Worker {
    const worker = cluster.fork();
    this.#running.set(number, worker);
    send(worker, { kind: "begin", number, port: this.#port, privatePorts: this.#privatePorts });
    worker.once("message", () => {
      this.#hasServed = true;
    });
    // Failures to start or to be reached; the end of the process follows.
    worker.on("error", (error) => say.error(`vedette: process ${number}: ${error.message}`));
    worker.once("exit", (code) => void this.#replace(number, code ?? 1));
    if (this.#exitCode !== undefined) send(worker, { kind: "stop" });
    return worker;
  }

  /** Asks all to finish what they have begun. */
  end(exitCode: number): void {
    if (this.#exitCode !== undefined) return;
    this.#exitCode = exitCode;
    this.#abort.abort();
    for (const worker of this.#running.values()) send(worker, { kind: "stop" });
    // Each ends itself in time, except one whose thread is blocked.
    setTimeout(() => this.#kill(), KILL_AFTER_MS).unref();
    this.#endIfLast();
  }

  async #replace(number: number, code: number): Promise<void> {
    this.#running.delete(number);
    // Whatever keeps the first one from serving is said already, and would keep it again.
    if (!this.#hasServed) this.end(code);
    if (this.#exitCode !== undefined) return this.#endIfLast();
    const wait = this.#schedule.next(Date.now());
    if (wait === undefined) {
      say.error("vedette: its processes end again and again, ten times in five minutes; giving up. The log says why.");
      return this.end(1);
    }
    say.error(`vedette: process ${number} has ended with ${code}; it is started again in ${Math.round(wait)} ms`);
    await sleep(wait, undefined, { signal: this.#abort.signal }).catch(() => {});
    if (this.#exitCode === undefined) this.start(number);
  }

  #kill(): void {
    for (const worker of this.#running.values()) worker.process.kill("SIGKILL");
  }

  #endIfLast(): void {
    if (this.#running.size === 0) this.#end.resolve(this.#exitCode ?? 1);
  }
}

function send(worker: Worker, message: ToMember): void {
  // It may end at this very moment; its exit is handled.
  if (worker.isConnected()) worker.send(message, () => undefined);
}
