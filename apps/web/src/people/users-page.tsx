import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, SearchX, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import {
  everybody,
  MOST_EXPORTED,
  type PeopleFilter,
  type Person,
  peopleQuery,
  providersInUseQuery,
} from "../api/people.ts";
import { personQuery } from "../api/person.ts";
import { may } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { saveFile } from "../control/save-file.ts";
import { type Selection, SelectRow, SelectRows, useSelection } from "../control/selection.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { TableRow } from "../control/table-row.tsx";
import { useIsPhone, useMedia } from "../control/use-media.ts";
import { type ListAddress, useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { InvitedAlert } from "./invited-alert.tsx";
import { texts } from "./messages.ts";
import { type OpenPerson, useOpenPerson } from "./open-person.ts";
import { ColumnMenu, type PeopleColumn, peopleCell, usePeopleColumns } from "./people-columns.tsx";
import { peopleCsv } from "./people-csv.ts";
import { filterWords, PeopleDays, PeopleFilters, peopleFilterOf, UNFILTERED } from "./people-filters.tsx";
import { PeopleTabs } from "./people-tabs.tsx";
import { titleOfPerson } from "./person-title.ts";
import "./person-sheet.css";

const InvitePerson = lazy(async () => ({ default: (await import("./invite-person.tsx")).InvitePerson }));

const PeopleSelection = lazy(async () => ({ default: (await import("./people-selection.tsx")).PeopleSelection }));

const PersonSheet = lazy(async () => ({ default: (await import("./person-sheet.tsx")).PersonSheet }));

const PersonPage = lazy(async () => ({ default: (await import("./person-page.tsx")).PersonPage }));

const words = texts.users;

/** Everybody with an account, and beside the list, or on a phone in its place, the one whom the address names. */
export function UsersPage() {
  const user = useCurrentUser();
  const { id: asked } = useParams();
  const open = useOpenPerson(asked === "me" ? user.uid : asked);
  if (asked !== undefined && !may(user, "identity:write"))
    return asked === "me" ? <Navigate to="/account" replace /> : <None permission="identity:write" />;
  if (may(user, "users:read")) return <Users open={open} />;
  return open.id === undefined ? <None permission="users:read" /> : <OnePerson open={open} id={open.id} />;
}

function None({ permission }: { readonly permission: string }) {
  return <NoAccess title={words.title} neededRole="Admin" permission={permission} />;
}

interface OpenProps {
  readonly open: OpenPerson;
}

function OnePerson({ open, id }: OpenProps & { readonly id: string }) {
  const coming = (
    <Page title={texts.team.person} width="form">
      <SkeletonTable label={messages.loading} columns={2} />
    </Page>
  );
  return (
    <Suspense fallback={coming}>
      <PersonPage id={id} list={open.list} onLeft={open.close} />
    </Suspense>
  );
}

function Users({ open }: OpenProps) {
  const list = useListAddress();
  const [isInviting, setInviting] = useState(list.value("invite") !== "");
  const [invited, setInvited] = useState<string>();
  const selection = useSelection<Person>();
  const isPhone = useIsPhone();
  const { isReadOnly } = useCurrentUser();
  const opened = useQuery({ ...personQuery(open.id ?? ""), enabled: open.id !== undefined });
  if (isPhone && open.id !== undefined) return <OnePerson open={open} id={open.id} />;

  return (
    <Page
      title={words.title}
      opened={open.id === undefined ? undefined : titleOfPerson(opened.data)}
      actions={
        <Writable>
          <Button kind="primary" icon={<UserPlus aria-hidden />} onPress={() => setInviting(true)}>
            {words.invite}
          </Button>
        </Writable>
      }
    >
      <div className="v-person-place" data-open={open.id !== undefined || undefined}>
        <PeopleList list={list} open={open} selection={selection} invited={invited} />
        {open.id !== undefined && (
          <Suspense fallback={<div />}>
            <PersonSheet id={open.id} onClose={open.close} wantsFocus={open.wantsFocus} />
          </Suspense>
        )}
      </div>
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

interface PeopleListProps extends OpenProps {
  readonly list: ListAddress;
  readonly selection: Selection<Person>;
  /** To whom an invitation just went. */
  readonly invited: string | undefined;
}

function PeopleList({ list, open, selection, invited }: PeopleListProps) {
  const filter = peopleFilterOf(list);
  const people = useQuery(peopleQuery({ ...filter, page: list.page, perpage: list.size }));
  const providers = useQuery(providersInUseQuery);
  const { columns, choose } = usePeopleColumns();
  const total = people.data?.totalCount ?? 0;
  const isOpen = open.id !== undefined;
  const isBelow = !useMedia("(width >= 64rem)") && isOpen;
  return (
    <div className="v-person-place-list" data-followed={isOpen || undefined} inert={isBelow}>
      {invited !== undefined && <InvitedAlert email={invited} />}
      <PeopleTabs />
      <div className="v-filters">
        <PeopleFilters
          list={list}
          filter={filter}
          found={people.isPlaceholderData ? undefined : people.data?.totalCount}
        />
        <ColumnMenu columns={columns} onChoose={choose} />
        <ExportPeople filter={filter} total={total} />
      </div>
      <MissingPart name={words.columns.providers} query={providers} />
      <PeopleDays list={list} filter={filter} />
      {people.error !== null && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
      {people.isPending && <SkeletonTable label={messages.loading} columns={5} />}
      {people.data?.totalCount === 0 && (
        <EmptyState icon={SearchX} title={messages.list.noMatch} text={words.noMatchText(filterWords(filter))}>
          <Button onPress={() => list.change(UNFILTERED)}>{messages.list.clearFilters}</Button>
        </EmptyState>
      )}
      {people.data !== undefined && total > 0 && (
        <>
          <PeopleTable
            people={people.data.users}
            isStale={people.isPlaceholderData}
            selection={selection}
            shown={columns}
            open={open}
          />
          <ListPages list={list} total={total} isStale={people.isPlaceholderData} />
        </>
      )}
      <Suspense>
        {selection.selected.size > 0 && (
          <PeopleSelection
            selected={[...selection.selected.values()]}
            onDone={(done) => selection.select(done, false)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface PeopleTableProps extends OpenProps {
  readonly people: readonly Person[];
  readonly isStale: boolean;
  readonly selection: Selection<Person>;
  readonly shown: readonly PeopleColumn[];
}

const STATE_KINDS = { confirmed: "ok", unconfirmed: "warn", invited: "info", banned: "crit" } as const;

function PeopleTable({ people, isStale, selection, shown, open }: PeopleTableProps) {
  const { columns, states, roles, select, selectAll } = texts.users;
  const { uid: own } = useCurrentUser();
  // Nobody locks themselves out by one press too many.
  const others = people.filter(({ uid }) => uid !== own);
  const head = (
    <>
      <SelectRows label={selectAll} rows={others} selection={selection} />
      <th scope="col">{columns.email}</th>
      <th scope="col">{columns.state}</th>
      {shown.map((column) => (
        <WideHead key={column}>{columns[column]}</WideHead>
      ))}
    </>
  );
  return (
    <Table hasSheets label={texts.users.title} head={head} isStale={isStale}>
      {people.map((person) => (
        <TableRow key={person.uid} isSelected={selection.selected.has(person.uid)} name={nameOf(person)}>
          {person.uid === own ? (
            <td className="v-cell-select" />
          ) : (
            <SelectRow label={select(nameOf(person))} row={person} selection={selection} />
          )}
          <th scope="row">
            <Link {...open.linkTo(person.uid)}>{nameOf(person)}</Link>
            <span className="v-cell-sub">{roles[person.role]}</span>
          </th>
          <td>
            <Status kind={STATE_KINDS[person.state]}>{states[person.state]}</Status>
          </td>
          {shown.map((column) => (
            <td className="v-cell-wide" key={column}>
              {peopleCell(column, person)}
            </td>
          ))}
        </TableRow>
      ))}
    </Table>
  );
}

/** What somebody is called in the list: what they sign in by. */
function nameOf({ email, phone, uid }: Person): string {
  return email || phone || uid;
}

interface ExportPeopleProps {
  readonly filter: PeopleFilter;
  /** How many the filter finds. */
  readonly total: number;
}

/** Everybody whom the list finds as a file, those of its other pages too. */
function ExportPeople({ filter, total }: ExportPeopleProps) {
  const exporting = useMutation({
    mutationFn: async () => saveFile("people.csv", "text/csv", peopleCsv(await everybody(filter))),
  });
  return (
    <>
      <Button
        icon={<Download aria-hidden />}
        isPending={exporting.isPending}
        isDisabled={total === 0}
        onPress={() => exporting.mutate()}
      >
        {texts.selection.export}
      </Button>
      {exporting.error !== null && <FaultAlert error={exporting.error} />}
      {exporting.isSuccess && total > MOST_EXPORTED && (
        <Alert kind="warn">{words.exportedFirst(MOST_EXPORTED, total)}</Alert>
      )}
    </>
  );
}
