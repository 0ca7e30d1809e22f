import { describe, expect, it } from "vitest";
import { CATALOGUE, type CatalogueEntry, type Family } from "../src/catalogue.ts";
import { createWorkerMetrics } from "../src/index.ts";
import { TAGS, type TagName, type TagRule } from "../src/tags.ts";

/** What the requirements and the SDKs say: name, type, source, families, tags, bounds in milliseconds. */
const TABLE = `
workflow_task_replay_latency | histogram | spec | core go java | namespace task_queue workflow_type | 1 10 20 50 100 200 500 1000
workflow_task_schedule_to_start_latency | histogram | spec | core go java | namespace task_queue | 100 500 1000 5000 10000 100000 1000000
activity_schedule_to_start_latency | histogram | spec | core go java | namespace task_queue | 100 500 1000 5000 10000 100000 1000000
activity_execution_cancelled | counter | spec | java | activity_type namespace task_queue | 
activity_poll_no_task | counter | spec | core go java | namespace task_queue | 
activity_task_error | counter | spec | go | activity_type namespace task_queue workflow_type | 
corrupted_signals | counter | spec | go java | namespace task_queue workflow_type | 
local_activity_execution_cancelled | counter | spec | core go java | activity_type namespace task_queue | 
local_activity_execution_failed | counter | spec | core go java | activity_type namespace task_queue | 
local_activity_total | counter | spec | core go java | activity_type namespace task_queue | 
local_activity_execution_latency | histogram | spec | core go java | activity_type namespace task_queue | 50 100 500 1000 2500 10000
local_activity_succeed_endtoend_latency | histogram | spec | core go java | activity_type namespace task_queue | 50 100 500 1000 2500 10000
nexus_poll_no_task | counter | spec | core go java | namespace task_queue | 
nexus_task_schedule_to_start_latency | histogram | spec | core go java | namespace task_queue | 50 100 500 1000 2500 10000
nexus_task_execution_failed | counter | spec | core go java | failure_reason namespace nexus_operation nexus_service task_queue | 
nexus_task_execution_latency | histogram | spec | core go java | namespace nexus_operation nexus_service task_queue | 50 100 500 1000 2500 10000
nexus_task_endtoend_latency | histogram | spec | core go java | namespace nexus_operation nexus_service task_queue | 50 100 500 1000 2500 10000
num_pollers | gauge | spec | core go java | namespace poller_type task_queue | 
poller_start | counter | spec | go java | namespace task_queue | 
request | counter | spec | core go java | namespace operation | 
request_failure | counter | spec | core go java | namespace operation status_code | 
request_latency | histogram | spec | core go java | namespace operation | 50 100 500 1000 2500 10000
long_request | counter | sdk | core go java | namespace operation | 
long_request_failure | counter | spec | core go java | namespace operation status_code | 
long_request_latency | histogram | sdk | core go java | namespace operation | 50 100 500 1000 2500 10000
request_resource_exhausted | counter | spec | go | cause namespace operation | 
long_request_resource_exhausted | counter | spec | go | cause namespace operation | 
resource_slots_mem_usage | gauge | spec | core java |  | 
sticky_cache_miss | counter | spec | core go java | namespace task_queue | 
sticky_cache_size | gauge | spec | core go java | core: namespace task_queue; go:; java: namespace | 
sticky_cache_total_forced_eviction | counter | spec | core go java | namespace task_queue | 
unregistered_activity_invocation | counter | spec | go | activity_type namespace task_queue workflow_type | 
worker_start | counter | spec | core go java | namespace task_queue worker_type | 
activity_execution_failed | counter | sdk | core go java | activity_type namespace task_queue | 
activity_execution_latency | histogram | sdk | core go java | activity_type namespace task_queue | 50 100 500 1000 5000 10000 60000
activity_succeed_endtoend_latency | histogram | sdk | core go java | activity_type namespace task_queue | 50 100 500 1000 2500 10000
activity_task_received | counter | sdk | core | activity_type eager namespace task_queue | 
sticky_cache_hit | counter | sdk | core go java | namespace task_queue | 
worker_task_slots_available | gauge | sdk | core go java | namespace task_queue worker_type | 
worker_task_slots_used | gauge | sdk | core go java | namespace task_queue worker_type | 
workflow_active_thread_count | gauge | sdk | java |  | 
workflow_canceled | counter | sdk | core go java | namespace task_queue workflow_type | 
workflow_completed | counter | sdk | core go java | namespace task_queue workflow_type | 
workflow_continue_as_new | counter | sdk | core go java | namespace task_queue workflow_type | 
workflow_failed | counter | sdk | core go java | namespace task_queue workflow_type | 
workflow_endtoend_latency | histogram | sdk | core go java | namespace task_queue workflow_type | 100 500 1000 1500 2000 5000 10000 30000 60000 120000 300000 600000 1800000 3600000 36000000 86400000
workflow_task_execution_failed | counter | sdk | core go java | failure_reason namespace task_queue workflow_type | 
workflow_task_execution_latency | histogram | sdk | core go java | namespace task_queue workflow_type | 1 10 20 50 100 200 500 1000
workflow_task_queue_poll_empty | counter | sdk | core go java | namespace task_queue | 
workflow_task_queue_poll_succeed | counter | sdk | core go java | namespace task_queue | 
workflow_task_no_completion | counter | sdk | go java | namespace task_queue workflow_type | 
workflow_task_heartbeat | counter | sdk | java | namespace task_queue workflow_type | 
workflow_task_execution_total_latency | histogram | sdk | java | namespace task_queue workflow_type | 1 10 20 50 100 200 500 1000
sticky_cache_thread_forced_eviction | counter | sdk | java | namespace task_queue workflow_type | 
local_activity_error | counter | sdk | go | activity_type namespace task_queue workflow_type | 
resource_slots_cpu_usage | gauge | sdk | core go java |  | 
resource_slots_mem_pid_output | gauge | sdk | core java |  | 
resource_slots_cpu_pid_output | gauge | sdk | core java |  | 
`;

