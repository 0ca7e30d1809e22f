import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, ScrollText, SearchX } from "lucide-react";
import { type AuditFilter, type AuditLog, auditLines, auditQuery, auditRows } from "../api/audit.ts";
import { may } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { csvText } from "../control/csv-text.ts";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { saveFile } from "../control/save-file.ts";
import { SearchBox } from "../control/search-box.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Tabs } from "../control/tabs.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { SameQuery } from "../same-query.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { AuditTable } from "./audit-table.tsx";
import { actionText, texts } from "./messages.ts";
import "./audit.css";

interface AuditProps {
  readonly log: AuditLog;
}

/** The sign-in service keeps the log of accounts. */
const TABS = [
  { log: "accounts", to: "/audit", label: texts.tabs.accounts, permission: "identity:write" },
  { log: "changes", to: "/audit/changes", label: texts.tabs.changes, permission: "audit:read" },
] as const;

/** Who did what, to what, when and from where. */
export function AuditPage({ log }: AuditProps) {
  const user = useCurrentUser();
  const tabs = TABS.filter(({ permission }) => may(user, permission));
  const wanted = TABS.find((tab) => tab.log === log) ?? TABS[0];
  if (tabs.includes(wanted)) return <Audit key={log} log={log} tabs={tabs} />;
  const [other] = tabs;
  return other === undefined ? (
    <NoAccess title={texts.title} neededRole="Admin" permission={wanted.permission} />
  ) : (
    <SameQuery to={other.to} />
  );
}

interface AuditLogProps extends AuditProps {
  readonly tabs: readonly (typeof TABS)[number][];
}

function Audit({ log, tabs }: AuditLogProps) {
  const list = useListAddress();
  const [actor, action] = [list.value("actor"), list.value("action")];
  const [target, from, to] = [list.value("target"), list.value("from"), list.value("to")];
  const isLive = list.value("live") !== "";
  const filter = { log, actor, action, target, from, to };
  const audit = useQuery(auditQuery({ ...filter, page: list.page, perpage: list.size }, isLive));
  const isFiltered = [actor, action, target, from, to].some((value) => value !== "");
  return (
    <Page title={texts.title} actions={<Export filter={filter} />}>
      <Tabs label={texts.title} tabs={tabs} />
      <div className="v-filters">
        <SearchBox
          label={texts.search}
          value={actor}
          found={isFiltered && !audit.isPlaceholderData ? audit.data?.total : undefined}
          onChange={(value) => list.change({ actor: value })}
        />
        <SearchBox label={texts.target} value={target} onChange={(value) => list.change({ target: value })} />
        <DayField label={texts.from} value={from} onChange={(value) => list.change({ from: value })} />
        <DayField label={texts.to} value={to} onChange={(value) => list.change({ to: value })} />
        {action !== "" && (
          <Button
            onPress={() => list.change({ action: undefined })}
          >{`${texts.action}: ${actionText(action)} ×`}</Button>
        )}
        <Checkbox isSelected={isLive} onChange={(on) => list.change({ live: on ? "1" : undefined })}>
          {texts.live}
        </Checkbox>
      </div>
      {audit.error !== null && <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {audit.data?.total === 0 && (
        <EmptyState
          icon={isFiltered ? SearchX : ScrollText}
          title={isFiltered ? messages.list.noMatch : texts.empty}
          text={isFiltered ? texts.noMatchText(filterWords(filter)) : texts.emptyText}
          {...(!isFiltered && { learn: "operation#the-audit-log-of-resources" })}
        >
          {isFiltered && <Button onPress={() => list.change(UNFILTERED)}>{messages.list.clearFilters}</Button>}
        </EmptyState>
      )}
      {audit.data !== undefined && audit.data.total > 0 && (
        <>
          <AuditTable
            rows={audit.data.rows}
            isStale={audit.isPlaceholderData}
            onAction={(value) => list.change({ action: value })}
          />
          <ListPages list={list} total={audit.data.total} isStale={audit.isPlaceholderData} />
        </>
      )}
    </Page>
  );
}

/** What is looked for, as the page names it. */
function filterWords({ actor, action, target, from, to }: AuditFilter): string {
  const day = (label: string, value: string) => value && `${label} ${value}`;
  const words = [actor, target, action && actionText(action), day(texts.from, from), day(texts.to, to)];
  return words.filter((word) => word !== "").join(", ");
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

/** What the page looks for as a file, all of its rows. */
function Export({ filter }: { readonly filter: AuditFilter }) {
  const { log } = filter;
  const saving = useMutation({
    mutationFn: async (form: "csv" | "lines") => {
      const lines = await auditLines(filter);
      if (form === "lines") saveFile(`${log}.jsonl`, "application/x-ndjson", lines);
      else saveFile(`${log}.csv`, "text/csv", csvOf(log, lines));
    },
  });
  return (
    <>
      {saving.error !== null && <FaultAlert error={saving.error} />}
      {(["csv", "lines"] as const).map((form) => (
        <Button
          key={form}
          icon={<Download aria-hidden />}
          isPending={saving.isPending && saving.variables === form}
          onPress={() => saving.mutate(form)}
        >
          {texts[form]}
        </Button>
      ))}
    </>
  );
}

/** Codes rather than words: what reads it is a program as often as a person. */
function csvOf(log: AuditLog, lines: string): string {
  const rows = auditRows(log, lines).map(({ at, actor, action, target, details, requestId, address }) => [
    at,
    actor,
    action,
    target,
    JSON.stringify(details),
    requestId,
    address,
  ]);
  return csvText([["at", "actor", "action", "target", "details", "request_id", "address"], ...rows]);
}
