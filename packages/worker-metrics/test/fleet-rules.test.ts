import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAlerts, createDashboards } from "../src/index.ts";

const PROMTOOL = "/usr/bin/promtool";
const run = promisify(execFile);

/** A series of a fleet under test, a sample per minute. */
interface InputSeries {
  readonly series: string;
  readonly values: string;
}

const QUEUE = 'namespace="default",task_queue="mail"';
const CALL = 'namespace="default",operation="Poll"';
const rising = (series: string, perMinute: number): InputSeries => ({ series, values: `0+${perMinute}x40` });
const steady = (series: string, value: number): InputSeries => ({ series, values: `${value}x40` });

/** Activities that all waited between the last two bounds; core SDKs in milliseconds, Java in seconds. */
const waits = (name: string, bounds: readonly string[]) =>
  bounds.map((le, at) => rising(`${name}_bucket{${QUEUE},le="${le}"}`, at < bounds.length - 2 ? 0 : 60));

/** The same fleet, once with everything in order and once without. */
function fleet(isWell: boolean): InputSeries[] {
  const waiting = isWell ? ["100", "500", "+Inf"] : ["100", "60000", "+Inf"];
  return [
    steady(`temporal_num_pollers{${QUEUE},poller_type="activity_task"}`, isWell ? 2 : 0),
    steady(`temporal_worker_task_slots_available{${QUEUE},worker_type="ActivityWorker"}`, isWell ? 5 : 0),
    rising(`temporal_request_total{${CALL}}`, 60),
    rising(`temporal_request_failure_total{${CALL},status_code="RESOURCE_EXHAUSTED"}`, isWell ? 0 : 30),
    ...waits("temporal_activity_schedule_to_start_latency", waiting),
    ...waits(
      "vedette_workflow_task_schedule_to_start_latency_seconds",
      isWell ? ["0.1", "0.5", "+Inf"] : ["1", "10", "+Inf"],
    ),
    rising(`vedette_workflow_failed{${QUEUE},workflow_type="order"}`, isWell ? 1 : 30),
    rising(`vedette_workflow_completed{${QUEUE},workflow_type="order"}`, 60),
    rising(
      `vedette_workflow_task_execution_failed{${QUEUE},workflow_type="order",failure_reason="NonDeterminismError"}`,
      isWell ? 0 : 1,
    ),
    rising(
      `vedette_workflow_task_execution_failed{${QUEUE},workflow_type="order",failure_reason="WorkflowError"}`,
      isWell ? 0 : 1,
    ),
    rising(`vedette_sticky_cache_hit{${QUEUE}}`, 60),
    rising(`vedette_sticky_cache_miss{${QUEUE}}`, isWell ? 1 : 60),
    rising(`vedette_sticky_cache_total_forced_eviction{${QUEUE}}`, isWell ? 0 : 6),
    rising(
      `vedette_nexus_task_execution_failed{${QUEUE},nexus_service="a",nexus_operation="b",failure_reason="timeout"}`,
      isWell ? 0 : 1,
    ),
    steady('temporal_resource_slots_mem_usage{job="workers",instance="a"}', isWell ? 60 : 95),
    rising(`temporal_corrupted_signals_total{${QUEUE},workflow_type="order"}`, isWell ? 0 : 1),
    rising(
      `temporal_unregistered_activity_invocation_total{${QUEUE},workflow_type="order",activity_type="send"}`,
      isWell ? 0 : 1,
    ),
  ];
}

describe.skipIf(!existsSync(PROMTOOL))("what the real Prometheus makes of", () => {
  const { groups } = createAlerts();
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "vedette-rules-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function write(name: string, content: unknown): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, JSON.stringify(content));
    return path;
  }

  it("the dashboards: every expression parses", async () => {
    const expressions = createDashboards().flatMap(({ panels }) =>
      panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m"))),
    );
    const rules = expressions.map((expr, at) => ({ record: `panel:${at}`, expr }));

    const { stdout } = await run(PROMTOOL, [
      "check",
      "rules",
      await write("panels.json", { groups: [{ name: "a", rules }] }),
    ]);

    expect(expressions).not.toHaveLength(0);
    expect(stdout).toContain(`SUCCESS: ${expressions.length} rules found`);
  });
  it("the alerts: the JSON is a rule file", async () => {
    const { stdout } = await run(PROMTOOL, ["check", "rules", await write("alerts.json", createAlerts())]);

    expect(stdout).toContain(`SUCCESS: ${names.length} rules found`);
  });
  it("a fleet that is well: no alert, and of one that is not: every alert, in either unit and spelling", async () => {
    const expected = { well: [], unwell: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })) };
    const test = (isWell: boolean, exp_samples: readonly object[]) => ({
      interval: "1m",
      input_series: fleet(isWell),
      promql_expr_test: [
        { expr: 'count by (alertname) (ALERTS{alertstate="firing"}) > bool 0', eval_time: "39m", exp_samples },
      ],
    });
    const path = await write("tests.json", {
      rule_files: [await write("alerts.json", createAlerts())],
      evaluation_interval: "1m",
      tests: [test(true, expected.well), test(false, expected.unwell)],
    });

    const answer = await run(PROMTOOL, ["test", "rules", path]).catch((failure) => failure);

    expect(`${answer.stdout}${answer.stderr}`).toContain("SUCCESS");
    expect(`${answer.stdout}${answer.stderr}`).not.toContain("FAILED");
  });
});
