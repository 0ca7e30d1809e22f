import { useQuery } from "@tanstack/react-query";
import { SearchX, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { type Person, peopleQuery } from "../api/people.ts";
import { mayAdminister } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { PeopleTabs } from "./people-tabs.tsx";

const InvitePerson = lazy(async () => ({ default: (await import("./invite-person.tsx")).InvitePerson }));

export function UsersPage() {
  const user = useCurrentUser();
  return mayAdminister(user) ? <Users /> : <NoAccess title={messages.people.title} neededRole="Admin" />;
}

function Users() {
  const list = useListAddress();
  const [isInviting, setInviting] = useState(list.value("invite") !== "");
  const [invited, setInvited] = useState<string>();
  const query = list.value("q");
  const people = useQuery(peopleQuery({ query, page: list.page, perpage: list.size }));
  const texts = messages.people;

  return (
    <Page
      title={texts.title}
      actions={
        <Button kind="primary" icon={<UserPlus aria-hidden />} onPress={() => setInviting(true)}>
          {texts.invite}
        </Button>
      }
    >
      {invited !== undefined && <Alert kind="ok">{texts.invited(invited)}</Alert>}
      <PeopleTabs />
      <div className="v-filters">
        <SearchBox label={texts.search} value={query} onChange={(q) => list.change({ q })} />
      </div>
      {people.error !== null && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
      {people.isPending && <SkeletonTable label={messages.loading} columns={5} />}
      {people.data?.totalCount === 0 && (
        <EmptyState icon={SearchX} title={messages.list.noMatch} text={texts.noMatchText(query)}>
          <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
        </EmptyState>
      )}
      {people.data !== undefined && people.data.totalCount > 0 && (
        <>
          <PeopleTable people={people.data.users} isStale={people.isPlaceholderData} />
          <ListPages list={list} total={people.data.totalCount} />
        </>
      )}
      {isInviting && (
        <Suspense fallback={null}>
          <InvitePerson
            onClose={() => setInviting(false)}
            onInvited={(email) => {
              setInvited(email);
              setInviting(false);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly isStale: boolean;
}

const STATE_KINDS = { confirmed: "ok", unconfirmed: "warn", invited: "info" } as const;

function PeopleTable({ people, isStale }: PeopleTableProps) {
  const { columns, states, roles, never } = messages.people;
  const head = (
    <>
      <th scope="col">{columns.email}</th>
      <th scope="col" className="v-cell-wide">
        {columns.name}
      </th>
      <th scope="col" className="v-cell-wide">
        {columns.role}
      </th>
      <th scope="col">{columns.state}</th>
      <th scope="col" className="v-cell-wide">
        {columns.lastSignIn}
      </th>
    </>
  );
  return (
    <Table label={messages.people.title} head={head} isStale={isStale}>
      {people.map((person) => (
        <tr key={person.uid}>
          <th scope="row">
            <Link to={`/people/users/${person.uid}`}>{person.email}</Link>
            <span className="v-cell-sub">{roles[person.role]}</span>
          </th>
          <td className="v-cell-wide">{person.name}</td>
          <td className="v-cell-wide">{roles[person.role]}</td>
          <td>
            <Status kind={STATE_KINDS[person.state]}>{states[person.state]}</Status>
          </td>
          <td className="v-cell-quiet v-cell-wide">
            {person.lastSignInAt === null ? never : <Age at={person.lastSignInAt} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}
