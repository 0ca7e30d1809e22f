import { useQuery } from "@tanstack/react-query";
import { type HookCall, type HookOutcome, hookCallsQuery } from "../api/hooks.ts";
import { Age } from "../control/age.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
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
      {calls.data?.length === 0 && (
        <EmptyPart of={title} text={none} learn="hooks#trying-one-and-what-came-of-the-last-calls" />
      )}
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
      <WideHead>{columns.status}</WideHead>
      <WideHead>{columns.took}</WideHead>
      <WideHead>{columns.at}</WideHead>
    </>
  );
  return (
    <Table hasSheets label={`${title}: ${columns.hook}, ${columns.outcome}`} head={head}>
      {calls.map(({ id, hook, outcome, detail, status, answer, duration_ms, called_at, is_trial }) => (
        <TableRow key={id} name={hookTitle(hook)}>
          <th scope="row">
            {hookTitle(hook)}
            {is_trial && <span className="v-hint"> {trial}</span>}
            <SecondLine>
              <Age at={called_at} />
            </SecondLine>
          </th>
          <td>
            <Status kind={KINDS[outcome]}>{outcomes[outcome]}</Status>
            {detail !== "" && <div className="v-hint">{detail}</div>}
            {answer !== "" && (
              <details className="v-hook-answer">
                <summary>{columns.answer}</summary>
                <pre>{answer}</pre>
              </details>
            )}
          </td>
          <td className="v-cell-wide">{status ?? "–"}</td>
          <td className="v-cell-wide v-cell-quiet">{duration_ms} ms</td>
          <td className="v-cell-wide v-cell-quiet">
            <Age at={called_at} />
          </td>
        </TableRow>
      ))}
    </Table>
  );
}

/** What people call a hook. */
export function hookTitle(hook: string): string {
  const titles: Readonly<Record<string, string>> = texts.hooks;
  return titles[hook] ?? hook;
}
