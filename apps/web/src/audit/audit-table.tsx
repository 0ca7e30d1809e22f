import { Link } from "react-router";
import type { AuditRow } from "../api/audit.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { momentText } from "../control/moment-text.ts";
import { ActionsHead, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useIsPhone } from "../control/use-media.ts";
import { Changes, changesOf, Known } from "./changes.tsx";
import { actionText, actorText, texts } from "./messages.ts";

interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  readonly isStale: boolean;
  readonly onAction: (action: string) => void;
}

export function AuditTable(props: AuditTableProps) {
  return useIsPhone() ? <NarrowTable {...props} /> : <WideTable {...props} />;
}

function WideTable({ rows, isStale, onAction }: AuditTableProps) {
  const { columns } = texts;
  const head = (
    <>
      <th scope="col">{columns.time}</th>
      <th scope="col">{columns.actor}</th>
      <th scope="col">{columns.action}</th>
      <th scope="col">{columns.target}</th>
      <WideHead>{columns.address}</WideHead>
    </>
  );
  return (
    <Table label={texts.title} head={head} isStale={isStale}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="v-audit-time">
            <Age at={row.at} />
          </td>
          <th scope="row" className="v-audit-actor">
            {actorText(row)}
          </th>
          <td className="v-audit-action">
            <Button kind="quiet" onPress={() => onAction(row.action)}>
              {actionText(row.action)}
            </Button>
            <Details row={row} />
          </td>
          <td className="v-audit-target">
            <Target row={row} />
          </td>
          <td className="v-cell-quiet v-cell-wide">{row.address}</td>
        </tr>
      ))}
    </Table>
  );
}

function Details({ row }: { readonly row: AuditRow }) {
  const { requestId } = row;
  if (!hasDetails(row) && requestId === "") return null;
  return (
    <details className="v-audit-details">
      <summary>{texts.details}</summary>
      {hasDetails(row) && <What row={row} />}
      {requestId !== "" && (
        <p>
          {texts.request} <code>{requestId}</code>
        </p>
      )}
    </details>
  );
}

/** On a phone a row is called by what happened; its sheet tells the rest. */
function NarrowTable({ rows, isStale, onAction }: AuditTableProps) {
  const { columns } = texts;
  const head = (
    <>
      <th scope="col">{columns.action}</th>
      <WideHead>{columns.time}</WideHead>
      <WideHead>{columns.actor}</WideHead>
      <WideHead>{columns.target}</WideHead>
      <WideHead>{columns.address}</WideHead>
      <WideHead>{texts.details}</WideHead>
      <WideHead>{texts.request}</WideHead>
      <ActionsHead isWide />
    </>
  );
  return (
    <Table hasSheets label={texts.title} head={head} isStale={isStale}>
      {rows.map((row) => (
        <TableRow key={row.id} name={actionText(row.action)}>
          <th scope="row">
            {actionText(row.action)}
            <SecondLine>
              {actorText(row)} · <Age at={row.at} />
            </SecondLine>
          </th>
          <td className="v-cell-wide">{momentText(row.at, "second")}</td>
          <td className="v-cell-wide">{actorText(row)}</td>
          <td className="v-cell-wide">
            <Target row={row} />
          </td>
          <td className="v-cell-wide">{row.address}</td>
          <td className="v-cell-wide">{hasDetails(row) ? <What row={row} /> : texts.noDetails}</td>
          <td className="v-cell-wide">
            <code>{row.requestId}</code>
          </td>
          <td className="v-cell-wide">
            <Button onPress={() => onAction(row.action)}>{texts.onlyThese}</Button>
          </td>
        </TableRow>
      ))}
    </Table>
  );
}

/** Details that the table of changes says already. */
const TOLD: ReadonlySet<string> = new Set(["changes", "settings", "fields"]);

/** What was changed in which way, and what else is known. */
function What({ row: { details } }: { readonly row: AuditRow }) {
  const changes = changesOf(details);
  const told = changes.length === 0 ? new Set<string>() : new Set([...TOLD, ...changes.map(({ setting }) => setting)]);
  const others = Object.entries(details).filter(([name]) => !told.has(name));
  return (
    <>
      {changes.length > 0 && <Changes changes={changes} />}
      {others.length > 0 && <Known details={others} />}
    </>
  );
}

function hasDetails({ details }: AuditRow): boolean {
  return Object.keys(details).length > 0;
}

/**
 * Where what was changed can be looked at, by the parts of its address: of a dashboard its versions, which show what was
 * before and after.
 */
const PAGES: ReadonlyMap<string, (parts: readonly string[]) => string> = new Map<
  string,
  (parts: readonly string[]) => string
>([
  ["dashboards", ([, name]) => `/d/${name}/history`],
  ["folders", ([, name]) => `/dashboards/f/${name}`],
  ["playlists", ([, name]) => `/playlists/${name}`],
  ["users", ([name]) => `/people/users/${name}`],
  ["serviceaccounts", ([name]) => `/people/service-accounts/${name}`],
  ["teams", () => "/people/teams"],
  ["roles", () => "/people/roles"],
  ["walls", () => "/walls"],
]);

function Target({ row: { target, targetPerson, action } }: { readonly row: AuditRow }) {
  if (targetPerson !== undefined && action !== "user_deleted") {
    return <Link to={`/people/users/${encodeURIComponent(targetPerson)}`}>{target}</Link>;
  }
  const [kind = "", ...parts] = target.split("/");
  const page = PAGES.get(kind);
  return page === undefined || parts.length === 0 ? (
    target
  ) : (
    <Link to={page(parts.map(encodeURIComponent))}>{target}</Link>
  );
}
