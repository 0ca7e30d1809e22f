import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Grant,
  type GrantedObject,
  type GrantLevel,
  type GrantSubject,
  give,
  grantSubjectsQuery,
  grantsQuery,
} from "../api/grants.ts";
import { Button } from "../control/button.tsx";
import { chosenOf } from "../control/chosen-of.ts";
import { Dialog } from "../control/dialog.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { ListRow, RowList } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { TextField } from "../control/text-field.tsx";
import { messages } from "../messages/en.ts";
import { folderTexts as texts } from "./folder-messages.ts";

const LEVELS = (["View", "Edit", "Admin"] as const).map((id) => ({ id, label: texts.levels[id] }));
const ROLES = ["None", "Viewer", "Editor"] as const;

interface ObjectPermissionsProps {
  readonly object: GrantedObject;
  readonly onClose: () => void;
}

/** Who may do what with a dashboard or in a folder, and giving more to somebody. */
export function ObjectPermissions({ object, onClose }: ObjectPermissionsProps) {
  const grants = useQuery(grantsQuery(object));
  const queryClient = useQueryClient();
  const giving = useMutation({
    mutationFn: ({ subject, level }: { subject: GrantSubject; level: GrantLevel | "" }) => give(object, subject, level),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["grants"] }),
  });
  const isTaken = (grant: Grant) =>
    giving.isPending && giving.variables.level === "" && giving.variables.subject === subjectOf(grant);
  return (
    <Dialog title={texts.permissionsTitle(object.title)} isOpen onClose={onClose}>
      <p>{object.resource === "folders" ? texts.permissionsText : texts.permissionsOfOneText}</p>
      {giving.error !== null && <FaultAlert error={giving.error} />}
      <MissingPart name={texts.permissions} query={grants} />
      {grants.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {grants.data?.length === 0 && (
        <EmptyPart of={texts.permissions} text={texts.nobody} learn="teams#permissions-of-folders-and-dashboards" />
      )}
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
                  isPending={isTaken(grant)}
                  isDisabled={giving.isPending && !isTaken(grant)}
                  onPress={() => giving.mutate({ subject: subjectOf(grant), level: "" })}
                >
                  {texts.remove}
                </Button>
              )
            }
          />
        ))}
      </RowList>
      <Give
        isReady={!grants.isPending}
        isPending={giving.isPending}
        onClose={onClose}
        onGive={(subject, level) => giving.mutate({ subject, level })}
      />
    </Dialog>
  );
}

interface GiveProps {
  /** What stands above it is there: it moves no more, and a press hits what it was meant for. */
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onGive: (subject: GrantSubject, level: GrantLevel) => void;
}

function Give({ isReady, isPending, onClose, onGive }: GiveProps) {
  const [query, setQuery] = useState("");
  const known = useQuery(grantSubjectsQuery(query));
  const { data } = known;
  const [chosen, setChosen] = useState<GrantSubject | "">("");
  const [level, setLevel] = useState<GrantLevel>("View");
  const subjects: { id: GrantSubject; label: string }[] = [
    ...rolesLike(query).map((role) => ({ id: `builtInRoles/${role}` as const, label: texts.everybody(role) })),
    ...(data?.teams ?? []).map(({ id, name }) => ({ id: `teams/${id}` as const, label: texts.team(name) })),
    ...(data?.users ?? []).map(({ uid, login }) => ({ id: `users/${uid}` as const, label: login })),
  ];
  const subject = chosenOf(subjects, chosen)?.id;
  return (
    <>
      <TextField label={texts.search} value={query} onChange={setQuery} autoComplete="off" />
      <MissingPart name={texts.who} query={known} />
      {subjects.length === 0 ? (
        <p role="status">{known.isFetching ? messages.loading : texts.nobodyLike(query)}</p>
      ) : (
        <Select
          label={texts.who}
          placeholder={texts.choose}
          options={subjects}
          value={subject ?? ""}
          onChange={setChosen}
        />
      )}
      <Select label={texts.what} options={LEVELS} value={level} onChange={setLevel} />
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {texts.close}
        </Button>
        <Button
          kind="primary"
          isPending={isPending}
          // Those of the search before stay until those of this one have come; nobody means them.
          isDisabled={!isReady || subject === undefined || known.isPlaceholderData}
          onPress={() => subject !== undefined && onGive(subject, level)}
        >
          {texts.give}
        </Button>
      </div>
    </>
  );
}

function rolesLike(query: string): readonly (typeof ROLES)[number][] {
  return ROLES.filter((role) => texts.everybody(role).toLowerCase().includes(query.trim().toLowerCase()));
}

function nameOf({ builtInRole, team, userLogin = "" }: Grant): string {
  if (builtInRole !== undefined) return texts.everybody(builtInRole);
  return team === undefined ? userLogin : texts.team(team);
}

function subjectOf({ builtInRole, teamId, userId = "" }: Grant): GrantSubject {
  if (builtInRole !== undefined) return `builtInRoles/${builtInRole}`;
  return teamId === undefined ? `users/${userId}` : `teams/${teamId}`;
}
