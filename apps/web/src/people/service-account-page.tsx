import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import {
  changeServiceAccount,
  deleteServiceAccount,
  type ServiceAccount,
  serviceAccountQuery,
  serviceTokensQuery,
} from "../api/service-accounts.ts";
import { may } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RowList, Section } from "../control/section.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { RoleChoice } from "./basic-role.tsx";
import { HeldRoles } from "./held-roles.tsx";
import { MakeServiceToken } from "./make-service-token.tsx";
import { texts } from "./messages.ts";
import { PermissionList } from "./permission-list.tsx";
import { RevokeServiceToken } from "./revoke-token.tsx";
import { TokenRow } from "./token-row.tsx";

const { accounts: words } = texts;
const TRAIL = [{ label: texts.pages["service-accounts"], to: "/people/service-accounts" }];

export function ServiceAccountPage() {
  const user = useCurrentUser();
  return may(user, "serviceaccounts:read") ? (
    <Account />
  ) : (
    <NoAccess title={texts.pages["service-accounts"]} neededRole="Admin" permission="serviceaccounts:read" />
  );
}

function Account() {
  const { id = "" } = useParams();
  const account = useQuery(serviceAccountQuery(id));
  return (
    <Page title={account.data?.name ?? texts.accounts.one} trail={TRAIL} width="form">
      {account.error !== null && (
        <PageFault
          error={account.error}
          onRetry={() => void account.refetch()}
          permission="serviceaccounts:read"
          wanted={id}
        />
      )}
      {account.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {account.data !== undefined && (
        <>
          <State account={account.data} />
          <Tokens id={id} />
          <Scopes id={id} />
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
          <Button
            isPending={acting.isPending}
            onPress={() => acting.mutate(() => changeServiceAccount(id, { isDisabled: !isDisabled }))}
          >
            {isDisabled ? words.enable : words.disable}
          </Button>
        </Writable>
      }
    >
      {acting.error !== null && <FaultAlert error={acting.error} />}
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
      {tokens.error !== null && <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.data?.length === 0 && <EmptyPart of={words.tokens} text={words.noneYet} learn="teams#service-accounts" />}
      <RowList label={words.tokens}>
        {(tokens.data ?? []).map((token) => (
          <TokenRow key={token.id} token={token} whole={words.whole}>
            <RevokeServiceToken accountId={id} token={token} />
          </TokenRow>
        ))}
      </RowList>
      {isMaking && <MakeServiceToken accountId={id} onClose={() => setMaking(false)} />}
    </Section>
  );
}

/** A token of the account may all of it, or a part. */
function Scopes({ id }: { readonly id: string }) {
  return (
    <Section title={words.mayDo} lead={words.mayDoLead}>
      <PermissionList id={id} none={words.mayNothing} />
    </Section>
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
