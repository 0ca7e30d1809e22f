import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { addTeamGroup, removeTeamGroup, teamGroupsQuery } from "../api/teams.ts";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { TextField } from "../control/text-field.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import { AddToTeam, TEAMS, type TeamPartProps } from "./team-acts.tsx";

/** So many are seen at a glance; of more one is looked for. */
const AT_A_GLANCE = 8;

/** The groups of identity providers whose people belong to the team. */
export function TeamGroups({ id }: TeamPartProps) {
  const list = useListAddress();
  const query = list.value("q");
  const groups = useQuery(teamGroupsQuery(id, { query, page: list.page, perpage: list.size }));
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const { team } = texts;
  const total = groups.data?.totalCount ?? 0;
  if (groups.error instanceof ApiError && groups.error.status === 404)
    return <Section title={team.groups} lead={team.groupsOff} />;
  const isSearched = query !== "" || total > AT_A_GLANCE;
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
      {isSearched && (
        <SearchBox
          label={team.searchGroups}
          value={query}
          found={query === "" || groups.isPlaceholderData ? undefined : groups.data?.totalCount}
          onChange={(q) => list.change({ q })}
        />
      )}
      {groups.error !== null && <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.data?.totalCount === 0 &&
        (query === "" ? (
          <EmptyPart of={team.groups} text={team.noGroups} learn="teams#external-groups" />
        ) : (
          <p className="v-hint">{messages.list.noMatch}</p>
        ))}
      <RowList label={team.groups}>
        {(groups.data?.teamGroups ?? []).map(({ groupId }) => (
          <ListRow
            key={groupId}
            title={<code>{groupId}</code>}
            actions={
              <Writable>
                <Button kind="quiet" onPress={() => setRemoved(groupId)} aria-label={team.removeMember(groupId)}>
                  {team.remove}
                </Button>
              </Writable>
            }
          />
        ))}
      </RowList>
      {groups.data !== undefined && <ListPages list={list} total={total} isStale={groups.isPlaceholderData} />}
      {isAdding && <AddGroup id={id} onClose={() => setAdding(false)} />}
      {removed !== undefined && (
        <RemoveDialog
          title={team.removeTitle(removed)}
          text={team.removeGroupText}
          remove={() => removeTeamGroup(id, removed)}
          submit={team.remove}
          changes={TEAMS}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  );
}

function AddGroup({ id, onClose }: TeamPartProps & { readonly onClose: () => void }) {
  const [groupId, setGroupId] = useState("");
  return (
    <AddToTeam
      title={texts.team.addGroup}
      add={() => addTeamGroup(id, groupId)}
      onClose={onClose}
      isOfField={(error) => error instanceof ApiError && error.status === 400}
    >
      {(refused) => (
        <TextField
          label={texts.team.group}
          hint={texts.team.groupHint}
          error={refused?.message}
          value={groupId}
          onChange={setGroupId}
          isRequired
          autoFocus
          autoComplete="off"
        />
      )}
    </AddToTeam>
  );
}
