/** Workflow tasks and their replay: short by design. Milliseconds, as all bounds of this file. */
export const WORKFLOW_TASK_MS = [1, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Waiting in a task queue: from healthy to a worker that is not there. */
export const QUEUE_MS = [100, 500, 1000, 5000, 10_000, 100_000, 1_000_000] as const;

/** Activities: up to a minute. */
export const ACTIVITY_MS = [50, 100, 500, 1000, 5000, 10_000, 60_000] as const;

/** Whole workflows: up to a day. */
export const WORKFLOW_MS = [
  100, 500, 1000, 1500, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 36_000_000,
  86_400_000,
] as const;

/** Requests and everything else. */
export const OTHER_MS = [50, 100, 500, 1000, 2500, 10_000] as const;
