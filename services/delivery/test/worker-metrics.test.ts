import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { onEachStore } from "@vedette/database/testing";
import { deliveryWorkersDashboard } from "@vedette/worker-metrics";
import { expect, it, onTestFinished } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { startMailServer } from "./mail-server.ts";
import { aMail, openTestDelivery, smtpOn, until } from "./open-test-delivery.ts";

/** Of Debian's prometheus package; machines without it go without this check. */
const PROMTOOL = "promtool";

onEachStore("the metrics of the delivery worker", (openTestDatabase) => {
  it("count what really happened", async () => {
    const server = await startMailServer({
      judge: (recipient) => (recipient === "gone@example.org" ? { responseCode: 550 } : undefined),
    });
    const { queue, registry } = await openTestDelivery(await openTestDatabase(deliveryMigrations), smtpOn(server.port));
    const value = (series: string): number => seriesValue(registry.expose(), series);

    for (const to of ["ada@example.org", "gone@example.org", "bob@example.org"]) await queue(aMail({ to }));
    await until(() => value('request_latency_count{namespace="default",operation="RespondActivityTaskFailed"}') === 1);
    await until(
      () => value('request_latency_count{namespace="default",operation="RespondActivityTaskCompleted"}') === 2,
    );

    const inQueue = 'namespace="default",task_queue="mail"';
    const ofMails = `activity_type="send_mail",${inQueue}`;
    expect(value(`activity_task_received_total{${ofMails},eager="false"}`)).toBe(3);
    expect(value(`activity_schedule_to_start_latency_count{${inQueue}}`)).toBe(3);
    expect(value(`activity_execution_latency_count{${ofMails}}`)).toBe(3);
    expect(value(`activity_execution_failed_total{${ofMails}}`)).toBe(1);
    expect(value(`activity_succeed_endtoend_latency_count{${ofMails}}`)).toBe(2);
    expect(value('request_total{namespace="default",operation="SendMail"}')).toBe(3);
    expect(value('request_failure_total{namespace="default",operation="SendMail",status_code="NOT_FOUND"}')).toBe(1);
    expect(value(`worker_start_total{${inQueue},worker_type="ActivityWorker"}`)).toBe(1);
    expect(value(`num_pollers{namespace="default",poller_type="activity_task",task_queue="mail"}`)).toBe(1);
    expect(value(`worker_task_slots_available{${inQueue},worker_type="ActivityWorker"}`)).toBe(5);
    expect(value(`worker_task_slots_used{${inQueue},worker_type="ActivityWorker"}`)).toBe(0);
  });
  it("count the calls to a provider of text messages, by the code that is nearest to its answer", async () => {
    const answers = [200, 400, 403, 418];
    const provider = createServer((_request, response) => {
      response.statusCode = answers.shift() ?? 200;
      response.end('{"status":"queued"}');
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void provider.close());
    await once(provider, "listening");
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery, registry } = await openTestDelivery(db, {
      "auth.sms.provider": "messagebird",
      "auth.sms.messagebird.access_key": "key",
      "auth.sms.messagebird.originator": "Vedette",
      "auth.sms.base_url": `http://127.0.0.1:${Object(provider.address()).port}`,
    });
    const value = (series: string): number => seriesValue(registry.expose(), series);
    const calls = 'namespace="default",operation="SendSms"';

    for (let sent = 1; sent <= 4; sent += 1) {
      const sms = { to: "15550100", text: "Your code is 123456", code: "123456", channel: "sms" } as const;
      await db
        .as()
        .transaction()
        .execute((trx) => delivery.queueSms(trx, sms));
      await until(() => value(`request_latency_count{${calls}}`) === sent);
    }

    expect(value(`request_total{${calls}}`)).toBe(4);
    for (const code of ["INVALID_ARGUMENT", "PERMISSION_DENIED", "FAILED_PRECONDITION"])
      expect(value(`request_failure_total{${calls},status_code="${code}"}`)).toBe(1);
    expect(registry.expose()).not.toContain("123456");
  });
  it("fall to no pollers and no slots when the worker is closed", async () => {
    const { delivery, registry } = await openTestDelivery(await openTestDatabase(deliveryMigrations));

    await delivery.close();

    expect(registry.expose()).toMatch(/vedette_num_pollers\{.*\} 0\n/);
    expect(registry.expose()).toMatch(/vedette_worker_task_slots_available\{.*\} 0\n/);
    expect(registry.expose()).toMatch(/^vedette_resource_slots_mem_usage 0$/m);
  });
  it("show the memory in percent, and calls that nobody has made yet, so that their increase counts the first", async () => {
    const { delivery, registry } = await openTestDelivery(await openTestDatabase(deliveryMigrations));
    const value = (series: string): number => seriesValue(registry.expose(), series);

    expect(value("resource_slots_mem_usage")).toBeGreaterThan(1);
    expect(value("resource_slots_mem_usage")).toBeLessThan(100);
    for (const operation of ["SendMail", "SendSms", "CallHook"])
      expect(value(`request_total{namespace="default",operation="${operation}"}`)).toBe(0);
    delivery.startHookCall()(200);
    delivery.startHookCall()(503);
    const failures = 'request_failure_total{namespace="default",operation="CallHook",status_code="UNAVAILABLE"}';
    expect(value('request_total{namespace="default",operation="CallHook"}')).toBe(2);
    expect(value(failures)).toBe(1);
  });
  it("are all that the built-in dashboard asks for, in whatever format they are read", async () => {
    const server = await startMailServer();
    const { queue, registry } = await openTestDelivery(await openTestDatabase(deliveryMigrations), smtpOn(server.port));
    const queries = deliveryWorkersDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const names = new Set(queries.join(" ").match(/vedette_[a-z_]+/g));

    await queue(aMail());
    await server.received(1);

    expect(names.size).toBeGreaterThan(8);
    for (const format of ["text", "openmetrics"] as const) {
      for (const name of names) await until(() => registry.expose(format).includes(`\n${name}{`));
    }
  });
  it.skipIf(!hasPromtool())("are text that Prometheus reads", async () => {
    const { queue, delivery, registry } = await openTestDelivery(await openTestDatabase(deliveryMigrations));
    await queue(aMail());
    await until(async () => (await delivery.listMails({ page: 1, perPage: 1 })).totalCount === 1);

    const { status, stderr } = spawnSync(PROMTOOL, ["check", "metrics"], { input: registry.expose() });

    // 3 is advice on style, such as `_total`, which core SDKs do not write; 1 would be text that it cannot read.
    expect([0, 3], stderr.toString()).toContain(status);
  });
});

function seriesValue(exposition: string, series: string): number {
  const line = exposition.split("\n").find((one) => one.startsWith(`vedette_${series} `));
  return Number(line?.split(" ").at(-1));
}

function hasPromtool(): boolean {
  return spawnSync(PROMTOOL, ["--version"]).status === 0;
}
