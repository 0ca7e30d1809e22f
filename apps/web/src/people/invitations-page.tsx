import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, MailPlus, MailX, SearchX, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { INVITATION_STATES, invitationLink, invite, type Person, peopleQuery } from "../api/people.ts";
import { deletePerson } from "../api/person.ts";
import { may } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { CopiedText } from "../control/copied-text.tsx";
import { Dialog } from "../control/dialog.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { momentText } from "../control/moment-text.ts";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { Select } from "../control/select.tsx";
import { Status } from "../control/status.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { InvitePerson } from "./invite-person.tsx";
import { InvitedAlert } from "./invited-alert.tsx";
import { texts } from "./messages.ts";
import { PeopleTabs } from "./people-tabs.tsx";

const { invitations: words } = texts;
const title = texts.pages.invitations;

/** Who was invited: whose link still works, whose does no more, and who has come. */
export function InvitationsPage() {
  const user = useCurrentUser();
  return may(user, "users:write") ? (
    <Invitations />
  ) : (
    <NoAccess title={title} neededRole="Admin" permission="users:write" />
  );
}

const STATE_OPTIONS = INVITATION_STATES.map((id) => ({ id, label: words.states[id] }));

function Invitations() {
  const list = useListAddress();
  const [isInviting, setInviting] = useState(false);
  const [told, setTold] = useState<ReactNode>();
  const [leaving, setLeaving] = useState<Person>();
  const [linked, setLinked] = useState<{ readonly email: string; readonly link: string }>();
  const state = INVITATION_STATES.find((known) => known === list.value("state")) ?? "invited";
  const awaited = useQuery(peopleQuery({ query: list.value("q"), state, page: list.page, perpage: list.size }));
  const isFiltered = list.value("q") + list.value("state") !== "";
  const queryClient = useQueryClient();
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["people"] }),
  });
  const inviteButton = (
    <Writable>
      <Button kind="primary" icon={<UserPlus aria-hidden />} onPress={() => setInviting(true)}>
        {texts.users.invite}
      </Button>
    </Writable>
  );
  /** One at a time: a second press while the first is under way would send another mail. */
  const act = (what: () => Promise<unknown>) => {
    if (!acting.isPending) acting.mutate(what);
  };
  const again = ({ email, name, role }: Person) =>
    act(async () => {
      await invite({ email, role, ...(name === "" ? {} : { name }) });
      setTold(<InvitedAlert email={email} />);
    });
  const makeLink = ({ email }: Person) => act(async () => setLinked({ email, link: await invitationLink(email) }));
  return (
    <Page title={title} actions={inviteButton}>
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {acting.error === null && told}
      <PeopleTabs />
      <div className="v-filters">
        <SearchBox
          label={texts.users.search}
          value={list.value("q")}
          found={isFiltered && !awaited.isPlaceholderData ? awaited.data?.totalCount : undefined}
          onChange={(q) => list.change({ q })}
        />
        <Select
          label={words.stateFilter}
          isLabelHidden
          options={STATE_OPTIONS}
          value={state}
          onChange={(chosen) => list.change({ state: chosen === "invited" ? "" : chosen })}
        />
      </div>
      {awaited.error !== null && <ErrorState error={awaited.error} onRetry={() => void awaited.refetch()} />}
      {awaited.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {awaited.data?.totalCount === 0 &&
        (isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={messages.list.noMatch}
            text={texts.users.noMatchText([list.value("q"), words.states[state]].filter(Boolean).join(", "))}
          >
            <Button onPress={() => list.change({ q: "", state: "" })}>{messages.list.clearFilters}</Button>
          </EmptyState>
        ) : (
          <EmptyState icon={MailPlus} title={words.empty} text={words.emptyText} learn="accounts#for-administrators">
            {inviteButton}
          </EmptyState>
        ))}
      {awaited.data !== undefined && awaited.data.totalCount > 0 && (
        <>
          <InvitationTable people={awaited.data.users} onAgain={again} onLink={makeLink} onTakeBack={setLeaving} />
          <ListPages list={list} total={awaited.data.totalCount} isStale={awaited.isPlaceholderData} />
        </>
      )}
      {linked !== undefined && (
        <Dialog title={words.linkFor(linked.email)} isOpen onClose={() => setLinked(undefined)}>
          <p>{words.linkLead}</p>
          <CopiedText
            label={words.columns.link}
            text={linked.link}
            copy={texts.accounts.copy}
            copied={texts.accounts.copied}
          />
          <div className="v-dialog-actions">
            <Button kind="quiet" onPress={() => setLinked(undefined)}>
              {texts.accounts.done}
            </Button>
          </div>
        </Dialog>
      )}
      {leaving !== undefined && (
        <RemoveDialog
          title={words.takeBackTitle(leaving.email)}
          text={words.takeBackText}
          submit={words.takeBack}
          remove={async () => {
            await deletePerson(leaving.uid);
            setTold(<Alert kind="ok">{words.taken(leaving.email)}</Alert>);
          }}
          changes={["people"]}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {isInviting && (
        <InvitePerson
          onClose={() => setInviting(false)}
          onInvited={(email) => {
            setTold(<InvitedAlert email={email} />);
            setInviting(false);
          }}
        />
      )}
    </Page>
  );
}

interface InvitationTableProps {
  readonly people: readonly Person[];
  readonly onAgain: (person: Person) => void;
  readonly onLink: (person: Person) => void;
  readonly onTakeBack: (person: Person) => void;
}

function InvitationTable({ people, onAgain, onLink, onTakeBack }: InvitationTableProps) {
  const head = (
    <>
      <th scope="col">{words.columns.email}</th>
      <WideHead>{words.columns.role}</WideHead>
      <th scope="col">{words.columns.link}</th>
      <WideHead>{words.columns.until}</WideHead>
      <ActionsHead />
    </>
  );
  return (
    <Table hasSheets label={title} head={head}>
      {people.map((person) => (
        <TableRow key={person.uid} name={person.email}>
          <th scope="row">
            <Link to={`/people/users/${person.uid}`}>{person.email}</Link>
            <SecondLine>{texts.users.roles[person.role]}</SecondLine>
          </th>
          <td className="v-cell-wide">{texts.users.roles[person.role]}</td>
          <td>
            <InvitationStatus person={person} />
          </td>
          <td className="v-cell-quiet v-cell-wide">{timeOf(person)}</td>
          <td>
            {person.acceptedAt === undefined && (
              <Writable>
                <RowMenu
                  label={words.actionsFor(person.email)}
                  actions={[
                    { label: words.again, icon: MailPlus, onAction: () => onAgain(person) },
                    { label: words.copyLink, icon: Link2, onAction: () => onLink(person) },
                    { label: words.takeBack, icon: MailX, onAction: () => onTakeBack(person), kind: "danger" },
                  ]}
                />
              </Writable>
            )}
          </td>
        </TableRow>
      ))}
    </Table>
  );
}

function InvitationStatus({ person }: { readonly person: Person }) {
  if (person.acceptedAt !== undefined) return <Status kind="ok">{words.accepted}</Status>;
  return isOver(person) ? <Status kind="warn">{words.over}</Status> : <Status kind="info">{words.open}</Status>;
}

function isOver({ invitedUntil }: Person): boolean {
  return invitedUntil === undefined || Date.parse(invitedUntil) <= Date.now();
}

function timeOf({ acceptedAt, invitedUntil }: Person): string {
  const at = acceptedAt ?? invitedUntil;
  return at === undefined ? "" : momentText(at, "minute");
}
