import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { personsPermissionsQuery } from "../api/person.ts";
import { ownPermissionsQuery } from "../api/personal-tokens.ts";
import { actionsQuery, type RolePermission } from "../api/roles.ts";
import type { ServiceToken } from "../api/service-accounts.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { Choices } from "../control/choices.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { FolderSelect } from "../dashboards/folder-select.tsx";
import { texts } from "./messages.ts";
import { PermissionLines, PermissionList } from "./permission-list.tsx";
import "./permission-list.css";

const words = texts.accounts;
const CHOICES = [
  { id: "all", ...words.extents.all },
  { id: "part", ...words.extents.part },
] as const;

const ownWords = texts.ownTokens;
const OWN_CHOICES = [
  { id: "all", ...ownWords.extents.all },
  { id: "part", ...ownWords.extents.part },
] as const;

/** What a token is to be for, as somebody chooses it. */
export interface Extent {
  readonly kind: (typeof CHOICES)[number]["id"];
  /** Of a part: what may be done. */
  readonly actions: readonly string[];
  /** Of a part: the folder that its dashboards and folders are in; empty for everywhere. */
  readonly folder: string;
}

/** All that the account may. */
export const WHOLE: Extent = { kind: "all", actions: [], folder: "" };

/** As the API takes it; `undefined` for all that the account may. */
export function permissionsOfExtent({ kind, actions, folder }: Extent): readonly RolePermission[] | undefined {
  if (kind === "all") return undefined;
  return actions.map((action) => ({ action, scope: scopeOf(action, folder) }));
}

function scopeOf(action: string, folder: string): string {
  return folder !== "" && isInFolders(action) ? `folders:uid:${folder}` : "*";
}

/** What else there is lies in no folder. */
function isInFolders(action: string): boolean {
  return /^(?:dashboards|folders)[.:]/.test(action);
}

interface TokenExtentProps {
  /** The service account that it is for; whoever is signed in unless said. */
  readonly accountId: string | undefined;
  readonly value: Extent;
  readonly onChange: (value: Extent) => void;
}

/** Says what a new token may do: all that its account may, or some of that. */
export function TokenExtent({ accountId, value, onChange }: TokenExtentProps) {
  return (
    <>
      <Choices
        label={words.extent}
        choices={accountId === undefined ? OWN_CHOICES : CHOICES}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {value.kind === "all" ? (
        <PermissionList
          key={accountId}
          id={accountId}
          none={accountId === undefined ? ownWords.mayNothing : words.mayNothing}
        />
      ) : (
        <Part accountId={accountId} value={value} onChange={onChange} />
      )}
    </>
  );
}

function Part({ accountId, value, onChange }: TokenExtentProps) {
  const { data, error, refetch } = useQuery(
    accountId === undefined ? ownPermissionsQuery : personsPermissionsQuery(accountId),
  );
  const { data: sentences = {} } = useQuery(actionsQuery);
  const label = useId();
  if (data === undefined) return error === null ? null : <FaultAlert error={error} onRetry={() => void refetch()} />;
  const { actions, folder } = value;
  const held = Object.keys(data).toSorted((one, other) => one.localeCompare(other));
  const toggle = (action: string, isChosen: boolean) =>
    onChange({ ...value, actions: isChosen ? [...actions, action] : actions.filter((other) => other !== action) });
  return (
    <>
      <fieldset className="v-field v-permission-choices" aria-labelledby={label}>
        <span id={label} className="v-label">
          {words.chosen(actions.length)}
        </span>
        <div className="v-permission-choice-list">
          {held.map((action) => (
            <Checkbox
              key={action}
              isSelected={actions.includes(action)}
              onChange={(isChosen) => toggle(action, isChosen)}
            >
              <span className="v-permission-choice">
                {sentences[action] ?? action}
                <code>{rawOf({ action, scope: scopeOf(action, folder) })}</code>
              </span>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {actions.some(isInFolders) && (
        <FolderSelect
          label={words.where}
          none={words.everywhere}
          value={folder}
          onChange={(chosen) => onChange({ ...value, folder: chosen })}
        />
      )}
    </>
  );
}

function rawOf({ action, scope }: RolePermission): string {
  return scope === "*" ? action : `${action} ${scope}`;
}

interface TokenExtentNoteProps {
  readonly token: ServiceToken;
  /** What is said of one for all that its owner may. */
  readonly whole?: string;
}

/** What a token is for: all that its account may, or which part. */
export function TokenExtentNote({ token: { permissions }, whole = words.whole }: TokenExtentNoteProps) {
  if (permissions === null) return whole;
  const byAction = Map.groupBy(permissions, ({ action }) => action);
  const scopes = [...byAction].map(([action, parts]) => [action, parts.map(({ scope }) => scope)] as const);
  return <PermissionLines permissions={Object.fromEntries(scopes)} />;
}
