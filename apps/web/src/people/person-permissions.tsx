import { useQuery } from "@tanstack/react-query";
import { personsPermissionsQuery } from "../api/person.ts";
import { Alert } from "../control/alert.tsx";
import { Section } from "../control/section.tsx";
import { Table } from "../control/table.tsx";
import { texts } from "./messages.ts";

/** What somebody may do all in all: by their basic role, custom roles, teams, and what is shared with them. */
export function PersonPermissions({ id }: { readonly id: string }) {
  const { data, error } = useQuery(personsPermissionsQuery(id));
  const { title, lead, none, columns, show, everything } = texts.sight;
  const permissions = Object.entries(data ?? {}).toSorted(([one], [other]) => one.localeCompare(other));
  return (
    <Section title={title} lead={data !== undefined && permissions.length === 0 ? none : lead}>
      {error !== null && <Alert kind="crit">{error.message}</Alert>}
      {permissions.length > 0 && (
        <details>
          <summary>{show(permissions.length)}</summary>
          <Table
            label={title}
            head={
              <>
                <th scope="col">{columns.action}</th>
                <th scope="col">{columns.scope}</th>
              </>
            }
          >
            {permissions.map(([action, scopes]) => (
              <tr key={action}>
                <th scope="row">
                  <code>{action}</code>
                </th>
                <td>{scopes.some(isWhole) ? everything : scopes.join(", ")}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </Section>
  );
}

/** `*`, `dashboards:*`, `dashboards:uid:*`: all there are. An action without objects has no scope. */
function isWhole(scope: string): boolean {
  return scope === "" || scope === "*" || scope.endsWith(":*");
}
