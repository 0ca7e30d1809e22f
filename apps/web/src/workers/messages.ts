import { translatedLater } from "../messages/translated-later.ts";

/** The texts of the workers page. */
export const texts = translatedLater("workers", {
  title: "Workers",
  lead: "Every worker whose metrics are scraped, whatever SDK it runs, over the last five minutes.",
  units:
    "All durations are shown in seconds or milliseconds as it suits them; SDKs that write milliseconds are converted.",
  namespace: "Namespace",
  queue: "Task queue",
  kind: "Worker type",
  all: "All",
  empty: "No worker is measured yet",
  emptyText:
    "Add the address of your workers' metrics to the setting metrics.scrape, or let them report by OTLP to /v1/metrics, and they appear here.",
  silent: "No worker matches",
  silentText: (filters: string) => `None has reported in the last five minutes: ${filters}.`,
  queues: {
    title: "Task queues",
    lead: "Who polls, how long tasks wait until somebody takes them (half of them less than the first time, 95 of 100 less than the second), and how many fail.",
    columns: {
      queue: "Task queue",
      pollers: "Pollers",
      workflow: "Workflow tasks wait",
      activity: "Activities wait",
      activityRun: "Activities take",
      failed: "Activities failed",
    },
  },
  latencies: {
    title: "Durations",
    lead: "95 of 100 take less.",
    columns: { what: "What", duration: "Takes" },
    rows: {
      workflowTaskRun: "Workflow task",
      workflowTaskReplay: "Replay of a workflow",
      workflowWhole: "Workflow, from start to end",
      activityWhole: "Activity, from schedule to success",
      localActivityRun: "Local activity",
      localActivityWhole: "Local activity, from schedule to success",
      nexusWait: "Nexus task waits",
      nexusRun: "Nexus task",
      nexusWhole: "Nexus task, from arrival to completion",
    },
  },
  slots: {
    title: "Worker slots",
    lead: "How much of each kind of worker is busy. Slots that are free are known of suppliers of a fixed size only.",
    columns: { kind: "Worker type", used: "In use", free: "Free", started: "Started" },
  },
  pollers: {
    title: "Pollers",
    lead: "Polls that wait for work just now, by kind.",
    columns: { kind: "Poller type", count: "Now" },
    started: "Started",
  },
  polls: {
    title: "Polls",
    lead: "How many polls bring work. Many that end empty: there are more pollers than work.",
    columns: { kind: "Polls for", found: "With work", empty: "Empty", share: "Share with work" },
    rows: { workflow: "Workflow tasks", activity: "Activities", nexus: "Nexus tasks" },
  },
  outcomes: {
    title: "Outcomes",
    lead: "How workflows end, and what becomes of activities and signals.",
    columns: { what: "What", rate: "How often" },
    rows: {
      workflow_completed: "Workflows completed",
      workflow_failed: "Workflows failed",
      workflow_canceled: "Workflows cancelled",
      workflow_continue_as_new: "Workflows continued as new",
      activity_execution_cancelled: "Activities cancelled",
      local_activity_total: "Local activities",
      local_activity_execution_failed: "Local activities failed",
      local_activity_execution_cancelled: "Local activities cancelled",
      activity_task_error: "Errors in handling activities",
      unregistered_activity_invocation: "Activities that no worker knows",
      corrupted_signals: "Signals that cannot be read",
    },
  },
  resources: {
    title: "Resources",
    lead: "What the tuner of worker slots sees; of several workers the busiest.",
    columns: { what: "What", share: "In use" },
    rows: { memory: "Memory", cpu: "CPU" },
  },
  cache: {
    title: "Sticky cache",
    lead: "Workflows kept in memory. A miss is a workflow that had to be replayed.",
    columns: { measure: "Measure", value: "Value" },
    rows: { size: "Executions in the cache", hit: "Found in the cache", miss: "Not found", evicted: "Forced out" },
  },
  requests: {
    title: "Requests to the server",
    lead: "95 of 100 requests are answered within the time shown.",
    columns: { operation: "Operation", rate: "Requests", failed: "Failed", latency: "Answered within" },
  },
  failures: {
    title: "Failures",
    lead: "Why requests and tasks failed, most frequent first.",
    columns: { what: "What", reason: "Why", rate: "How often" },
    kinds: {
      request_failure: "Request",
      long_request_failure: "Long poll",
      request_resource_exhausted: "Request rejected",
      long_request_resource_exhausted: "Long poll rejected",
      workflow_task_execution_failed: "Workflow task",
      nexus_task_execution_failed: "Nexus task",
    },
    none: "Nothing failed in the last five minutes.",
  },
  payloads: {
    open: "Read payloads",
    title: "Read payloads",
    label: "Payloads",
    hint: "As a program or a log shows them: JSON with data and metadata, one or a list. Your browser sends them to the codec server of this installation.",
    read: "Read",
    result: "What they say",
    none: "No payload is found in this text.",
    failed: "The codec server does not answer as it should; the payloads are shown as they are.",
    more: "More about it",
  },
  notEmitted: (families: readonly string[]) =>
    `Not emitted by what is measured here. SDKs that emit it: ${families.join(", ")}.`,
  perMinute: (text: string) => `${text} a minute`,
  percent: (text: string) => `${text}\u202f%`,
} as const);

/** SDKs by family, as people know them. */
export const SDK_NAMES = { core: "TypeScript, Python, .NET, Ruby", go: "Go, PHP", java: "Java" } as const;
