/**
 * The thread in which pictures of dashboards are drawn: reading documents and answers and laying out charts takes up
 * to a second of work, which must not hold up other requests. It asks the server for everything it needs to know.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { drawDashboard } from "@vedette/web";
import type { FromDrawer, PictureOrder, Question, ToDrawer } from "./messages.ts";

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const drawings = new Map<number, AbortController>();
  let lastQuestion = 0;
  const answer = (message: FromDrawer): void => port.postMessage(message);
  const ask = (id: number, call: Question, signal: AbortSignal): Promise<unknown> => {
    signal.throwIfAborted();
    lastQuestion += 1;
    const answered = Promise.withResolvers<unknown>();
    waiting.set(lastQuestion, answered);
    signal.addEventListener("abort", () => answered.reject(signal.reason), { once: true });
    answer({ kind: "ask", id, question: lastQuestion, call });
    return answered.promise;
  };
  port.on("message", async (message: ToDrawer) => {
    if (message.kind === "answer") {
      waiting.get(message.question)?.resolve(message.body);
      waiting.delete(message.question);
      return;
    }
    if (message.kind === "stop") return drawings.get(message.id)?.abort();
    const { id, order } = message;
    const controller = new AbortController();
    const { signal } = controller;
    drawings.set(id, controller);
    try {
      answer({ kind: "drawn", id, svg: await draw(order, signal, (call) => ask(id, call, signal)) });
    } catch (error) {
      answer({ kind: "failed", id, reason: String(error) });
    } finally {
      drawings.delete(id);
    }
  });
}

function draw(
  { document, sources, ...order }: PictureOrder,
  signal: AbortSignal,
  ask: (call: Question) => Promise<unknown>,
): Promise<string | undefined> {
  return drawDashboard({
    ...order,
    signal,
    document: JSON.parse(document),
    sources: JSON.parse(sources),
    ask: async (call) => JSON.parse(answered(await ask({ of: "source", ...call }))).data,
    askAnnotations: async (asked) => JSON.parse(answered(await ask({ of: "annotations", ...asked }))),
  });
}

function answered(body: unknown): string {
  if (typeof body !== "string") throw new Error("The question was not answered.");
  return body;
}
