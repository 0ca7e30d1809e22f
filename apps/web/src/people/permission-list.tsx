import { useQuery } from "@tanstack/react-query";
import { personsPermissionsQuery } from "../api/person.ts";
import { ownPermissionsQuery } from "../api/personal-tokens.ts";
import { actionsQuery } from "../api/roles.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { texts } from "./messages.ts";
import "./permission-list.css";

const words = texts.sight;

interface PermissionListProps {
  /** Of a person or of a service account; whoever is signed in unless said. */
  readonly id?: string | undefined;
  /** What is said where nothing is allowed at all. */
  readonly none: string;
}

/** What somebody may do all in all, each permission as a sentence and as roles and the API write it. */
export function PermissionList({ id, none }: PermissionListProps) {
  const { data, error, refetch } = useQuery(id === undefined ? ownPermissionsQuery : personsPermissionsQuery(id));
  if (data === undefined) return error === null ? null : <FaultAlert error={error} onRetry={() => void refetch()} />;
  if (Object.keys(data).length === 0) return <p className="v-section-lead">{none}</p>;
  return <PermissionLines permissions={data} />;
}

/** Scopes by action, to be opened: each one as a sentence and as it is written. */
export function PermissionLines({
  permissions: scopesByAction,
}: {
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}) {
  const { data: sentences = {} } = useQuery(actionsQuery);
  const permissions = Object.entries(scopesByAction).toSorted(([one], [other]) => one.localeCompare(other));
  return (
    <details>
      <summary>{words.show(permissions.length)}</summary>
      <ul className="v-permissions">
        {permissions.map(([action, scopes]) => (
          <li key={action}>
            <span>{sentences[action] ?? action}</span>{" "}
            <span className="v-permission-scope">{scopeSentence(scopes)}</span>
            <code>{scopes.some(isWhole) ? action : [action, ...scopes].join(" ")}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `*`, `dashboards:*`, `dashboards:uid:*`: all there are. An action without objects has no scope. */
function isWhole(scope: string): boolean {
  return scope === "" || scope === "*" || scope.endsWith(":*");
}

function scopeSentence(scopes: readonly string[]): string {
  if (scopes.some(isWhole)) return words.everything;
  return words.only(scopes.map(scopeWords).join(", "));
}

/** `folders:uid:abc`: the folder abc. What has no such name stays as it is. */
function scopeWords(scope: string): string {
  const [, kind = "", uid = ""] = /^(\w+):uid:(.+)$/.exec(scope) ?? [];
  if (kind === "folders") return words.folder(uid);
  if (kind === "dashboards") return words.dashboard(uid);
  if (kind === "datasources") return words.source(uid);
  return scope;
}
