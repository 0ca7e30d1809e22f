import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ProgramGrant, programGrantsQuery, revokeProgram } from "../api/programs.ts";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { ListRow, RowList, Section } from "../control/section.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { texts } from "./messages.ts";

/** Which programs whoever is signed in has let in. */
export function ProgramsPage() {
  const asking = useQuery(signInMethodsQuery);
  const { data: methods } = asking;
  // Where nobody can let programs in, there is nothing to ask for.
  const isOff = methods?.oauth_server_enabled === false;
  const grants = useQuery({ ...programGrantsQuery, enabled: methods?.oauth_server_enabled === true });
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: revokeProgram,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: programGrantsQuery.queryKey }),
  });
  const { title, lead, none, off } = texts.programs;
  return (
    <Page title={title} trail={[{ label: texts.title, to: "/account" }]} width="form">
      <AccountTabs />
      {grants.error !== null && <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />}
      {isOff && (
        <Section title={title}>
          <p className="v-hint">{off}</p>
        </Section>
      )}
      <MissingPart name={title} query={asking} />
      {!isOff && asking.error === null && grants.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {grants.data !== undefined && (
        <Section title={title} lead={lead}>
          {revoking.error !== null && <FaultAlert error={revoking.error} />}
          {grants.data.length === 0 && <EmptyPart of={title} text={none} learn="oauth-server#what-people-see" />}
          <RowList label={title}>
            {grants.data.map((grant) => (
              <ProgramRow
                key={grant.client.id}
                grant={grant}
                isPending={revoking.isPending && revoking.variables === grant.client.id}
                isDisabled={revoking.isPending && revoking.variables !== grant.client.id}
                onRevoke={() => revoking.mutate(grant.client.id)}
              />
            ))}
          </RowList>
        </Section>
      )}
    </Page>
  );
}

interface ProgramRowProps {
  readonly grant: ProgramGrant;
  /** It is being revoked. */
  readonly isPending: boolean;
  /** Another is. */
  readonly isDisabled: boolean;
  readonly onRevoke: () => void;
}

function ProgramRow({ grant, isPending, isDisabled, onRevoke }: ProgramRowProps) {
  const { unnamed, knows, since, revoke, revokeOf } = texts.programs;
  const name = grant.client.name || unnamed;
  const known: Readonly<Record<string, string>> = texts.programs.scopes;
  const learned = grant.scopes.map((scope) => known[scope] ?? scope).join(", ");
  return (
    <ListRow
      title={name}
      note={
        <>
          {knows} {learned} · {since} <Age at={grant.granted_at} />
        </>
      }
      actions={
        <Button
          kind="quiet"
          isPending={isPending}
          isDisabled={isDisabled}
          aria-label={revokeOf(name)}
          onPress={onRevoke}
        >
          {revoke}
        </Button>
      }
    />
  );
}
