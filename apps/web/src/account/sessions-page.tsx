import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession, ownSessionsQuery } from "../api/account.ts";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RowList, Section } from "../control/section.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { texts } from "./messages.ts";
import { SessionRow } from "./session-row.tsx";

/** Where whoever is signed in is signed in. */
export function SessionsPage() {
  const sessions = useQuery(ownSessionsQuery);
  const queryClient = useQueryClient();
  const ending = useMutation({
    /** @param id - of one session; all others without it */
    mutationFn: (id: string | undefined) => (id === undefined ? endOtherSessions() : endSession(id)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
  const { title, lead, others } = texts.sessions;
  const hasOthers = sessions.data?.some(({ current }) => !current) === true;
  return (
    <Page title={title} trail={[{ label: texts.title, to: "/account" }]} width="form">
      <AccountTabs />
      {sessions.error !== null && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {sessions.data !== undefined && (
        <Section
          title={title}
          lead={lead}
          actions={
            hasOthers && (
              <Button isPending={ending.isPending} onPress={() => ending.mutate(undefined)}>
                {others}
              </Button>
            )
          }
        >
          {ending.error !== null && <FaultAlert error={ending.error} />}
          <RowList label={title}>
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isPending={ending.isPending && ending.variables === session.id}
                isDisabled={ending.isPending && ending.variables !== session.id}
                onEnd={() => ending.mutate(session.id)}
              />
            ))}
          </RowList>
        </Section>
      )}
    </Page>
  );
}
