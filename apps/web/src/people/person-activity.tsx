import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type AuditLog, auditQuery } from "../api/audit.ts";
import { actionText } from "../audit/messages.ts";
import { Age } from "../control/age.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { texts } from "./messages.ts";

/** Lines of either log that are asked for, and of both that are shown. */
const MOST = 8;

const LOGS: readonly { readonly log: AuditLog; readonly page: string }[] = [
  { log: "accounts", page: "/audit" },
  { log: "changes", page: "/audit/changes" },
];

/** What somebody did last, of both logs. */
export function PersonActivity({ login }: { readonly login: string }) {
  const [accounts, changes] = [useLog("accounts", login), useLog("changes", login)];
  const rows = [...(accounts.data?.rows ?? []), ...(changes.data?.rows ?? [])]
    // The logs look for a part of the name, which others may have, too.
    .filter(({ actor }) => actor === login)
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, MOST);
  const fault = accounts.error ?? changes.error;
  const { title, none, all } = texts.activity;
  const isEmpty = accounts.isSuccess && changes.isSuccess && rows.length === 0;
  return (
    <Section title={title} lead={isEmpty ? none : undefined}>
      {fault !== null && <FaultAlert error={fault} />}
      {rows.length > 0 && (
        <>
          <RowList label={title}>
            {rows.map(({ id, at, action, target, address }) => (
              <ListRow
                key={id}
                title={actionText(action)}
                note={
                  <>
                    <Age at={at} />
                    {[target, address].filter((part) => part !== "").map((part) => ` · ${part}`)}
                  </>
                }
              />
            ))}
          </RowList>
          <div className="v-form-actions">
            {LOGS.map(({ log, page }) => (
              <Link key={log} to={`${page}?${new URLSearchParams({ actor: login })}`}>
                {all[log]}
              </Link>
            ))}
          </div>
        </>
      )}
    </Section>
  );
}

function useLog(log: AuditLog, actor: string) {
  const search = { log, actor, action: "", target: "", from: "", to: "", page: 1, perpage: MOST };
  return useQuery(auditQuery(search, false));
}
