import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SessionRow } from "../account/session-row.tsx";
import { endPersonsSession, endPersonsSessions, personsSessionsQuery } from "../api/person.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RowList, Section } from "../control/section.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";

/** Where somebody is signed in, to be ended there. */
export function PersonSessions({ id }: { readonly id: string }) {
  const sessions = useQuery(personsSessionsQuery(id));
  const queryClient = useQueryClient();
  const ending = useMutation({
    /** @param session - one of them; all without it */
    mutationFn: (session: string | undefined) =>
      session === undefined ? endPersonsSessions(id) : endPersonsSession(id, session),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: personsSessionsQuery(id).queryKey }),
  });
  const { title, lead, none, endAll } = texts.sessions;
  const fault = ending.error ?? sessions.error;
  const hasSome = sessions.data !== undefined && sessions.data.length > 0;
  return (
    <Section
      title={title}
      lead={sessions.data?.length === 0 ? none : lead}
      actions={
        hasSome && (
          <Writable>
            <Button isPending={ending.isPending} onPress={() => ending.mutate(undefined)}>
              {endAll}
            </Button>
          </Writable>
        )
      }
    >
      {fault !== null && <FaultAlert error={fault} />}
      {hasSome && (
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
      )}
    </Section>
  );
}
