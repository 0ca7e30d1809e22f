import cluster from "node:cluster";
import type { Registry, TextFormat } from "@vedette/worker-metrics";
import { contentTypeOf } from "@vedette/worker-metrics";
import { limitStop } from "../stop-signal.ts";
import { mergeExpositions, type ProcessExposition } from "./merge-expositions.ts";
import { isToMember, type ToMember } from "./messages.ts";
import { privateUrl } from "./private-server.ts";

/** Longest wait for what another process shows of itself. */
const EXPOSITION_MS = 2000;

/** One process of several that serve behind one port. */
export interface Member {
  /** From 1 on. */
  readonly number: number;
  /** The port that all share. */
  readonly port: number;
  readonly privatePort: number;
  /** The metrics of all processes that answer, as one text. */
  exposeAll(registry: Registry, format: TextFormat): Promise<string>;
}

/** What the first process says when this one may begin. */
export async function awaitBegin(): Promise<Member> {
  const { number, port, privatePorts } = await new Promise<Extract<ToMember, { kind: "begin" }>>((resolve) => {
    process.once("message", (message: unknown) => {
      if (isToMember(message) && message.kind === "begin") resolve(message);
    });
  });
  const privatePort = privatePorts[number - 1];
  if (privatePort === undefined) throw new TypeError(`There is no private port for process ${number}`);
  return {
    number,
    port,
    privatePort,
    async exposeAll(registry, format) {
      const expositions = privatePorts.map(async (other, index): Promise<ProcessExposition> => {
        const text = other === privatePort ? registry.expose(format) : await expositionOf(other, format);
        return { process: index + 1, text };
      });
      const answers = await Promise.allSettled(expositions);
      return mergeExpositions(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
    },
  };
}

/** Resolves when the first process says so, has gone, or somebody sends SIGTERM to this one. */
export function awaitStop(): Promise<void> {
  return new Promise((resolve) => {
    // At a terminal the key goes to every process; the first one decides.
    process.on("SIGINT", () => {});
    let isStopping = false;
    const stop = (): void => {
      if (!isStopping) limitStop();
      isStopping = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("disconnect", stop);
    process.on("message", (message: unknown) => {
      if (isToMember(message) && message.kind === "stop") stop();
    });
  });
}

/** Lets the process end although its channel to the first one is open. */
export function leave(): void {
  cluster.worker?.disconnect();
}

async function expositionOf(port: number, format: TextFormat): Promise<string> {
  const answer = await fetch(`${privateUrl(port)}/metrics`, {
    headers: { accept: contentTypeOf(format) },
    signal: AbortSignal.timeout(EXPOSITION_MS),
  });
  return answer.text();
}
