import { setTimeout as pause } from "node:timers/promises";
import { counterRequests } from "../../services/metrics/test/write-requests.ts";
import type { Send } from "./client.ts";

/** One kind of request, and how often it is sent. */
export interface Task {
  readonly name: string;
  readonly perSecond: number;
  readonly run: () => Promise<unknown>;
}

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const DASHBOARD_COUNT = 200;
const USER_COUNT = 20;
const SERIES = 500;
const WATCH_MS = 10_000;
const PASSWORD = "correct horse battery";
const EVERYTHING = `${DASHBOARDS}?limit=100`;

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

const sessions: (Session | undefined)[] = [];
let saves = 0;

/** Users and dashboards that the tasks work on. */
export async function prepare(send: Send): Promise<void> {
  for (let at = 0; at < USER_COUNT; at += 1) {
    await send("/auth/v1/admin/users", { body: { email: emailOf(at), password: PASSWORD, email_confirm: true } });
    await signIn(send, at);
  }
  for (let at = 0; at < DASHBOARD_COUNT; at += 1) {
    await send(DASHBOARDS, { body: { metadata: { name: nameOf(at) }, spec: specOf(at) } });
  }
}

/** Caches with an entry per version, list or token: under the load alone they need hours to fill. */
const GROWING_CACHES = ["object_texts", "parsed_specs", "list_keys", "list_pages", "verified_tokens"];
const MAX_FILL_STEPS = 20_000;
const STEPS_PER_CHECK = 100;

/**
 * Fills the growing caches until each of them evicts, so that their growth is over before memory is judged.
 *
 * @throws Error when a cache does not fill
 */
export async function fillCaches(send: Send): Promise<void> {
  let growing = GROWING_CACHES;
  for (let at = 0; growing.length > 0; at += 1) {
    if (at === MAX_FILL_STEPS) throw new Error(`caches not full after ${at} steps: ${growing.join(", ")}`);
    if (growing.some((cache) => cache !== "verified_tokens")) {
      await save(send, at);
      await read(send, at);
      await send(EVERYTHING);
    }
    await refresh(send, at % USER_COUNT);
    if (at % STEPS_PER_CHECK === 0) growing = await cachesWithoutEviction(send, growing);
  }
}

async function cachesWithoutEviction(send: Send, names: readonly string[]): Promise<string[]> {
  const metrics = await send("/metrics");
  return names.filter(
    (name) => !new RegExp(`^vedette_cache_evictions_total\\{cache="${name}"\\} [1-9]`, "m").test(metrics),
  );
}

/** The mixed load. @param factor - multiplies every rate */
export function tasks(send: Send, factor: number): Task[] {
  const writes = counterRequestsNow();
  const all: Task[] = [
    { name: "sign in", perSecond: 0.5, run: () => signIn(send, any(USER_COUNT)) },
    { name: "refresh", perSecond: 2, run: () => refresh(send, any(USER_COUNT)) },
    { name: "save dashboard", perSecond: 2, run: () => save(send, any(DASHBOARD_COUNT)) },
    { name: "read dashboard", perSecond: 10, run: () => read(send, any(DASHBOARD_COUNT)) },
    { name: "list dashboards", perSecond: 1, run: () => send(EVERYTHING) },
    { name: "list as table", perSecond: 1, run: () => send(EVERYTHING, { headers: { accept: TABLE } }) },
    { name: "search", perSecond: 2, run: () => send(`/api/search?query=board%20${any(DASHBOARD_COUNT)}`) },
    { name: "watch", perSecond: 0.5, run: () => watch(send) },
    { name: "query range", perSecond: 3, run: () => queryRange(send) },
    { name: "remote write", perSecond: 0.5, run: () => writeSamples(send, writes) },
    { name: "scrape", perSecond: 0.2, run: () => send("/metrics") },
    { name: "image", perSecond: 0.1, run: () => image(send, any(DASHBOARD_COUNT)) },
    { name: "annotate", perSecond: 0.5, run: () => annotate(send, any(DASHBOARD_COUNT)) },
    {
      name: "annotations",
      perSecond: 1,
      run: () => send(`/api/annotations?dashboardUID=${nameOf(any(DASHBOARD_COUNT))}`),
    },
  ];
  return all.map((task) => ({ ...task, perSecond: task.perSecond * factor }));
}

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