interface Row {
  readonly name: string;
  readonly type: string;
  readonly source: string;
  readonly families: readonly Family[];
  readonly tags: (family: Family) => readonly string[];
  readonly boundsMs: readonly number[];
}

const words = (text: string) => text.split(" ").filter((word) => word !== "");

const ROWS: readonly Row[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [name = "", type = "", source = "", families = "", tags = "", bounds = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    const byFamily = new Map(
      tags.split(";").map((part) => {
        const [family = "", list = ""] = part.split(":");
        return [family.trim(), words(list)] as const;
      }),
    );
    return {
      name,
      type,
      source,
      families: words(families).filter((family): family is Family => ["core", "go", "java"].includes(family)),
      tags: (family) => (tags.includes(":") ? (byFamily.get(family) ?? []) : words(tags)),
      boundsMs: words(bounds).map(Number),
    };
  });

/** A value that the tag may have. */
function anyValueOf(tag: TagName, metric: string): string {
  const { values }: TagRule = TAGS[tag];
  if (values !== undefined) return values[0] ?? "";
  if (tag === "operation") return "RespondActivityTaskCompleted";
  if (tag === "failure_reason") return metric.startsWith("nexus") ? "handler_error_INTERNAL" : "WorkflowError";
  return `a-${tag}`;
}

const isTag = (name: string): name is TagName => name in TAGS;

/** Records once and gives the lines of the samples. */
function emitted({ name, type, tags }: Row, family: Family): string[] {
  const metrics = createWorkerMetrics({ family });
  const labels = Object.fromEntries(tags(family).map((tag) => [tag, isTag(tag) ? anyValueOf(tag, name) : ""]));
  // The names and tags come from the table, so that the types cannot know them.
  const instrument = metrics as unknown as Record<
    string,
    (name: string, labels: object) => { [act: string]: (n: number) => void }
  >;
  const act = { counter: "add", gauge: "set", histogram: "record" }[type] ?? "";
  instrument[type]?.(name, labels)[act]?.(3);
  return metrics
    .expose()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function labelsOf(line: string): string[] {
  return [...line.matchAll(/([a-z_]+)="/g)].map(([, name = ""]) => name).sort();
}

describe("the catalogue [spec 3, Workflow-SDK metrics]", () => {
  it("has the metrics of the table and no others", () => {
    expect(Object.keys(CATALOGUE).sort()).toEqual(ROWS.map(({ name }) => name).sort());
    expect(ROWS.filter(({ source }) => source === "spec")).toHaveLength(31);
  });

  it.each(ROWS)("$name: type, families and bounds", ({ name, type, source, families, boundsMs }) => {
    const entry: CatalogueEntry | undefined = Object.entries(CATALOGUE).find(([other]) => other === name)?.[1];

    expect(entry).toMatchObject({ type, source });
    expect([...(entry?.families ?? [])].sort()).toEqual(families);
    expect([...(entry?.bucketsMs ?? [])]).toEqual(boundsMs);
  });

  it.each(ROWS.flatMap((row) => row.families.map((family) => ({ ...row, family }))))(
    "$name of $family: its name, its tags and no others, its unit",
    ({ family, ...row }) => {
      const isCore = family === "core";
      const total = !isCore && row.type === "counter" && !row.name.endsWith("_total") ? "_total" : "";
      const unit = !isCore && row.type === "histogram" ? "_seconds" : "";
      const bounds = row.boundsMs.map((bound) => String(isCore ? bound : bound / 1000));

      const lines = emitted(row, family);

      const name = `vedette_${row.name}${total}${unit}`;
      if (row.type !== "histogram") {
        expect(lines).toHaveLength(1);
        expect(lines[0]?.startsWith(name)).toBe(true);
        expect(lines[0]?.endsWith(" 3")).toBe(true);
        expect(labelsOf(lines[0] ?? "")).toEqual([...row.tags(family)].sort());
        return;
      }
      expect(lines.map((line) => /le="([^"]+)"/.exec(line)?.[1]).filter((bound) => bound !== undefined)).toEqual([
        ...bounds,
        "+Inf",
      ]);
      const sum = lines.find((line) => line.startsWith(`${name}_sum`)) ?? "";
      expect(sum.endsWith(isCore ? " 3" : " 0.003")).toBe(true);
      expect(labelsOf(sum)).toEqual([...row.tags(family)].sort());
    },
  );

  it("refuses the failures of one metric for another", () => {
    const metrics = createWorkerMetrics();
    const task = { namespace: "default", task_queue: "mail" };
    const nexus = { ...task, nexus_service: "a", nexus_operation: "b" };

    expect(() =>
      metrics.counter("workflow_task_execution_failed", { ...task, workflow_type: "a", failure_reason: "timeout" }),
    ).toThrow(TypeError);
    for (const reason of ["WorkflowError", "handler_error_", "handler_error_x", "ok"]) {
      expect(() => metrics.counter("nexus_task_execution_failed", { ...nexus, failure_reason: reason })).toThrow(
        "nexus_task_execution_failed: failure_reason cannot be",
      );
    }
  });

  it.each(
    ROWS.flatMap((row) =>
      (["core", "go", "java"] as const)
        .filter((family) => !row.families.includes(family))
        .map((family) => ({ ...row, family })),
    ),
  )("$name is none of $family", ({ family, ...row }) => {
    expect(() => emitted(row, family)).toThrow(TypeError);
  });
});
