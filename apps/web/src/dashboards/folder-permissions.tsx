import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Folder,
  type FolderGrant,
  type FolderLevel,
  folderGrantsQuery,
  type GrantSubject,
  grantFolder,
} from "../api/folders.ts";
import { peopleQuery } from "../api/people.ts";
import { teamsQuery } from "../api/teams.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { Dialog } from "../control/dialog.tsx";
import { ListRow, RowList } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { folderTexts as texts } from "./folder-messages.ts";

const LEVELS = (["View", "Edit", "Admin"] as const).map((id) => ({ id, label: texts.levels[id] }));
const ROLES = ["None", "Viewer", "Editor"] as const;

interface FolderPermissionsProps {
  readonly folder: Folder;
  readonly onClose: () => void;
}

/** Who may do what in a folder, and giving more to somebody. */
export function FolderPermissions({ folder, onClose }: FolderPermissionsProps) {
  const grants = useQuery(folderGrantsQuery(folder.uid));
  const queryClient = useQueryClient();
  const granting = useMutation({
    mutationFn: ({ subject, level }: { subject: GrantSubject; level: FolderLevel | "" }) =>
      grantFolder(folder.uid, subject, level),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["folders", "grants"] }),
  });
  return (
    <Dialog title={texts.permissionsTitle(folder.title)} isOpen onClose={onClose}>
      <p>{texts.permissionsText}</p>
      {granting.error !== null && <Alert kind="crit">{granting.error.message}</Alert>}
      {grants.data?.length === 0 && <p>{texts.nobody}</p>}
      <RowList label={texts.permissions}>
        {(grants.data ?? []).map((grant) => (
          <ListRow
            key={grant.id}
            title={nameOf(grant)}
            note={`${texts.levels[grant.permission]}${grant.isInherited ? `, ${texts.inherited}` : ""}`}
            actions={
              !grant.isInherited && (
                <Button
                  kind="quiet"
                  aria-label={texts.take(nameOf(grant))}
                  onPress={() => granting.mutate({ subject: subjectOf(grant), level: "" })}
                >
                  {texts.remove}
                </Button>
              )
            }
          />
        ))}
      </RowList>
      <Give onGive={(subject, level) => granting.mutate({ subject, level })} />
    </Dialog>
  );
}

function Give({ onGive }: { readonly onGive: (subject: GrantSubject, level: FolderLevel) => void }) {
  const teams = useQuery(teamsQuery({ query: "", page: 1, perpage: 500 }));
  const people = useQuery(peopleQuery({ query: "", page: 1, perpage: 500 }));
  const [subject, setSubject] = useState<GrantSubject>("builtInRoles/None");
  const [level, setLevel] = useState<FolderLevel>("View");
  const subjects: { id: GrantSubject; label: string }[] = [
    ...ROLES.map((role) => ({ id: `builtInRoles/${role}` as const, label: texts.everybody(role) })),
    ...(teams.data?.teams ?? []).map(({ id, name }) => ({ id: `teams/${id}` as const, label: texts.team(name) })),
    ...(people.data?.users ?? []).map(({ uid, email }) => ({ id: `users/${uid}` as const, label: email })),
  ];
  return (
    <>
      <Select label={texts.who} options={subjects} value={subject} onChange={setSubject} />
      <Select label={texts.what} options={LEVELS} value={level} onChange={setLevel} />
      <div className="v-dialog-actions">
        <Button kind="primary" onPress={() => onGive(subject, level)}>
          {texts.give}
        </Button>
      </div>
    </>
  );
}

function nameOf({ builtInRole, team, userLogin = "" }: FolderGrant): string {
  if (builtInRole !== undefined) return texts.everybody(builtInRole);
  return team === undefined ? userLogin : texts.team(team);
}

function subjectOf({ builtInRole, teamId, userId = "" }: FolderGrant): GrantSubject {
  if (builtInRole !== undefined) return `builtInRoles/${builtInRole}`;
  return teamId === undefined ? `users/${userId}` : `teams/${teamId}`;
}