/** Counts what a task did. */
export interface Tally {
  done: number;
  failed: number;
  lastError: string;
}

/** Sends the requests of a task at its rate until the signal; slow responses do not add up to a queue. */
export async function runAtRate({ perSecond, run }: Task, tally: Tally, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<unknown>>();
  while (!signal.aborted) {
    // Irregular, as callers are.
    await pause((1000 / perSecond) * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted || running.size >= 20) continue;
    const one = run()
      .then(() => (tally.done += 1))
      .catch((error: unknown) => {
        tally.failed += 1;
        tally.lastError = String(error);
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
}

function any(count: number): number {
  return Math.floor(Math.random() * count);
}

function nameOf(at: number): string {
  return `board-${at % DASHBOARD_COUNT}`;
}

function emailOf(at: number): string {
  return `user-${at}@example.com`;
}

/** About twenty kilobytes, different each time. */
function specOf(at: number): object {
  saves += 1;
  const panels = Array.from({ length: 40 }, (_, panel) => ({
    id: panel + 1,
    type: "timeseries",
    title: `panel ${panel} of save ${saves}`,
    description: "Requests per second by method and status, averaged over five minutes.".repeat(3),
    gridPos: { x: (panel % 3) * 8, y: Math.floor(panel / 3) * 8, w: 8, h: 8 },
    targets: [{ refId: "A", expr: `sum by (method) (rate(http_requests_total{board="${at}"}[5m]))` }],
  }));
  return { title: `Board ${at % DASHBOARD_COUNT}`, tags: ["soak"], panels };
}

async function signIn(send: Send, at: number): Promise<void> {
  const text = await send("/auth/v1/token?grant_type=password", { body: { email: emailOf(at), password: PASSWORD } });
  sessions[at] = JSON.parse(text);
}

/** Takes the session away while it is renewed: a refresh token is used once. */
async function refresh(send: Send, at: number): Promise<void> {
  const session = sessions[at];
  if (session === undefined) return;
  sessions[at] = undefined;
  const body = { refresh_token: session.refresh_token };
  const text = await send("/auth/v1/token?grant_type=refresh_token", { body });
  const next: Session = JSON.parse(text);
  sessions[at] = next;
  await send("/auth/v1/user", { bearer: next.access_token });
}

async function save(send: Send, at: number): Promise<void> {
  await send(`${DASHBOARDS}/${nameOf(at)}`, {
    method: "PUT",
    body: { metadata: { name: nameOf(at) }, spec: specOf(at) },
  });
}

async function read(send: Send, at: number): Promise<void> {
  await send(`${DASHBOARDS}/${nameOf(at)}`);
  await send(`/api/dashboards/uid/${nameOf(at)}`);
}

async function watch(send: Send): Promise<void> {
  const signal = AbortSignal.timeout(WATCH_MS);
  await send(`${DASHBOARDS}?watch=1`, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function queryRange(send: Send): Promise<void> {
  const end = Math.floor(Date.now() / 1000);
  const query = encodeURIComponent(`sum by (method) (rate(http_requests_total[${1 + any(5)}m]))`);
  await send(`/prometheus/api/v1/query_range?query=${query}&start=${end - 3600}&end=${end}&step=15`);
}

/** One request after the other, each with the time at which it is taken. */
function* counterRequestsNow() {
  for (;;) yield* counterRequests(SERIES, [Date.now()]);
}

async function writeSamples(send: Send, writes: ReturnType<typeof counterRequestsNow>): Promise<void> {
  const { value } = writes.next();
  const headers = {
    "content-type": "application/x-protobuf",
    "content-encoding": "snappy",
    "x-prometheus-remote-write-version": "0.1.0",
  };
  if (value !== undefined) await send("/prometheus/api/v1/write", { body: value.body, headers });
}

async function image(send: Send, at: number): Promise<void> {
  await send(`${DASHBOARDS}/${nameOf(at)}/image?width=600&height=300&panel=1`);
}

async function annotate(send: Send, at: number): Promise<void> {
  const body = { dashboardUID: nameOf(at), time: Date.now(), text: `deployed ${saves}`, tags: ["deploy"] };
  await send("/api/annotations", { body });
}
