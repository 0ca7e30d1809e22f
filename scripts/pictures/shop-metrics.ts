import { createRegistry, createWorkerMetrics, type Registry, type WorkerMetrics } from "@vedette/worker-metrics";

const STEP_MS = 15_000;
/** The store takes what is at most an hour older than its newest sample. */
const SPAN_MS = 56 * 60_000;
const LATENCIES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const SERVICES = [
  { service: "web", perSecond: 46, seconds: 0.06 },
  { service: "search", perSecond: 21, seconds: 0.09 },
  { service: "checkout", perSecond: 9, seconds: 0.18 },
  { service: "payments", perSecond: 6, seconds: 0.24 },
] as const;
const COUNTRIES = [
  { country: "Portugal", perMinute: 14 },
  { country: "Norway", perMinute: 9 },
  { country: "Kenya", perMinute: 7 },
  { country: "Chile", perMinute: 5 },
] as const;
const HOSTS = [
  { host: "oak", busy: 38 },
  { host: "elm", busy: 52 },
  { host: "ash", busy: 61 },
  { host: "yew", busy: 29 },
  { host: "fir", busy: 74 },
] as const;
const WAREHOUSES = [
  { warehouse: "north", waiting: 12 },
  { warehouse: "south", waiting: 31 },
] as const;
const QUEUES = [
  { queue: "orders", activity: "charge_card", perStep: 34 },
  { queue: "shipping", activity: "print_label", perStep: 17 },
] as const;

/** What a program of the shop would have sent to `/v1/metrics` in the hour before a moment, oldest first. */
export function* reportsUntil(end: number): Generator<string> {
  const registry = createRegistry();
  const shop = openShop(registry);
  const workers = createWorkerMetrics({ prefix: "temporal_", registry });
  const start = end - SPAN_MS;
  for (let time = start, step = 0; time <= end; time += STEP_MS, step += 1) {
    serve(shop, step);
    work(workers, step);
    yield textAt(registry, { start, time });
  }
}

/** The registry stamps what it says with the time of now; a report says when it would have been sent. */
function textAt(registry: Registry, { start, time }: { readonly start: number; readonly time: number }): string {
  const request = registry.toOtlp({ "service.name": "shop", "service.instance.id": "shop-1" });
  return JSON.stringify(request, (key, value) => {
    if (key === "timeUnixNano") return `${time}000000`;
    return key === "startTimeUnixNano" ? `${start}000000` : value;
  });
}

function openShop(registry: Registry) {
  return {
    requests: registry.counter("http_requests_total", "Requests that were answered.", ["service", "code"]),
    latency: registry.histogram(
      "http_request_duration_seconds",
      "Time until requests were answered.",
      ["service"],
      LATENCIES,
    ),
    orders: registry.counter("orders_total", "Orders that were paid.", ["country"]),
    waiting: registry.gauge("orders_waiting", "Orders that nobody has packed yet.", ["warehouse"]),
    busy: registry.gauge("host_cpu_percent", "Share of the processor that is busy.", ["host"]),
    running: registry.gauge("service_up", "Whether a service answers.", ["service"]),
  };
}

function serve(shop: ReturnType<typeof openShop>, step: number): void {
  for (const [at, { service, perSecond, seconds }] of SERVICES.entries()) {
    const answered = perSecond * 15 * wave(step, at);
    const failing = isTrouble(service, step) ? 0.09 : 0.004 * wave(step, at + 7);
    shop.requests.bind({ service, code: "200" }).inc(Math.round(answered * (1 - failing)));
    shop.requests.bind({ service, code: "500" }).inc(Math.round(answered * failing));
    const slow = isTrouble(service, step) ? 4 : wave(step, at + 3);
    for (let one = 0; one < 40; one += 1) shop.latency.bind({ service }).observe(seconds * slow * (0.4 + one / 30));
    shop.running.bind({ service }).set(isTrouble(service, step) ? 0 : 1);
  }
  for (const [at, { country, perMinute }] of COUNTRIES.entries())
    shop.orders.bind({ country }).inc((perMinute / 4) * wave(step, at + 11));
  for (const [at, { host, busy }] of HOSTS.entries())
    shop.busy.bind({ host }).set(Math.min(99, busy * wave(step, at + 17)));
  for (const [at, { warehouse, waiting }] of WAREHOUSES.entries())
    shop.waiting.bind({ warehouse }).set(Math.round(waiting * wave(step, at + 23) ** 3));
}

function work(workers: WorkerMetrics<"core">, step: number): void {
  for (const [at, { queue, activity: activity_type, perStep }] of QUEUES.entries()) {
    const tags = { namespace: "shop", task_queue: queue };
    const done = Math.round(perStep * wave(step, at + 29));
    for (let one = 0; one < done; one += 1) {
      workers.record("workflow_task_schedule_to_start_latency", tags, 4 + ((one * 31) % 40));
      workers.record("activity_schedule_to_start_latency", tags, 12 + ((one * 37) % 60));
      workers.record("activity_execution_latency", { ...tags, activity_type }, 40 + ((one * 53) % 300));
      workers.record("activity_succeed_endtoend_latency", { ...tags, activity_type }, 60 + ((one * 53) % 400));
    }
    workers.add("sticky_cache_hit", tags, done * 3);
    workers.set("sticky_cache_size", tags, 40 + done);
    if (step % 9 === 4) workers.add("activity_execution_failed", { ...tags, activity_type }, 1);
    for (const worker_type of ["WorkflowWorker", "ActivityWorker"] as const) {
      workers.set("worker_task_slots_used", { ...tags, worker_type }, Math.round(done / 4));
      workers.set("worker_task_slots_available", { ...tags, worker_type }, 20 - Math.round(done / 4));
    }
    for (const poller_type of ["workflow_task", "activity_task"] as const)
      workers.set("num_pollers", { ...tags, poller_type }, 5);
  }
}

/** The minutes in which the made-up payments did badly. */
function isTrouble(service: string, step: number): boolean {
  return service === "payments" && step >= 120 && step < 150;
}

/** Goes up and down around 1, for each seed in a way of its own. */
function wave(step: number, seed: number): number {
  const slow = Math.sin(step / 37 + seed * 1.7) * 0.16;
  const quick = Math.sin(step / 5.3 + seed * 2.9) * 0.06 + Math.sin(step * 1.9 + seed * 4.1) * 0.04;
  return 1 + slow + quick;
}
