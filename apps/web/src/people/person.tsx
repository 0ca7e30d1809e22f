import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import { isUnknown } from "../api/api-error.ts";
import { askForRecovery } from "../api/codes.ts";
import type { Account } from "../api/identity.ts";
import { changePerson, deletePerson, letIn, lockOut, type PersonChange, personQuery } from "../api/person.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { BasicRole } from "./basic-role.tsx";
import { HeldRoles } from "./held-roles.tsx";
import { texts } from "./messages.ts";
import { PersonActivity } from "./person-activity.tsx";
import { PersonMetadata } from "./person-metadata.tsx";
import { PersonPermissions } from "./person-permissions.tsx";
import { PersonProofs } from "./person-proofs.tsx";
import { PersonRecord } from "./person-record.tsx";
import { PersonSessions } from "./person-sessions.tsx";
import { PersonTokens } from "./person-tokens.tsx";
import { usePersonAct } from "./use-person-act.ts";

interface PersonProps {
  readonly id: string;
  /** The account is no more. */
  readonly onLeft: () => void;
}

/** All that an administrator sees of somebody and can do about them. */
export function Person({ id, onLeft }: PersonProps) {
  const person = useQuery(personQuery(id));
  const account = person.data;
  return (
    <>
      {isUnknown(person.error) && <Nobody id={id} />}
      {person.error !== null && !isUnknown(person.error) && (
        <ErrorState error={person.error} onRetry={() => void person.refetch()} />
      )}
      {person.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {account !== undefined && (
        <>
          <State account={account} />
          <BasicRole id={id} />
          <HeldRoles holder="users" id={id} />
          <PersonPermissions id={id} />
          <PersonProofs account={account} />
          <PersonSessions id={id} />
          <PersonTokens id={id} />
          <PersonActivity login={account.email || id} />
          <PersonMetadata account={account} />
          <PersonRecord account={account} />
          <Writable>
            <Leaving account={account} onLeft={onLeft} />
          </Writable>
        </>
      )}
    </>
  );
}

function Nobody({ id }: Pick<PersonProps, "id">) {
  return (
    <EmptyState icon={UserX} title={messages.notFound.title} text={texts.users.nobody}>
      <LinkButton to={`/people/users?q=${encodeURIComponent(id)}`}>{texts.users.searchAll}</LinkButton>
    </EmptyState>
  );
}

interface AccountProps {
  readonly account: Account;
}

function State({ account }: AccountProps) {
  const { id, email } = account;
  const acting = usePersonAct(id);
  const [told, setTold] = useState<string>();
  const isBanned = account.banned_until !== undefined && Date.parse(account.banned_until) > Date.now();
  const change = (to: PersonChange) => () => acting.mutate(() => changePerson(id, to));
  return (
    <Section
      title={texts.state}
      actions={
        <Writable>
          {" "}
          {account.email_confirmed_at === undefined && (
            <Button isPending={acting.isPending} onPress={change({ email_confirm: true })}>
              {texts.confirm}
            </Button>
          )}
          {email !== "" && (
            <Button
              isPending={acting.isPending}
              onPress={() =>
                acting.mutate(() => askForRecovery(email, "/").then(() => setTold(texts.recoverySent(email))))
              }
            >
              {texts.sendRecovery}
            </Button>
          )}
          <Button
            isPending={acting.isPending}
            onPress={() => acting.mutate(() => (isBanned ? letIn(id) : lockOut(id)))}
          >
            {isBanned ? texts.unban : texts.ban}
          </Button>
        </Writable>
      }
    >
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {acting.error === null && told !== undefined && <Alert kind="ok">{told}</Alert>}
      {isBanned && <Alert kind="warn">{texts.banned}</Alert>}
      <RowList label={texts.state}>
        {email !== "" && (
          <ListRow title={texts.email} note={<Confirmed text={email} at={account.email_confirmed_at} />} />
        )}
        {account.phone !== "" && (
          <ListRow
            title={texts.phone}
            note={<Confirmed text={`+${account.phone}`} at={account.phone_confirmed_at} />}
          />
        )}
        <ListRow title={texts.made} note={<Age at={account.created_at} />} />
        <ListRow
          title={texts.users.columns.lastSignIn}
          note={account.last_sign_in_at === undefined ? texts.users.never : <Age at={account.last_sign_in_at} />}
        />
      </RowList>
    </Section>
  );
}

function Confirmed({ text, at }: { readonly text: string; readonly at: string | undefined }) {
  const { states } = texts.users;
  return (
    <>
      {text}{" "}
      <Status kind={at === undefined ? "warn" : "ok"}>
        {at === undefined ? states.unconfirmed : states.confirmed}
      </Status>
    </>
  );
}

function Leaving({ account, onLeft }: AccountProps & Pick<PersonProps, "onLeft">) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deletePerson(account.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["people"], refetchType: "none" });
      onLeft();
    },
  });
  return (
    <Section
      title={texts.delete}
      lead={texts.deleteLead}
      actions={
        <Button kind="danger" onPress={() => setAsking(true)}>
          {texts.delete}
        </Button>
      }
    >
      {isAsking && (
        <FormDialog
          title={texts.deleteTitle(account.email || account.phone)}
          isOpen
          onClose={() => setAsking(false)}
          submit={texts.delete}
          kind="danger"
          onSubmit={() => deleting.mutate()}
          isPending={deleting.isPending}
          error={deleting.error}
        >
          <p>{texts.deleteLead}</p>
        </FormDialog>
      )}
    </Section>
  );
}
