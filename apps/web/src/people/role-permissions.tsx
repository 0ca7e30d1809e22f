import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { actionsQuery } from "../api/roles.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { TextArea } from "../control/text-area.tsx";
import { texts } from "./messages.ts";
import { readPermissionLines } from "./permission-lines.ts";
import "./permission-list.css";

const words = texts.roles;

interface RolePermissionsProps {
  /** A permission each. */
  readonly lines: string;
  readonly onChange: (lines: string) => void;
  readonly hint: string | undefined;
  /** What is wrong with a line. */
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
}

/** Permissions as lines, and all that there are to choose from. */
export function RolePermissions({ lines, onChange, hint, error, isReadOnly }: RolePermissionsProps) {
  return (
    <>
      <TextArea
        label={words.columns.permissions}
        hint={hint ?? words.permissionsHint}
        error={error}
        value={lines}
        onChange={onChange}
        isReadOnly={isReadOnly}
      />
      {!isReadOnly && <AllPermissions lines={lines} onChange={onChange} />}
    </>
  );
}

function AllPermissions({ lines, onChange }: Pick<RolePermissionsProps, "lines" | "onChange">) {
  const { data: sentences = {} } = useQuery(actionsQuery);
  const given = new Set(readPermissionLines(lines).map(({ action }) => action));
  const actions = Object.keys(sentences).toSorted((one, other) => one.localeCompare(other));
  const toggle = (action: string, isChosen: boolean) => {
    const others = lines.split("\n").filter((line) => line.trim() !== "");
    const kept = isChosen ? [...others, action] : others.filter((line) => !isOf(action, line));
    onChange(kept.join("\n"));
  };
  if (actions.length === 0) return null;
  return (
    <details>
      <summary>{words.allPermissions}</summary>
      <div className="v-permission-choice-list">
        {actions.map((action) => (
          <Checkbox key={action} isSelected={given.has(action)} onChange={(isChosen) => toggle(action, isChosen)}>
            <span className="v-permission-choice">
              {sentences[action]}
              <code>{action}</code>
            </span>
          </Checkbox>
        ))}
      </div>
    </details>
  );
}

function isOf(action: string, line: string): boolean {
  return readPermissionLines(line).some((permission) => permission.action === action);
}

/**
 * What the server refused of one line, which it names by its place in the document.
 *
 * @param lines - as they were sent
 * @returns what to say at the field; `undefined` when it refused something else
 */
export function faultOfLines(error: Error | null, lines: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [, index, part] = /^permissions\[(\d+)\]\.?(\w*)/.exec(error.message) ?? [];
  const permission = readPermissionLines(lines)[Number(index)];
  if (permission === undefined) return undefined;
  return part === "action" ? words.noPermission(permission.action) : error.message;
}
