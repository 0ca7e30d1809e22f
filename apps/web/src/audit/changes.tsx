import type { AuditRow } from "../api/audit.ts";
import { texts } from "./messages.ts";

/** A setting or field that was changed: what it was and is, of a secret only what was done. */
interface Change {
  readonly setting: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly secret?: keyof typeof texts.secrets;
}

/** The changed settings and fields that an event tells of; none for any other event. */
export function changesOf(details: AuditRow["details"]): readonly Change[] {
  const { changes } = details;
  // The shape is held by the server's tests.
  return Array.isArray(changes) ? (changes as readonly Change[]) : [];
}

export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { setting, before, after } = texts.changed;
  return (
    <table className="v-audit-changes">
      <thead>
        <tr>
          {[setting, before, after].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.setting}>
            <th scope="row">
              <code>{change.setting}</code>
            </th>
            {change.secret === undefined ? (
              <>
                <td>
                  <Value value={change.before} />
                </td>
                <td>
                  <Value value={change.after} />
                </td>
              </>
            ) : (
              <td colSpan={2}>{texts.secrets[change.secret]}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is known of an event, by the names that the log has for it. */
export function Known({ details }: { readonly details: readonly (readonly [name: string, value: unknown])[] }) {
  return (
    <table className="v-audit-changes">
      <tbody>
        {details.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <Value value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const isEmpty = value === "" || value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return texts.changed.empty;
  if (typeof value === "boolean") return value ? texts.changed.on : texts.changed.off;
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return <code>{isTexts ? value.join("\n") : typeof value === "string" ? value : JSON.stringify(value)}</code>;
}
