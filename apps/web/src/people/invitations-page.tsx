import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailPlus, MailX, UserPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { invite, type Person, peopleQuery } from "../api/people.ts";
import { deletePerson } from "../api/person.ts";
import { mayAdminister } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { InvitePerson } from "./invite-person.tsx";
import { texts } from "./messages.ts";
import { PeopleTabs } from "./people-tabs.tsx";

const { invitations: words } = texts;
const title = texts.pages.invitations;

/** Who was invited and has not come yet. */
export function InvitationsPage() {
  const user = useCurrentUser();
  return mayAdminister(user) ? <Invitations /> : <NoAccess title={title} neededRole="Admin" permission="users:write" />;
}

function Invitations() {
  const list = useListAddress();
  const [isInviting, setInviting] = useState(false);
  const [told, setTold] = useState<string>();
  const awaited = useQuery(peopleQuery({ query: "", state: "invited", page: list.page, perpage: list.size }));
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
  const again = ({ email, name, role }: Person) =>
    acting.mutate(async () => {
      await invite({ email, role, ...(name === "" ? {} : { name }) });
      setTold(texts.users.invited(email));
    });
  const takeBack = ({ uid, email }: Person) =>
    acting.mutate(async () => {
      await deletePerson(uid);
      setTold(words.taken(email));
    });
  return (
    <Page title={title} actions={inviteButton}>
      {acting.error !== null && <Alert kind="crit">{acting.error.message}</Alert>}
      {acting.error === null && told !== undefined && <Alert kind="ok">{told}</Alert>}
      <PeopleTabs />
      {awaited.error !== null && <ErrorState error={awaited.error} onRetry={() => void awaited.refetch()} />}
      {awaited.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {awaited.data?.totalCount === 0 && <EmptyState icon={MailPlus} title={words.empty} text={words.emptyText} />}
      {awaited.data !== undefined && awaited.data.totalCount > 0 && (
        <>
          <InvitationTable people={awaited.data.users} onAgain={again} onTakeBack={takeBack} />
          <ListPages list={list} total={awaited.data.totalCount} />
        </>
      )}
      {isInviting && (
        <InvitePerson
          onClose={() => setInviting(false)}
          onInvited={(email) => {
            setTold(texts.users.invited(email));
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
  readonly onTakeBack: (person: Person) => void;
}

function InvitationTable({ people, onAgain, onTakeBack }: InvitationTableProps) {
  const head = (
    <>
      <th scope="col">{words.columns.email}</th>
      <WideHead>{words.columns.role}</WideHead>
      <th scope="col">{words.columns.link}</th>
      <WideHead>{words.columns.until}</WideHead>
      <th scope="col" aria-label={words.actionsFor("")} />
    </>
  );
  return (
    <Table label={title} head={head}>
      {people.map((person) => (
        <tr key={person.uid}>
          <th scope="row">
            <Link to={`/people/users/${person.uid}`}>{person.email}</Link>
            <span className="v-cell-sub">{texts.users.roles[person.role]}</span>
          </th>
          <td className="v-cell-wide">{texts.users.roles[person.role]}</td>
          <td>
            {isOver(person) ? <Status kind="warn">{words.over}</Status> : <Status kind="info">{words.open}</Status>}
          </td>
          <td className="v-cell-quiet v-cell-wide">{timeOf(person)}</td>
          <td>
            <Writable>
              <RowMenu
                label={words.actionsFor(person.email)}
                actions={[
                  { label: words.again, icon: MailPlus, onAction: () => onAgain(person) },
                  { label: words.takeBack, icon: MailX, onAction: () => onTakeBack(person), kind: "danger" },
                ]}
              />
            </Writable>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function isOver({ invitedUntil }: Person): boolean {
  return invitedUntil === undefined || Date.parse(invitedUntil) <= Date.now();
}

function timeOf({ invitedUntil }: Person): string {
  if (invitedUntil === undefined) return "";
  return new Date(invitedUntil).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
