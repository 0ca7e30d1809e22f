import { useQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import { type AuditEntry, auditQuery } from "../api/audit.ts";
import { mayAdminister } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import type { Fact } from "../control/facts.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { SheetRows, useNarrow } from "../control/sheet-rows.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";
import "./audit.css";

/** Who did what, when and from where. */
export function AuditPage() {
  const user = useCurrentUser();
  return mayAdminister(user) ? <Audit /> : <NoAccess title={texts.title} neededRole="Admin" />;
}

function Audit() {
  const list = useListAddress();
  const [actor, action] = [list.value("actor"), list.value("action")];
  const [target, from, to] = [list.value("target"), list.value("from"), list.value("to")];
  const audit = useQuery(auditQuery({ author: actor, action, target, from, to, page: list.page, perpage: list.size }));
  const isFiltered = [actor, action, target, from, to].some((value) => value !== "");
  return (
    <Page title={texts.title}>
      <div className="v-filters">
        <SearchBox
          label={texts.search}
          value={actor}
          onChange={(value) => list.change({ actor: value, action: undefined })}
        />
        <SearchBox label={texts.target} value={target} onChange={(value) => list.change({ target: value })} />
        <DayField label={texts.from} value={from} onChange={(value) => list.change({ from: value })} />
        <DayField label={texts.to} value={to} onChange={(value) => list.change({ to: value })} />
        {action !== "" && (
          <Button onPress={() => list.change({ action: undefined })}>{`${texts.action}: ${action} ×`}</Button>
        )}
      </div>
      {audit.error !== null && <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {audit.data?.total === 0 && (
        <EmptyState
          icon={isFiltered ? SearchX : ScrollText}
          title={isFiltered ? messages.list.noMatch : texts.empty}
          text={isFiltered ? texts.noMatchText : texts.emptyText}
        >
          {isFiltered && <Button onPress={() => list.change(UNFILTERED)}>{messages.list.clearFilters}</Button>}
        </EmptyState>
      )}
      {audit.data !== undefined && audit.data.total > 0 && (
        <>
          <AuditTable
            entries={audit.data.entries}
            isStale={audit.isPlaceholderData}
            onAction={(value) => list.change({ action: value, actor: undefined })}
          />
          <ListPages list={list} total={audit.data.total} />
        </>
      )}
    </Page>
  );
}

const UNFILTERED = { actor: undefined, action: undefined, target: undefined, from: undefined, to: undefined };

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day of the calendar; the browser brings the calendar. */
function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="v-audit-day">
      <span className="v-label">{label}</span>
      <input
        className="v-input"
        type="date"
        value={value.slice(0, 10)}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly isStale: boolean;
  readonly onAction: (action: string) => void;
}

function AuditTable({ entries, isStale, onAction }: AuditTableProps) {
  const { columns, details } = texts;
  if (useNarrow()) return <SheetRows label={texts.title} rows={entries.map((entry) => sheetRow(entry, onAction))} />;
  const head = (
    <>
      <th scope="col">{columns.time}</th>
      <th scope="col">{columns.actor}</th>
      <th scope="col">{columns.action}</th>
      <WideHead>{columns.address}</WideHead>
    </>
  );
  return (
    <Table label={texts.title} head={head} isStale={isStale}>
      {entries.map(({ id, created_at, ip_address, payload }) => (
        <tr key={id}>
          <td>
            <Age at={created_at} />
          </td>
          <th scope="row">{payload.actor_username}</th>
          <td className="v-audit-action">
            <Button kind="quiet" onPress={() => onAction(payload.action)}>
              {payload.action.replaceAll("_", " ")}
            </Button>
            {payload.traits !== undefined && Object.keys(payload.traits).length > 0 && (
              <details className="v-audit-details">
                <summary>{details}</summary>
                <code>{JSON.stringify(payload.traits)}</code>
              </details>
            )}
          </td>
          <td className="v-cell-quiet v-cell-wide">{ip_address}</td>
        </tr>
      ))}
    </Table>
  );
}

function sheetRow({ id, created_at, ip_address, payload }: AuditEntry, onAction: (action: string) => void) {
  const { columns, details } = texts;
  const traits = JSON.stringify(payload.traits ?? {});
  const facts: Fact[] = [
    [columns.time, new Date(created_at).toLocaleString()],
    [columns.actor, payload.actor_username],
    [columns.address, ip_address],
    ...(traits === "{}" ? [] : [[details, <code key="traits">{traits}</code>] as const]),
  ];
  return {
    key: id,
    title: payload.action.replaceAll("_", " "),
    line: (
      <>
        {payload.actor_username} · <Age at={created_at} />
      </>
    ),
    facts,
    actions: <Button onPress={() => onAction(payload.action)}>{texts.onlyThese}</Button>,
  };
}
