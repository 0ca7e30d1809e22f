import { useQuery } from "@tanstack/react-query";
import { TAGS } from "@vedette/worker-metrics";
import { Cpu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type UiSettings, uiSettingsQuery } from "../api/ui-settings.ts";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { Select } from "../control/select.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { texts } from "./messages.ts";
import { type WorkerAnswers, type WorkerFilter, workerLabelQuery, workersQuery } from "./worker-data.ts";
import {
  cacheRows,
  failureRows,
  isSilent,
  latencyRows,
  outcomeRows,
  pollerRows,
  pollRows,
  queueRows,
  requestRows,
  resourceRows,
  slotRows,
} from "./worker-rows.ts";
import { WorkerTable } from "./worker-table.tsx";
import "./workers.css";

/** How the workers of every fleet are doing that is scraped. */
export function WorkersPage() {
  const address = useListAddress();
  const { data: settings } = useQuery(uiSettingsQuery);
  const askedNamespaces = useQuery(workerLabelQuery("namespace"));
  const askedQueues = useQuery(workerLabelQuery("task_queue"));
  const { data: namespaces = [] } = askedNamespaces;
  const { data: queues = [] } = askedQueues;
  const shown = namespaces.filter((name) => settings?.ShowVedetteSystemNamespace === true || !isSystem(name));
  const filter = filterOf(address.value, shown, settings?.DefaultNamespace);
  const workers = useQuery(workersQuery(filter, { isRepeated: settings?.RefreshWorkflowCountsDisabled === false }));
  const labels = [askedNamespaces, askedQueues];
  const isUnknown = labels.some(({ data }) => data === undefined);
  const hasWorkers = isUnknown || namespaces.length > 0 || queues.length > 0;
  const isComing = workers.isPending || labels.some(({ isPending }) => isPending);
  return (
    <Page title={texts.title} actions={settings !== undefined && <Payloads settings={settings} {...filter} />}>
      <p className="v-workers-lead">{`${texts.lead} ${texts.units}`}</p>
      <div className="v-filters">
        <Select
          label={texts.namespace}
          options={optionsOf(shown, filter.namespace)}
          value={filter.namespace || ALL}
          onChange={(namespace) => address.change({ namespace })}
        />
        <Select
          label={texts.queue}
          options={optionsOf(queues, filter.queue)}
          value={filter.queue || ALL}
          onChange={(queue) => address.change({ queue: queue === ALL ? undefined : queue })}
        />
        <Select
          label={texts.kind}
          options={optionsOf(TAGS.worker_type.values, filter.kind)}
          value={filter.kind || ALL}
          onChange={(kind) => address.change({ kind: kind === ALL ? undefined : kind })}
        />
      </div>
      <MissingPart name={texts.namespace} query={askedNamespaces} />
      <MissingPart name={texts.queue} query={askedQueues} />
      {workers.error !== null && <ErrorState error={workers.error} onRetry={() => void workers.refetch()} />}
      {isComing && <SkeletonTable label={messages.loading} columns={4} />}
      {workers.data !== undefined && !isComing && !hasWorkers && (
        <EmptyState icon={Cpu} title={texts.empty} text={texts.emptyText} learn="scraping#workers" />
      )}
      {workers.data !== undefined && !isComing && hasWorkers && (
        <Found
          answers={workers.data}
          filter={filter}
          onClear={() => address.change({ namespace: ALL, queue: undefined, kind: undefined })}
        />
      )}
    </Page>
  );
}

const ReadPayloads = lazy(async () => ({ default: (await import("./read-payloads.tsx")).ReadPayloads }));

interface PayloadsProps {
  readonly settings: UiSettings;
  readonly namespace: string;
}

