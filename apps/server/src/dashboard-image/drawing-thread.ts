import { Worker } from "node:worker_threads";
import { HttpError } from "@vedette/http";
import type { FromDrawer, PictureOrder, Question, ToDrawer } from "./messages.ts";

/** What the thread may hold; a document that needs more costs the thread, not the server. */
const MOST_MEMORY_MB = 256;
/** A thread nobody needs is ended after so long: it holds some 50 MB. */
const IDLE_MS = 5 * 60_000;
/** A drawing that was stopped may take so long to come to its end; then the thread hangs. */
const GRACE_MS = 5_000;

interface Drawing {
  readonly result: PromiseWithResolvers<string | undefined>;
  readonly ask: (call: Question) => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

interface DrawingRequest extends Omit<Drawing, "result"> {
  readonly order: PictureOrder;
}

/** Draws pictures of dashboards in a thread of its own, which starts with the first one. */
export interface DrawingThread extends AsyncDisposable {
  /**
   * @param ask - gives the body of a data source's answer, `undefined` for none; called for every question
   * @returns SVG; `undefined` when the dashboard has no such panel
   * @throws HttpError `overloaded` when the thread was lost; the signal's reason
   */
  draw(request: DrawingRequest): Promise<string | undefined>;
}

export function openDrawingThread(): DrawingThread {
  const drawings = new Map<number, Drawing>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = async (lost: Worker | undefined, cause: unknown): Promise<void> => {
    if (lost === undefined || lost !== worker) return;
    worker = undefined;
    for (const { result } of drawings.values()) {
      result.reject(new HttpError("overloaded", { cause, headers: { "retry-after": "1" } }));
    }
    drawings.clear();
    await lost.terminate();
  };
  const finish = (id: number): Drawing | undefined => {
    const drawing = drawings.get(id);
    drawings.delete(id);
    if (drawings.size === 0) {
      clearTimeout(idle);
      idle = setTimeout(() => drawings.size === 0 && void end(worker, "idle"), IDLE_MS).unref();
    }
    return drawing;
  };
  const open = (): Worker => {
    const opened = startWorker();
    opened.on("message", (message: FromDrawer) => {
      if (message.kind === "ask") return void answer(opened, message, drawings.get(message.id));
      const drawing = finish(message.id);
      if (message.kind === "drawn") drawing?.result.resolve(message.svg);
      else drawing?.result.reject(new HttpError("unexpected", { cause: message.reason }));
    });
    opened.on("error", (cause) => void end(opened, cause));
    opened.on("exit", (code) => void end(opened, `exit ${code}`));
    return opened;
  };

  return {
    async draw({ order, ...request }) {
      request.signal.throwIfAborted();
      worker ??= open();
      lastId += 1;
      const [id, used] = [lastId, worker];
      const result = Promise.withResolvers<string | undefined>();
      drawings.set(id, { ...request, result });
      const abandon = (): void => {
        result.reject(request.signal.reason);
        used.postMessage({ kind: "stop", id } satisfies ToDrawer);
        setTimeout(() => drawings.has(id) && void end(used, "a drawing hangs"), GRACE_MS).unref();
      };
      request.signal.addEventListener("abort", abandon, { once: true });
      used.postMessage({ kind: "draw", id, order } satisfies ToDrawer);
      return result.promise.finally(() => request.signal.removeEventListener("abort", abandon));
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(idle);
      await end(worker, "the server ends");
    },
  };
}

function startWorker(): Worker {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./drawing-worker.${extension}`, import.meta.url), {
    name: "vedette-drawing",
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
}

/** A question that fails, or whose drawing nobody wants any more, has no answer; the drawing goes on without. */
async function answer(
  worker: Worker,
  { id, question, call }: FromDrawer & { readonly kind: "ask" },
  drawing: Drawing | undefined,
): Promise<void> {
  const isWanted = drawing !== undefined && !drawing.signal.aborted;
  const body = isWanted ? await drawing.ask(call).catch(() => undefined) : undefined;
  worker.postMessage({ kind: "answer", id, question, body } satisfies ToDrawer);
}
