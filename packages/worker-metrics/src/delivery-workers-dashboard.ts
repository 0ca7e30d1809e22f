import {
  type DashboardDocument,
  gaugePanel,
  statPanel,
  type Threshold,
  tablePanel,
  textPanel,
  timeSeriesPanel,
} from "./dashboard-panel.ts";

/**
 * The dashboard of this house's own delivery workers: are mails waiting, do they go out, and how long does it take?
 * Twelve panels that fill a wall of 1920 × 1080 without scrolling.
 */
export function deliveryWorkersDashboard(): DashboardDocument {
  return {
    schemaVersion: 41,
    title: "Delivery workers",
    description: "The workers that send Vedette's own mails, measured with the metrics that every workflow SDK emits.",
    tags: ["vedette", "workers"],
    editable: true,
    graphTooltip: 1,
    time: { from: "now-15m", to: "now" },
    refresh: "10s",
    timezone: "browser",
    panels: [...numbers(), ...courses(), ...details()],
  };
}

const MAILS = 'task_queue="mail"';
const FROM_0_GREEN: Threshold = { color: "green" };

/** The top row: six numbers that say whether somebody must act. */
function numbers() {
  const place = (column: number) => ({ x: column * 4, y: 0, w: 4, h: 4 });
  return [
    statPanel({
      id: 1,
      title: "Mails waiting",
      description: "Mails in the queue that no worker has taken yet, including those that wait for another attempt.",
      at: place(0),
      expr: 'sum(vedette_delivery_jobs{queue="mail",state=~"ready|deferred"})',
      unit: "short",
      thresholds: [FROM_0_GREEN, { from: 100, color: "yellow" }, { from: 1000, color: "red" }],
    }),
    statPanel({
      id: 2,
      title: "Mails sent",
      description: "Mails that the mail server or the built-in inbox took, in the time range above.",
      at: place(1),
      expr: `sum(increase(vedette_activity_succeed_endtoend_latency_count{${MAILS}}[$__range]))`,
      unit: "short",
      thresholds: [FROM_0_GREEN],
    }),
    statPanel({
      id: 3,
      title: "Failed attempts",
      description: "Attempts that failed in the time range above. A mail is tried again, up to twenty times.",
      at: place(2),
      expr: `sum(increase(vedette_activity_execution_failed_total{${MAILS}}[$__range]))`,
      unit: "short",
      thresholds: [FROM_0_GREEN, { from: 1, color: "yellow" }, { from: 20, color: "red" }],
    }),
    statPanel({
      id: 4,
      title: "Dead letters",
      description: "Mails that were given up: the server refuses them for good, or every attempt failed.",
      at: place(3),
      expr: 'sum(vedette_delivery_jobs{queue="mail_dead",state="ready"})',
      unit: "short",
      thresholds: [FROM_0_GREEN, { from: 1, color: "red" }],
    }),
    gaugePanel({
      id: 5,
      title: "Slots in use",
      description: "How much of the workers' capacity is busy. At 100 % mails begin to wait.",
      at: place(4),
      expr: `100 * sum(vedette_worker_task_slots_used{${MAILS}}) / (sum(vedette_worker_task_slots_used{${MAILS}}) + sum(vedette_worker_task_slots_available{${MAILS}}))`,
      unit: "percent",
      thresholds: [FROM_0_GREEN, { from: 80, color: "yellow" }, { from: 95, color: "red" }],
    }),
    statPanel({
      id: 6,
      title: "Pollers",
      description: "Workers that look for mails now. None means that nothing is sent.",
      at: place(5),
      expr: `sum(vedette_num_pollers{${MAILS}})`,
      unit: "short",
      thresholds: [{ color: "red" }, { from: 1, color: "green" }],
    }),
  ];
}

/** The middle row: what happened over time. */
function courses() {
  return [
    timeSeriesPanel({
      id: 7,
      title: "Mails per minute",
      description: "Mails that went out, and attempts that failed.",
      at: { x: 0, y: 4, w: 12, h: 9 },
      unit: "short",
      lines: [
        {
          name: "sent",
          expr: `60 * sum(rate(vedette_activity_succeed_endtoend_latency_count{${MAILS}}[$__rate_interval]))`,
          color: "green",
        },
        {
          name: "failed",
          expr: `60 * sum(rate(vedette_activity_execution_failed_total{${MAILS}}[$__rate_interval]))`,
          color: "red",
        },
      ],
    }),
    timeSeriesPanel({
      id: 8,
      title: "Waiting for a worker",
      description: "From the moment a mail could go out to the moment a worker took it (schedule to start).",
      at: { x: 12, y: 4, w: 12, h: 9 },
      unit: "ms",
      lines: quantiles("vedette_activity_schedule_to_start_latency_bucket"),
    }),
  ];
}

/** The bottom row: where to look when the rows above are not green. */
function details() {
  return [
    timeSeriesPanel({
      id: 9,
      title: "Sending a mail",
      description: "How long one attempt takes, successful or not (execution latency).",
      at: { x: 0, y: 13, w: 6, h: 9 },
      unit: "ms",
      lines: quantiles("vedette_activity_execution_latency_bucket"),
    }),
    timeSeriesPanel({
      id: 10,
      title: "Queue",
      description: "Mails by state: ready for a worker, deferred until another attempt, being sent.",
      at: { x: 6, y: 13, w: 6, h: 9 },
      unit: "short",
      lines: ["ready", "deferred", "active"].map((state) => ({
        name: state,
        expr: `sum(vedette_delivery_jobs{queue="mail",state="${state}"})`,
      })),
    }),
    tablePanel({
      id: 11,
      title: "Requests",
      description:
        "Calls of the workers to their queue and to the mail server, in the time range above. Polls show that they live.",
      at: { x: 12, y: 13, w: 7, h: 9 },
      expr: ["vedette_request_total", "vedette_long_request_total"]
        .map((counter) => `sum by (operation) (increase(${counter}[$__range]))`)
        .join(" or "),
      unit: "short",
      valueName: "Calls",
    }),
    textPanel({
      id: 12,
      title: "What you see",
      description: "",
      at: { x: 19, y: 13, w: 5, h: 9 },
      content: [
        "Every sign up, invitation and reset queues a mail in the same transaction.",
        "A worker takes it, sends it, and reports with the metrics of the workflow SDKs.",
        "Your own workers show up the same way once they are scraped.",
      ].join("\n\n"),
    }),
  ];
}

function quantiles(buckets: string) {
  const quantile = (share: number) =>
    `histogram_quantile(${share}, sum by (le) (rate(${buckets}{${MAILS}}[$__rate_interval])))`;
  return [
    { name: "half of them", expr: quantile(0.5) },
    { name: "95 %", expr: quantile(0.95) },
  ];
}
