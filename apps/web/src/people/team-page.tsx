import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { peopleQuery } from "../api/people.ts";
import {
  addTeamGroup,
  addTeamMember,
  deleteTeam,
  removeTeamGroup,
  removeTeamMember,
  teamGroupsQuery,
  teamMembersQuery,
  teamQuery,
} from "../api/teams.ts";
import { may } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { TextField } from "../control/text-field.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { HeldRoles } from "./held-roles.tsx";
import { texts } from "./messages.ts";

export function TeamPage() {
  const user = useCurrentUser();
  return may(user, "teams:read") ? (
    <Team />
  ) : (
    <NoAccess title={texts.pages.teams} neededRole="Admin" permission="teams:read" />
  );
}

function Team() {
  const { id = "" } = useParams();
  const team = useQuery(teamQuery(id));
  const title = team.data?.name ?? texts.team.title;
  return (
    <Page title={title} trail={[{ label: texts.pages.teams, to: "/people/teams" }]} width="form">
      {team.error !== null && (
        <PageFault error={team.error} onRetry={() => void team.refetch()} permission="teams:read" wanted={id} />
      )}
      {team.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {team.data !== undefined && (
        <>
          <Members id={id} />
          <Groups id={id} />
          <HeldRoles holder="teams" id={id} />
          <Writable>
            <RemoveTeam id={id} name={team.data.name} />
          </Writable>
        </>
      )}
    </Page>
  );
}

interface TeamPartProps {
  readonly id: string;
}

/** An act on the team, after which what is known of it is asked for again. */
function useTeamAct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["teams"] }),
  });
}

function Members({ id }: TeamPartProps) {
  const members = useQuery(teamMembersQuery(id));
  const [isAdding, setAdding] = useState(false);
  const acting = useTeamAct();
  const { team } = texts;
  return (
    <Section
      title={team.members}
      lead={members.data?.length === 0 ? team.noMembers : undefined}
      actions={
        <Writable>
          <Button onPress={() => setAdding(true)}>{team.addMember}</Button>
        </Writable>
      }
    >
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {members.error !== null && <ErrorState error={members.error} onRetry={() => void members.refetch()} />}
      <RowList label={team.members}>
        {(members.data ?? []).map(({ userId, email, name, labels }) => {
          const isSynced = labels.includes("group");
          return (
            <ListRow
              key={userId}
              title={email}
              note={isSynced ? team.byGroup : name}
              actions={
                !isSynced && (
                  <Writable>
                    <Button
                      kind="quiet"
                      onPress={() => acting.mutate(() => removeTeamMember(id, userId))}
                      aria-label={team.removeMember(email)}
                    >
                      {team.remove}
                    </Button>
                  </Writable>
                )
              }
            />
          );
        })}
      </RowList>
      {isAdding && <AddMember id={id} onClose={() => setAdding(false)} />}
    </Section>
  );
}

interface AddToTeamProps {
  readonly title: string;
  readonly add: () => Promise<unknown>;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog that ends when somebody or something new belongs to the team. */
function AddToTeam({ add, onClose, ...dialog }: AddToTeamProps) {
  const acting = useTeamAct();
  return (
    <FormDialog
      {...dialog}
      isOpen
      onClose={onClose}
      submit={texts.team.add}
      onSubmit={() => acting.mutate(add, { onSuccess: onClose })}
      isPending={acting.isPending}
      error={acting.error}
    />
  );
}

function AddMember({ id, onClose }: TeamPartProps & { readonly onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState("");
  const people = useQuery(peopleQuery({ query, page: 1, perpage: 20 }));
  const options = (people.data?.users ?? []).map(({ uid, email }) => ({ id: uid, label: email }));
  const userId = (options.find((option) => option.id === chosen) ?? options[0])?.id ?? "";
  return (
    <AddToTeam
      title={texts.team.addMember}
      add={() => addTeamMember(id, userId)}
      // People of the search before stay until those of this one have come; nobody means them.
      isDisabled={userId === "" || people.isPlaceholderData}
      onClose={onClose}
    >
      <TextField label={texts.users.search} value={query} onChange={setQuery} autoFocus autoComplete="off" />
      {people.error !== null && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
      {options.length > 0 && <Select label={texts.team.person} options={options} value={userId} onChange={setChosen} />}
    </AddToTeam>
  );
}

function Groups({ id }: TeamPartProps) {
  const groups = useQuery(teamGroupsQuery(id));
  const [isAdding, setAdding] = useState(false);
  const acting = useTeamAct();
  const { team } = texts;
  return (
    <Section
      title={team.groups}
      lead={team.groupsLead}
      actions={
        <Writable>
          <Button onPress={() => setAdding(true)}>{team.addGroup}</Button>
        </Writable>
      }
    >
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {groups.error !== null && <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />}
      <RowList label={team.groups}>
        {(groups.data ?? []).map(({ groupId }) => (
          <ListRow
            key={groupId}
            title={<code>{groupId}</code>}
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  onPress={() => acting.mutate(() => removeTeamGroup(id, groupId))}
                  aria-label={team.removeMember(groupId)}
                >
                  {team.remove}
                </Button>
              </Writable>
            }
          />
        ))}
      </RowList>
      {isAdding && <AddGroup id={id} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function AddGroup({ id, onClose }: TeamPartProps & { readonly onClose: () => void }) {
  const [groupId, setGroupId] = useState("");
  return (
    <AddToTeam title={texts.team.addGroup} add={() => addTeamGroup(id, groupId)} onClose={onClose}>
      <TextField
        label={texts.team.group}
        hint={texts.team.groupHint}
        value={groupId}
        onChange={setGroupId}
        isRequired
        autoFocus
        autoComplete="off"
      />
    </AddToTeam>
  );
}

function RemoveTeam({ id, name }: TeamPartProps & { readonly name: string }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => deleteTeam(id),
    onSuccess: async () => {
      void navigate("/people/teams");
      await queryClient.invalidateQueries({ queryKey: ["teams", "list"] });
    },
  });
  const { team } = texts;
  return (
    <Section
      title={team.delete}
      lead={team.deleteLead}
      actions={
        <Button kind="danger" onPress={() => setAsking(true)}>
          {team.delete}
        </Button>
      }
    >
      {isAsking && (
        <FormDialog
          title={team.deleteTitle(name)}
          isOpen
          kind="danger"
          onClose={() => setAsking(false)}
          submit={team.delete}
          onSubmit={() => removing.mutate()}
          isPending={removing.isPending}
          error={removing.error}
        >
          <p>{team.deleteLead}</p>
        </FormDialog>
      )}
    </Section>
  );
}
