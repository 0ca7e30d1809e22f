import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { peopleQuery } from "../api/people.ts";
import {
  addTeamMember,
  changeTeam,
  deleteTeam,
  isTeamOvertaken,
  removeTeamMember,
  type Team,
  type TeamMember,
  teamMembersQuery,
  teamQuery,
} from "../api/teams.ts";
import { may } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { chosenOf } from "../control/chosen-of.ts";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
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
import { takenName } from "./taken-name.ts";
import { AddToTeam, TEAMS, type TeamPartProps } from "./team-acts.tsx";
import { TeamGroups } from "./team-groups.tsx";

export function TeamPage() {
  const user = useCurrentUser();
  return may(user, "teams:read") ? (
    <OneTeam />
  ) : (
    <NoAccess title={texts.pages.teams} neededRole="Admin" permission="teams:read" />
  );
}

function OneTeam() {
  const { id = "" } = useParams();
  const team = useQuery(teamQuery(id));
  const [isChanging, setChanging] = useState(false);
  const title = team.data?.name ?? texts.team.title;
  return (
    <Page
      title={title}
      trail={[{ label: texts.pages.teams, to: "/people/teams" }]}
      width="form"
      actions={
        team.data !== undefined && (
          <Writable>
            <Button icon={<Pencil aria-hidden />} onPress={() => setChanging(true)}>
              {texts.team.change}
            </Button>
          </Writable>
        )
      }
    >
      {team.error !== null && (
        <PageFault error={team.error} onRetry={() => void team.refetch()} permission="teams:read" wanted={id} />
      )}
      {team.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {team.data !== undefined && (
        <>
          <Members id={id} />
          <TeamGroups id={id} />
          <HeldRoles holder="teams" id={id} />
          <Writable>
            <RemoveTeam id={id} name={team.data.name} />
          </Writable>
          {isChanging && <ChangeTeam id={id} team={team.data} onClose={() => setChanging(false)} />}
        </>
      )}
    </Page>
  );
}

function Members({ id }: TeamPartProps) {
  const members = useQuery(teamMembersQuery(id));
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<{ readonly userId: string; readonly email: string }>();
  const { team } = texts;
  return (
    <Section
      title={team.members}
      actions={
        <Writable>
          <Button onPress={() => setAdding(true)}>{team.addMember}</Button>
        </Writable>
      }
    >
      {members.error !== null && <ErrorState error={members.error} onRetry={() => void members.refetch()} />}
      {members.data?.length === 0 && (
        <EmptyPart of={team.members} text={team.noMembers} learn="teams#members-of-a-team" />
      )}
      <RowList label={team.members}>
        {(members.data ?? []).map(({ userId, email, name, labels, groups, syncedAt }) => {
          const isSynced = labels.includes("group");
          return (
            <ListRow
              key={userId}
              title={email}
              note={<Why {...{ name, groups, syncedAt }} />}
              actions={
                !isSynced && (
                  <Writable>
                    <Button
                      kind="quiet"
                      onPress={() => setRemoved({ userId, email })}
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
      {removed !== undefined && (
        <RemoveDialog
          title={team.removeTitle(removed.email)}
          text={team.removeMemberText}
          remove={() => removeTeamMember(id, removed.userId)}
          submit={team.remove}
          changes={TEAMS}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  );
}

/** Who somebody is, and what brings them. */
function Why({ name, groups, syncedAt }: Pick<TeamMember, "name" | "groups" | "syncedAt">) {
  if (groups.length === 0) return name;
  return (
    <>
      {name !== "" && `${name} · `}
      {texts.team.byGroups(groups)}
      {syncedAt !== null && (
        <>
          {` · ${texts.team.synced} `}
          <Age at={syncedAt} />
        </>
      )}
    </>
  );
}

function AddMember({ id, onClose }: TeamPartProps & { readonly onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState("");
  const people = useQuery(peopleQuery({ query, page: 1, perpage: 20 }));
  const options = (people.data?.users ?? []).map(({ uid, email }) => ({ id: uid, label: email }));
  const userId = chosenOf(options, chosen)?.id ?? "";
  return (
    <AddToTeam
      title={texts.team.addMember}
      add={() => addTeamMember(id, userId)}
      // People of the search before stay until those of this one have come; nobody means them.
      isDisabled={userId === "" || people.isPlaceholderData}
      onClose={onClose}
    >
      {() => (
        <>
          <TextField label={texts.users.search} value={query} onChange={setQuery} autoFocus autoComplete="off" />
          {people.error !== null && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
          {options.length > 0 && (
            <Select
              label={texts.team.person}
              placeholder={texts.team.choosePerson}
              options={options}
              value={userId}
              onChange={setChosen}
            />
          )}
        </>
      )}
    </AddToTeam>
  );
}

interface ChangeTeamProps extends TeamPartProps {
  readonly team: Team;
  readonly onClose: () => void;
}

/** Saves what was typed over the version that stood when the dialog opened; what nobody typed in stays as it is by then. */
function ChangeTeam({ id, team, onClose }: ChangeTeamProps) {
  const [seen, setSeen] = useState(team);
  const [typed, setTyped] = useState<Partial<TeamNames>>({});
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ name = seen.name, email = seen.email }: Partial<TeamNames>) =>
      changeTeam(id, { name: name.trim(), email: email.trim(), version: seen.version }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: TEAMS });
      onClose();
    },
    // The newer version is loaded, so that a second press of Save is made on purpose and goes through.
    onError: async (error) => {
      if (isTeamOvertaken(error)) setSeen(await queryClient.fetchQuery({ ...teamQuery(id), staleTime: 0 }));
    },
  });
  const taken = takenName(saving.error);
  const isOvertaken = isTeamOvertaken(saving.error);
  const fieldOf = (part: keyof TeamNames) => ({
    label: texts.teams.columns[part],
    value: typed[part] ?? seen[part],
    onChange: (value: string) => setTyped((before) => ({ ...before, [part]: value })),
    ...(isOvertaken && (typed[part] ?? seen[part]) !== seen[part] && { hint: texts.nowSaved(seen[part]) }),
  });
  return (
    <FormDialog
      title={texts.team.changeTitle(team.name)}
      isOpen
      onClose={onClose}
      submit={messages.save}
      onSubmit={() => saving.mutate(typed)}
      isPending={saving.isPending}
      error={taken === undefined ? saving.error : null}
      errorText={isOvertaken ? texts.team.overtaken : undefined}
    >
      <TextField {...fieldOf("name")} isRequired autoFocus error={taken} />
      <TextField {...fieldOf("email")} type="email" autoComplete="off" />
    </FormDialog>
  );
}

type TeamNames = Pick<Team, "name" | "email">;

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