/** Only where a codec server can be asked. */
function Payloads({ settings, namespace }: PayloadsProps) {
  const [isOpen, setOpen] = useState(false);
  const { Codec: codec, DefaultNamespace } = settings;
  if (codec.Endpoint === "") return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{texts.payloads.open}</Button>
      <Suspense>
        {isOpen && (
          <ReadPayloads codec={codec} namespace={namespace || DefaultNamespace} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

/** Stands for "no filter" in a choice, and in the address where the default is another. */
const ALL = "*";

/** @param chosen - may come from an address, and be nobody's any more */
function optionsOf(values: readonly string[], chosen: string) {
  const all = chosen === "" || values.includes(chosen) ? values : [chosen, ...values];
  return [{ id: ALL, label: texts.all }, ...all.map((value) => ({ id: value, label: value }))];
}

function isSystem(namespace: string): boolean {
  return /^(vedette|temporal)-system$/.test(namespace);
}

/** Without a choice in the address it is the namespace that the operator has set, if there is such a one. */
function filterOf(value: (name: string) => string, namespaces: readonly string[], defaultNamespace = ""): WorkerFilter {
  const chosen = value("namespace") || (namespaces.includes(defaultNamespace) ? defaultNamespace : ALL);
  return { namespace: chosen === ALL ? "" : chosen, queue: value("queue"), kind: value("kind") };
}

interface FoundProps {
  readonly answers: WorkerAnswers;
  readonly filter: WorkerFilter;
  readonly onClear: () => void;
}

/** What was asked for, or that no worker is as the filters want it: many tables of nothing would not say that. */
function Found({ answers, filter: { namespace, queue, kind }, onClear }: FoundProps) {
  const filters = [
    [texts.namespace, namespace],
    [texts.queue, queue],
    [texts.kind, kind],
  ].flatMap(([name, value]) => (value === "" ? [] : [`${name} ${value}`]));
  if (filters.length === 0 || !isSilent(answers)) return <Answers answers={answers} />;
  return (
    <EmptyState icon={Cpu} title={texts.silent} text={texts.silentText(filters.join(", "))}>
      <Button onPress={onClear}>{messages.list.clearFilters}</Button>
    </EmptyState>
  );
}

function Answers({ answers }: { readonly answers: WorkerAnswers }) {
  const { queues, requests, failures } = texts;
  return (
    <div className="v-workers">
      <WorkerTable
        title={queues.title}
        lead={queues.lead}
        columns={Object.values(queues.columns)}
        rows={queueRows(answers)}
        without={{ metric: "num_pollers" }}
      />
      <Cards answers={answers} />
      <WorkerTable
        title={requests.title}
        lead={requests.lead}
        columns={Object.values(requests.columns)}
        rows={requestRows(answers)}
        without={{ metric: "request" }}
      />
      <WorkerTable
        title={failures.title}
        lead={failures.lead}
        columns={Object.values(failures.columns)}
        rows={failureRows(answers)}
        without={{ text: failures.none }}
      />
    </div>
  );
}

/** What is told in a few numbers each, side by side. */
function Cards({ answers }: { readonly answers: WorkerAnswers }) {
  const { latencies, slots, pollers, polls, cache, outcomes, resources } = texts;
  const cards = [
    { ...latencies, rows: latencyRows(answers), metric: "workflow_task_execution_latency" },
    { ...outcomes, rows: outcomeRows(answers), metric: "workflow_completed" },
    { ...slots, rows: slotRows(answers), metric: "worker_task_slots_used" },
    { ...pollers, rows: pollerRows(answers), metric: "num_pollers" },
    { ...polls, rows: pollRows(answers), metric: "workflow_task_queue_poll_succeed" },
    { ...cache, rows: cacheRows(answers), metric: "sticky_cache_size" },
    { ...resources, rows: resourceRows(answers), metric: "resource_slots_mem_usage" },
  ] as const;
  return (
    <div className="v-workers-row">
      {cards.map(({ title, lead, columns, rows, metric }) => (
        <WorkerTable
          key={metric}
          title={title}
          lead={lead}
          columns={Object.values(columns)}
          rows={rows}
          without={{ metric }}
        />
      ))}
    </div>
  );
}
