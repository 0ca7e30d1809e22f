import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import {
  changeServiceAccount,
  deleteServiceAccount,
  deleteServiceToken,
  makeServiceToken,
  type ServiceAccount,
  type ServiceToken,
  serviceAccountQuery,
  serviceTokensQuery,
} from "../api/service-accounts.ts";
import { mayAdminister } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { Select } from "../control/select.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { TextField } from "../control/text-field.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { RoleChoice } from "./basic-role.tsx";
import { HeldRoles } from "./held-roles.tsx";
import { texts } from "./messages.ts";

const { accounts: words } = texts;
const TRAIL = [{ label: texts.pages["service-accounts"], to: "/people/service-accounts" }];

export function ServiceAccountPage() {
  const user = useCurrentUser();
  return mayAdminister(user) ? (
    <Account />
  ) : (
    <NoAccess title={texts.pages["service-accounts"]} neededRole="Admin" permission="serviceaccounts:read" />
  );
}

function Account() {
  const { id = "" } = useParams();
  const account = useQuery(serviceAccountQuery(id));
  return (
    <Page title={account.data?.name ?? messages.loading} trail={TRAIL} width="form">
      {account.error !== null && <ErrorState error={account.error} onRetry={() => void account.refetch()} />}
      {account.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {account.data !== undefined && (
        <>
          <State account={account.data} />
          <Tokens id={id} />
          <HeldRoles holder="users" id={id} />
          <Writable>
            <Leaving account={account.data} />
          </Writable>
        </>
      )}
    </Page>
  );
}

function useAccountAct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["service-accounts"] }),
  });
}

function State({ account }: { readonly account: ServiceAccount }) {
  const acting = useAccountAct();
  const id = String(account.id);
  const { isDisabled } = account;
  return (
    <Section
      title={words.account}
      lead={words.signsInAs(account.login)}
      actions={
        <Writable>
          <Button onPress={() => acting.mutate(() => changeServiceAccount(id, { isDisabled: !isDisabled }))}>
            {isDisabled ? words.enable : words.disable}
          </Button>
        </Writable>
      }
    >
      {acting.error !== null && <Alert kind="crit">{acting.error.message}</Alert>}
      {isDisabled && <Alert kind="warn">{words.isDisabled}</Alert>}
      <RoleChoice
        label={words.columns.role}
        value={account.role}
        onChange={(role) => acting.mutate(() => changeServiceAccount(id, { role }))}
      />
    </Section>
  );
}

function Tokens({ id }: { readonly id: string }) {
  const tokens = useQuery(serviceTokensQuery(id));
  const [isMaking, setMaking] = useState(false);
  const acting = useAccountAct();
  return (
    <Section
      title={words.tokens}
      lead={words.tokensLead}
      actions={
        <Writable>
          <Button onPress={() => setMaking(true)}>{words.makeToken}</Button>
        </Writable>
      }
    >
      {acting.error !== null && <Alert kind="crit">{acting.error.message}</Alert>}
      <RowList label={words.tokens}>
        {(tokens.data ?? []).map((token) => (
          <ListRow
            key={token.id}
            title={token.name}
            note={noteOf(token)}
            actions={
              <Writable>
                <Button
                  kind="quiet"
                  onPress={() => acting.mutate(() => deleteServiceToken(id, token.id))}
                  aria-label={words.revokeOne(token.name)}
                >
                  {words.revoke}
                </Button>
              </Writable>
            }
          />
        ))}
      </RowList>
      {isMaking && <MakeToken id={id} onClose={() => setMaking(false)} />}
    </Section>
  );
}

function noteOf({ expiration, hasExpired, lastUsedAt }: ServiceToken): string {
  const date = (text: string) => new Date(text).toLocaleString();
  const end = expiration === null ? words.neverEnds : hasExpired ? words.ended : words.endsAt(date(expiration));
  return `${end} · ${lastUsedAt === null ? words.unused : words.usedAt(date(lastUsedAt))}`;
}

const DAY_SECONDS = 86_400;
const LIVES = [
  { id: "30", label: words.days(30) },
  { id: "90", label: words.days(90) },
  { id: "365", label: words.days(365) },
  { id: "0", label: words.neverEnds },
] as const;

function MakeToken({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof LIVES)[number]["id"]>("90");
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => makeServiceToken(id, { name: name.trim(), secondsToLive: Number(days) * DAY_SECONDS }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["service-accounts"] }),
  });
  if (making.data !== undefined) return <NewToken token={making.data.key} onClose={onClose} />;
  return (
    <FormDialog
      title={words.makeToken}
      isOpen
      onClose={onClose}
      submit={words.makeToken}
      onSubmit={() => making.mutate()}
      isPending={making.isPending}
      error={making.error}
    >
      <TextField label={words.columns.name} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
      <Select label={words.life} options={LIVES} value={days} onChange={setDays} />
    </FormDialog>
  );
}

/** The one time that a token is shown. */
function NewToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(token)) setCopied(true);
  };
  return (
    <Dialog title={words.newToken} isOpen onClose={onClose}>
      <Alert kind="warn">{words.shownOnce}</Alert>
      <TextField label={words.token} value={token} onChange={() => undefined} isReadOnly />
      <div className="v-dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {words.done}
        </Button>
        <Button kind="primary" onPress={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
    </Dialog>
  );
}

function Leaving({ account }: { readonly account: ServiceAccount }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => deleteServiceAccount(String(account.id)),
    onSuccess: async () => {
      void navigate("/people/service-accounts");
      await queryClient.invalidateQueries({ queryKey: ["service-accounts", "list"] });
    },
  });
  return (
    <Section
      title={words.delete}
      lead={words.deleteLead}
      actions={
        <Button kind="danger" onPress={() => setAsking(true)}>
          {words.delete}
        </Button>
      }
    >
      {isAsking && (
        <FormDialog
          title={words.deleteTitle(account.name)}
          isOpen
          kind="danger"
          onClose={() => setAsking(false)}
          submit={words.delete}
          onSubmit={() => removing.mutate()}
          isPending={removing.isPending}
          error={removing.error}
        >
          <p>{words.deleteLead}</p>
        </FormDialog>
      )}
    </Section>
  );
}
