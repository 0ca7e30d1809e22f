import { useQuery } from "@tanstack/react-query";
import { SearchX, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { PERSON_FILTERS, type Person, type PersonFilter, peopleQuery } from "../api/people.ts";
import { mayAdminister } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { Select } from "../control/select.tsx";
import { type Selection, SelectRow, SelectRows, useSelection } from "../control/selection.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import { PeopleTabs } from "./people-tabs.tsx";

const InvitePerson = lazy(async () => ({ default: (await import("./invite-person.tsx")).InvitePerson }));

const PeopleSelection = lazy(async () => ({ default: (await import("./people-selection.tsx")).PeopleSelection }));

const words = texts.users;

const STATE_OPTIONS: readonly { readonly id: PersonFilter | "any"; readonly label: string }[] = [
  { id: "any", label: texts.users.anyState },
  ...PERSON_FILTERS.map((id) => ({ id, label: texts.users.states[id] })),
];

export function UsersPage() {
  const user = useCurrentUser();
  return mayAdminister(user) ? (
    <Users />
  ) : (
    <NoAccess title={texts.users.title} neededRole="Admin" permission="users:read" />
  );
}

function Users() {
  const list = useListAddress();
  const [isInviting, setInviting] = useState(list.value("invite") !== "");
  const [invited, setInvited] = useState<string>();
  const query = list.value("q");
  const state = PERSON_FILTERS.find((filter) => filter === list.value("state"));
  const people = useQuery(peopleQuery({ query, state, page: list.page, perpage: list.size }));
  const selection = useSelection<Person>();
  const { isReadOnly } = useCurrentUser();

  return (
    <Page
      title={words.title}
      actions={
        <Writable>
          <Button kind="primary" icon={<UserPlus aria-hidden />} onPress={() => setInviting(true)}>
            {words.invite}
          </Button>
        </Writable>
      }
    >
      {invited !== undefined && <Alert kind="ok">{words.invited(invited)}</Alert>}
      <PeopleTabs />
      <div className="v-filters">
        <SearchBox label={words.search} value={query} onChange={(q) => list.change({ q })} />
        <Select
          label={words.stateFilter}
          isLabelHidden
          options={STATE_OPTIONS}
          value={state ?? "any"}
          onChange={(chosen) => list.change({ state: chosen === "any" ? "" : chosen })}
        />
      </div>
      {people.error !== null && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
      {people.isPending && <SkeletonTable label={messages.loading} columns={5} />}
      {people.data?.totalCount === 0 && (
        <EmptyState
          icon={SearchX}
          title={messages.list.noMatch}
          text={words.noMatchText(query || words.states[state ?? "confirmed"])}
        >
          <Button onPress={() => list.change({ q: "", state: "" })}>{messages.list.clearFilters}</Button>
        </EmptyState>
      )}
      {people.data !== undefined && people.data.totalCount > 0 && (
        <>
          <PeopleTable people={people.data.users} isStale={people.isPlaceholderData} selection={selection} />
          <ListPages list={list} total={people.data.totalCount} />
        </>
      )}
      <Suspense>
        {selection.selected.size > 0 && (
          <PeopleSelection selected={[...selection.selected.values()]} onClear={selection.clear} />
        )}
      </Suspense>
      {isInviting && !isReadOnly && (
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
  readonly selection: Selection<Person>;
}

const STATE_KINDS = { confirmed: "ok", unconfirmed: "warn", invited: "info", banned: "crit" } as const;

function PeopleTable({ people, isStale, selection }: PeopleTableProps) {
  const { columns, states, roles, never, select, selectAll } = texts.users;
  const { uid: own } = useCurrentUser();
  // Nobody locks themselves out by one press too many.
  const others = people.filter(({ uid }) => uid !== own);
  const head = (
    <>
      <SelectRows label={selectAll} rows={others} selection={selection} />
      <th scope="col">{columns.email}</th>
      <WideHead>{columns.name}</WideHead>
      <WideHead>{columns.role}</WideHead>
      <th scope="col">{columns.state}</th>
      <WideHead>{columns.lastSignIn}</WideHead>
    </>
  );
  return (
    <Table label={texts.users.title} head={head} isStale={isStale}>
      {people.map((person) => (
        <tr key={person.uid} data-selected={selection.selected.has(person.uid) || undefined}>
          {person.uid === own ? <td /> : <SelectRow label={select(person.email)} row={person} selection={selection} />}
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
