import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createWorkerMetrics } from "@vedette/worker-metrics";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_ID, PERSON, type RunningProvider, startProvider } from "../openid-provider.ts";
import { freePort } from "../running-server.ts";
import { type BrowserHouse, openHouse } from "./browser-house.ts";

/** A Go worker of somebody else's, that this server scrapes. */
const worker = createWorkerMetrics({ family: "go", prefix: "temporal_" });
const tags = { namespace: "default", task_queue: "harbour" };
const server = createServer((_request, response) => {
  worker.record("local_activity_execution_latency", { ...tags, activity_type: "moor" }, 70);
  worker.add("workflow_completed", { ...tags, workflow_type: "cruise" }, 2);
  worker.add("workflow_task_queue_poll_succeed", tags, 3);
  worker.add("workflow_task_queue_poll_empty", tags);
  response.end(worker.expose());
});

let house: BrowserHouse;
let provider: RunningProvider;
beforeAll(async () => {
  worker.set("num_pollers", { ...tags, poller_type: "activity_task" }, 4);
  worker.set("resource_slots_cpu_usage", {}, 40);
  worker.set("worker_task_slots_used", { ...tags, worker_type: "ActivityWorker" }, 3);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = await freePort();
  const callback = `http://localhost:${port}/watch/auth/sso/callback`;
  provider = await startProvider({ callbacks: [callback], afterLogout: `http://localhost:${port}/watch/` });
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  house = await openHouse({
    VEDETTE_UI_PORT: String(port),
    VEDETTE_UI_PUBLIC_PATH: "/watch",
    VEDETTE_AUTH_ENABLED: "true",
    VEDETTE_AUTH_PROVIDER_URL: provider.issuer,
    VEDETTE_AUTH_CLIENT_ID: CLIENT_ID,
    VEDETTE_AUTH_CALLBACK_URL: callback,
    VEDETTE_AUTH_LABEL: "the harbour office",
    VEDETTE_CLOUD_UI: "true",
    VEDETTE_METRICS_SCRAPE: JSON.stringify([{ job: "harbour", targets: [target], interval: "1s" }]),
  });
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
  await provider.stop();
  server.close();
});

it("somebody comes through the provider, below a public path, sees the workers, and leaves there, too", async () => {
  const page = await house.newPage();
  await page.goto(`${house.url}/watch/workers`);
  await page.getByRole("link", { name: "Go on with the harbour office" }).click();
  await page.waitForURL(`${house.url}/watch/workers`);

  const queues = page.getByRole("region", { name: "Task queues" }).first();
  // The first scrape may be a moment away; the page asks again by itself, every quarter of a minute.
  await queues.getByRole("row", { name: /^harbour 4 / }).waitFor({ timeout: 60_000 });
  await page.getByRole("row", { name: /^ActivityWorker / }).waitFor();
  await page.getByRole("row", { name: /^Local activity [\d.]+ ms/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("row", { name: /^Workflows completed [\d.,]+ a minute/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("row", { name: /^Workflow tasks [\d.,]+ a minute [\d.,]+ a minute 75 %/ }).waitFor();
  await page.getByRole("row", { name: "CPU 40 %" }).waitFor();
  await page.getByText("Not emitted by what is measured here").first().waitFor();

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByText(PERSON.email).waitFor();
  // A hosted installation has its own mark, and no word of the version.
  await page.locator("[data-hosted] .v-mark").first().waitFor({ state: "attached" });
  expect(await page.getByText(/^Vedette 13\./).count()).toBe(0);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
});
