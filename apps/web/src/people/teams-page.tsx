import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, SearchX, UsersRound } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { makeTeam, teamsQuery } from "../api/teams.ts";
import { may } from "../api/user.ts";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { TextField } from "../control/text-field.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import { PeopleTabs } from "./people-tabs.tsx";
import { takenName } from "./taken-name.ts";

export function TeamsPage() {
  const user = useCurrentUser();
  return may(user, "teams:read") ? (
    <Teams />
  ) : (
    <NoAccess title={texts.pages.teams} neededRole="Admin" permission="teams:read" />
  );
}

function Teams() {
  const list = useListAddress();
  const [isMaking, setMaking] = useState(false);
  const query = list.value("q");
  const teams = useQuery(teamsQuery({ query, page: list.page, perpage: list.size }));
  const make = (
    <Writable>
      <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)}>
        {texts.teams.make}
      </Button>
    </Writable>
  );
  const { columns, empty, emptyText, search, noMatch } = texts.teams;
  const head = (
    <>
      <th scope="col">{columns.name}</th>
      <WideHead>{columns.email}</WideHead>
      <th scope="col">{columns.members}</th>
    </>
  );
  return (
    <Page title={texts.pages.teams} actions={make}>
      <PeopleTabs />
      <div className="v-filters">
        <SearchBox
          label={search}
          value={query}
          found={query === "" || teams.isPlaceholderData ? undefined : teams.data?.totalCount}
          onChange={(q) => list.change({ q })}
        />
      </div>
      {teams.error !== null && <ErrorState error={teams.error} onRetry={() => void teams.refetch()} />}
      {teams.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {teams.data?.totalCount === 0 &&
        (query === "" ? (
          <EmptyState icon={UsersRound} title={empty} text={emptyText} learn="teams">
            {make}
          </EmptyState>
        ) : (
          <EmptyState icon={SearchX} title={messages.list.noMatch} text={noMatch(query)}>
            <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
          </EmptyState>
        ))}
      {teams.data !== undefined && teams.data.totalCount > 0 && (
        <>
          <Table hasSheets label={texts.pages.teams} head={head} isStale={teams.isPlaceholderData}>
            {teams.data.teams.map(({ id, name, email, memberCount }) => (
              <TableRow key={id} name={name}>
                <th scope="row">
                  <Link to={`/people/teams/${id}`}>{name}</Link>
                  <SecondLine>{email}</SecondLine>
                </th>
                <td className="v-cell-wide">{email}</td>
                <td>{memberCount}</td>
              </TableRow>
            ))}
          </Table>
          <ListPages list={list} total={teams.data.totalCount} isStale={teams.isPlaceholderData} />
        </>
      )}
      {isMaking && <MakeTeam onClose={() => setMaking(false)} />}
    </Page>
  );
}

function MakeTeam({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => makeTeam({ name: name.trim(), email: email.trim() }),
    onSuccess: async ({ teamId }) => {
      await queryClient.invalidateQueries({ queryKey: ["teams"] });
      void navigate(`/people/teams/${teamId}`);
    },
  });
  const taken = takenName(making.error);
  return (
    <FormDialog
      title={texts.teams.make}
      isOpen
      onClose={onClose}
      submit={texts.teams.make}
      onSubmit={() => making.mutate()}
      isPending={making.isPending}
      error={taken === undefined ? making.error : null}
    >
      <TextField label={texts.teams.columns.name} value={name} onChange={setName} isRequired autoFocus error={taken} />
      <TextField label={texts.teams.emailOptional} type="email" value={email} onChange={setEmail} autoComplete="off" />
    </FormDialog>
  );
}
