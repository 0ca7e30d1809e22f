import { describe, expect, it } from "vitest";
import { createQueryQueue } from "./query-queue.ts";

/** Work that ends when the test says so. */
function aTask() {
  let end: (answer: string) => void = () => undefined;
  const signals: AbortSignal[] = [];
  const answer = new Promise<string>((resolve) => {
    end = resolve;
  });
  return {
    signals,
    end: (text: string) => end(text),
    work: (signal: AbortSignal) => {
      signals.push(signal);
      return answer;
    },
  };
}

const forever = () => new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the questions of a dashboard", () => {
  it("run at most six at a time, the others in the order they came", async () => {
    const queue = createQueryQueue(6);
    const tasks = Array.from({ length: 8 }, aTask);
    const answers = tasks.map(({ work }, at) => queue.ask(String(at), work, forever()));
    await settled();
    expect(tasks.map(({ signals }) => signals.length)).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);

    tasks[3]?.end("three");
    await answers[3];
    await settled();
    expect(tasks.map(({ signals }) => signals.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);

    for (const task of tasks) task.end("done");
    expect(await Promise.all(answers)).toEqual(["done", "done", "done", "three", "done", "done", "done", "done"]);
  });

  it("are asked once when two panels ask the same", async () => {
    const queue = createQueryQueue();
    const task = aTask();
    const both = [queue.ask("up", task.work, forever()), queue.ask("up", task.work, forever())];
    await settled();
    task.end("1");

    expect(await Promise.all(both)).toEqual(["1", "1"]);
    expect(task.signals).toHaveLength(1);
  });

  it("are asked anew once they have been answered", async () => {
    const queue = createQueryQueue();
    await queue.ask("up", async () => "old", forever());

    expect(await queue.ask("up", async () => "new", forever())).toBe("new");
  });

  it("are cancelled when nobody waits any more, and not while somebody does", async () => {
    const queue = createQueryQueue();
    const task = aTask();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }) => queue.ask("up", task.work, signal));
    await settled();

    first.abort();
    await expect(answers[0]).rejects.toThrow(/abort/i);
    expect(task.signals[0]?.aborted).toBe(false);

    second.abort();
    await expect(answers[1]).rejects.toThrow(/abort/i);
    await settled();
    expect(task.signals[0]?.aborted).toBe(true);
  });

  it("that are cancelled while they wait leave their place to the next", async () => {
    const queue = createQueryQueue(1);
    const [running, waiting, next] = [aTask(), aTask(), aTask()];
    const gone = new AbortController();
    const answers = [
      queue.ask("a", running.work, forever()),
      queue.ask("b", waiting.work, gone.signal).catch(() => "gone"),
      queue.ask("c", next.work, forever()),
    ];
    await settled();
    gone.abort();
    running.end("a");
    next.end("c");

    expect(await Promise.all(answers)).toEqual(["a", "gone", "c"]);
    expect(waiting.signals).toHaveLength(0);
  });

  it("fail for everybody who waits, and the next one is not held up", async () => {
    const queue = createQueryQueue(1);
    const failing = async () => {
      throw new TypeError("no");
    };

    await expect(queue.ask("a", failing, forever())).rejects.toThrow("no");
    expect(await queue.ask("b", async () => "fine", forever())).toBe("fine");
  });
});
