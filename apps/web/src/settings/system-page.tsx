import { useQuery } from "@tanstack/react-query";
import { type QueueState, type SystemState, systemQuery } from "../api/system.ts";
import { Age } from "../control/age.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { type Fact, Facts } from "../control/facts.tsx";
import { Section } from "../control/section.tsx";
import { SkeletonTable, Table } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { keptLanguage } from "../messages/language.ts";
import { texts } from "./messages.ts";
import { SettingsPage } from "./settings-page.tsx";

/** How the server is. */
export function SystemPage() {
  const { system, tabs } = texts;
  return (
    <SettingsPage title={tabs.system} lead={system.lead}>
      <System />
    </SettingsPage>
  );
}

function System() {
  const { data, error, isPending, refetch } = useQuery(systemQuery);
  const { system } = texts;
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {data !== undefined && (
        <>
          <Section title={system.program}>
            <Facts facts={programFacts(data)} />
          </Section>
          <Section title={system.stores}>
            <Facts facts={storeFacts(data)} />
          </Section>
          <Section title={system.jobs} lead={system.jobsLead}>
            <Queues queues={data.queues} />
          </Section>
        </>
      )}
    </>
  );
}

function programFacts(state: SystemState): readonly Fact[] {
  const { system } = texts;
  return [
    [system.name, `${state.name} (${system.sources[state.nameSource]})`],
    [system.version, state.version],
    [system.commit, <code key="commit">{state.commit.slice(0, 12)}</code>],
    [system.built, <Age key="built" at={timeOf(state.builtAt)} />],
    [system.publicUrl, state.publicUrl],
    [system.started, <Age key="started" at={timeOf(state.startedAt)} />],
    [system.node, state.node],
    [system.memory, bytesText(state.memoryBytes)],
    [system.processes, numberText(state.processes)],
    [system.logLevel, state.logLevel],
  ];
}

function storeFacts({ database, metrics }: SystemState): readonly Fact[] {
  const { system } = texts;
  const name = database.kind === "pglite" ? system.embedded(database.version) : system.server(database.version);
  return [
    [system.database, name],
    [system.latency, `${numberText(database.latencyMs)}\u2009ms`],
    [system.databaseSize, database.bytes === null ? system.unknown : bytesText(database.bytes)],
    [system.series, metrics === null ? system.elsewhere : numberText(metrics.series)],
    [system.metricsSize, metrics === null ? system.elsewhere : bytesText(metrics.bytes)],
  ];
}

const STATES = ["ready", "deferred", "active", "failed"] as const;

/** What waits before what was given up. */
function placeOf({ queue }: QueueState): number {
  return queue.endsWith("_dead") ? 1 : 0;
}

function Queues({ queues }: { readonly queues: readonly QueueState[] }) {
  const { system } = texts;
  const names: Readonly<Record<string, string>> = system.queues;
  const head = (
    <>
      <th scope="col">{system.queue}</th>
      {STATES.map((state) => (
        <th key={state} scope="col" className="v-cell-end">
          {system[state]}
        </th>
      ))}
    </>
  );
  return (
    <Table label={system.queue} head={head}>
      {queues
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .map((queue) => (
          <tr key={queue.queue}>
            <th scope="row" className="v-cell-words">
              {names[queue.queue] ?? queue.queue}
            </th>
            {STATES.map((state) => (
              <td key={state} className="v-cell-end">
                {numberText(queue[state])}
              </td>
            ))}
          </tr>
        ))}
    </Table>
  );
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function numberText(value: number): string {
  return value.toLocaleString(keptLanguage(), { maximumSignificantDigits: 3 });
}

/** Three digits and the unit that suits: MiB as operating systems count memory. */
function bytesText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${numberText(bytes / 1024 ** step)}\u2009${units[step]}`;
}
