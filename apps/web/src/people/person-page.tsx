import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { askForRecovery } from "../api/codes.ts";
import { type Account, verifiedFactors } from "../api/identity.ts";
import {
  changePerson,
  deletePerson,
  letIn,
  lockOut,
  type PersonChange,
  personQuery,
  removePersonsFactor,
  unlinkPersonsIdentity,
} from "../api/person.ts";
import { may } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Status } from "../control/status.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { TextArea } from "../control/text-area.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { nameOf } from "../sign-in/second-factor.tsx";
import { BasicRole } from "./basic-role.tsx";
import { HeldRoles } from "./held-roles.tsx";
import { texts } from "./messages.ts";
import { PersonActivity } from "./person-activity.tsx";
import { PersonPermissions } from "./person-permissions.tsx";
import { PersonSessions } from "./person-sessions.tsx";

/** One person's account, for administrators; `me` is one's own, which everybody has at `/account`. */
export function PersonPage() {
  const { id: asked = "" } = useParams();
  const user = useCurrentUser();
  if (may(user, "identity:write")) return <Person id={asked === "me" ? user.uid : asked} />;
  return asked === "me" ? (
    <Navigate to="/account" replace />
  ) : (
    <NoAccess title={texts.users.title} neededRole="Admin" permission="identity:write" />
  );
}

function Person({ id }: { readonly id: string }) {
  const person = useQuery(personQuery(id));
  const account = person.data;
  const title = account === undefined ? messages.loading : account.email || `+${account.phone}`;
  return (
    <Page title={title} trail={[{ label: texts.users.title, to: "/people/users" }]} width="form">
      {person.error !== null && <ErrorState error={person.error} onRetry={() => void person.refetch()} />}
      {person.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {account !== undefined && (
        <>
          <State account={account} />
          <BasicRole id={id} />
          <HeldRoles holder="users" id={id} />
          <PersonPermissions id={id} />
          <Proofs account={account} />
          <PersonSessions id={id} />
          <PersonActivity login={account.email || id} />
          <Metadata account={account} />
          <Writable>
            <Leaving account={account} />
          </Writable>
        </>
      )}
    </Page>
  );
}

interface AccountProps {
  readonly account: Account;
}

function useAct(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: personQuery(id).queryKey }),
  });
}

function State({ account }: AccountProps) {
  const { id, email } = account;
  const acting = useAct(id);
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
            <Button onPress={change({ email_confirm: true })}>{texts.confirm}</Button>
          )}
          {email !== "" && (
            <Button
              onPress={() => acting.mutate(() => askForRecovery(email).then(() => setTold(texts.recoverySent(email))))}
            >
              {texts.sendRecovery}
            </Button>
          )}
          <Button onPress={() => acting.mutate(() => (isBanned ? letIn(id) : lockOut(id)))}>
            {isBanned ? texts.unban : texts.ban}
          </Button>
        </Writable>
      }
    >
      {acting.error !== null && <Alert kind="crit">{acting.error.message}</Alert>}
      {told !== undefined && <Alert kind="ok">{told}</Alert>}
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

/** How the person signs in, and what proves it twice. */
function Proofs({ account }: AccountProps) {
  const acting = useAct(account.id);
  const factors = verifiedFactors(account);
  const identities = account.identities ?? [];
  const [leaving, setLeaving] = useState<{ readonly identity_id: string; readonly provider: string }>();
  return (
    <Section title={texts.proofs}>
      {acting.error !== null && <Alert kind="crit">{acting.error.message}</Alert>}
      <RowList label={texts.proofs}>
        {identities.map((identity) => (
          <ListRow
            key={identity.identity_id}
            title={identity.provider}
            note={
              <>
                <IdentityNote identity={identity} />
                {identities.length === 1 && <> · {texts.lastIdentity}</>}
              </>
            }
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  aria-label={`${texts.remove}: ${identity.provider}`}
                  isDisabled={identities.length === 1}
                  onPress={() => setLeaving(identity)}
                >
                  {texts.remove}
                </Button>
              </Writable>
            }
          />
        ))}
        {factors.map((factor) => (
          <ListRow
            key={factor.id}
            title={nameOf(factor)}
            note={<Age at={factor.created_at} />}
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  aria-label={`${texts.remove}: ${nameOf(factor)}`}
                  onPress={() => acting.mutate(() => removePersonsFactor(account.id, factor.id))}
                >
                  {texts.remove}
                </Button>
              </Writable>
            }
          />
        ))}
      </RowList>
      {leaving !== undefined && (
        <FormDialog
          title={texts.unlinkTitle(leaving.provider)}
          isOpen
          onClose={() => setLeaving(undefined)}
          submit={texts.remove}
          kind="danger"
          isPending={acting.isPending}
          error={acting.error}
          onSubmit={() =>
            acting.mutate(() => unlinkPersonsIdentity(account.id, leaving.identity_id), {
              onSuccess: () => setLeaving(undefined),
            })
          }
        >
          <p>{texts.unlinkText}</p>
        </FormDialog>
      )}
    </Section>
  );
}

/** Whom the provider knows the person as, since when, and when it was used last. */
function IdentityNote({ identity }: { readonly identity: NonNullable<Account["identities"]>[number] }) {
  const { id, created_at, last_sign_in_at, identity_data } = identity;
  return (
    <>
      {identity_data?.email !== undefined && `${identity_data.email} · `}
      {texts.identityId} {id} · {texts.linked} <Age at={created_at} />
      {last_sign_in_at !== undefined && (
        <>
          {" "}
          · {texts.lastUsed} <Age at={last_sign_in_at} />
        </>
      )}
    </>
  );
}

function Metadata({ account }: AccountProps) {
  const kept = { app_metadata: account.app_metadata, user_metadata: account.user_metadata };
  const [typed, setTyped] = useState(() => JSON.stringify(kept, null, 2));
  const acting = useAct(account.id);
  const { isReadOnly } = useCurrentUser();
  const save = async () => changePerson(account.id, readMetadata(typed));
  return (
    <Section title={texts.metadata} lead={texts.metadataLead}>
      {acting.error !== null && <Alert kind="crit">{acting.error.message}</Alert>}
      {acting.isSuccess && <Alert kind="ok">{messages.saved}</Alert>}
      <TextArea label={texts.metadata} value={typed} onChange={setTyped} isReadOnly={isReadOnly} />
      <Writable>
        <div className="v-form-actions">
          <Button isPending={acting.isPending} onPress={() => acting.mutate(save)}>
            {messages.save}
          </Button>
        </div>
      </Writable>
    </Section>
  );
}

function readMetadata(typed: string): PersonChange {
  try {
    const { app_metadata, user_metadata } = JSON.parse(typed);
    return { app_metadata, user_metadata };
  } catch (cause) {
    throw new Error(texts.badJson, { cause });
  }
}

function Leaving({ account }: AccountProps) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deletePerson(account.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["people"], refetchType: "none" });
      await navigate("/people/users");
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
