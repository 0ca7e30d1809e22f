import { useQuery } from "@tanstack/react-query";
import { type HookCall, type HookOutcome, hookCallsQuery } from "../api/hooks.ts";
import { Age } from "../control/age.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { texts } from "./messages.ts";

/** How the last calls of all hooks went. */
export function HookCalls() {
  const calls = useQuery(hookCallsQuery);
  const { title, lead, none } = texts.hookCalls;
  return (
    <Section title={title} lead={lead}>
      {calls.error !== null && <ErrorState error={calls.error} onRetry={() => void calls.refetch()} />}
      {calls.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {calls.data?.length === 0 && <p className="v-hint">{none}</p>}
      {calls.data !== undefined && calls.data.length > 0 && <CallTable calls={calls.data} />}
    </Section>
  );
}

const KINDS = { answered: "ok", refused: "warn", failed: "crit" } as const satisfies Record<HookOutcome, string>;

function CallTable({ calls }: { readonly calls: readonly HookCall[] }) {
  const { title, columns, outcomes, trial } = texts.hookCalls;
  const head = (
    <>
      <th scope="col">{columns.hook}</th>
      <th scope="col">{columns.outcome}</th>
      <th scope="col">{columns.took}</th>
      <th scope="col">{columns.at}</th>
    </>
  );
  return (
    <Table label={title} head={head}>
      {calls.map(({ id, hook, outcome, detail, duration_ms, called_at, is_trial }) => (
        <tr key={id}>
          <th scope="row">
            {hookTitle(hook)}
            {is_trial && <span className="v-hint"> {trial}</span>}
          </th>
          <td>
            <Status kind={KINDS[outcome]}>{outcomes[outcome]}</Status>
            {detail !== "" && <div className="v-hint">{detail}</div>}
          </td>
          <td>{duration_ms} ms</td>
          <td>
            <Age at={called_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** What people call a hook. */
export function hookTitle(hook: string): string {
  const titles: Readonly<Record<string, string>> = texts.hooks;
  return titles[hook] ?? hook;
}
