import { describe, expect, it } from "vitest";
import type { WorkerAnswers, WorkerValue } from "./worker-data.ts";
import { queueRows } from "./worker-rows.ts";

const of = (task_queue: string, value: number): WorkerValue => ({ labels: { task_queue }, value });
/** Whatever a test says nothing of has no answer. */
const answers = (given: Partial<WorkerAnswers>) =>
  new Proxy(given, { get: (all, name) => Reflect.get(all, name) ?? [] });

describe("a task queue", () => {
  it("is told by how long half of its tasks wait, and 95 of 100, in the unit that suits", () => {
    const found = answers({
      pollers: [of("mail", 4)],
      workflowWaitOfHalf: [of("mail", 0.012)],
      workflowWait: [of("mail", 2.5)],
    }) as WorkerAnswers;

    expect(queueRows(found)).toEqual([["mail", "4", "12\u202fms · 2.5\u202fs", "–", "–", "–"]]);
  });
});
