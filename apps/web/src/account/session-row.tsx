import type { OwnSession } from "../api/account.ts";
import { Age } from "../control/age.tsx";
import { Button } from "../control/button.tsx";
import { ListRow } from "../control/section.tsx";
import { texts } from "./messages.ts";
import { programName } from "./program-name.ts";

interface SessionRowProps {
  readonly session: OwnSession;
  /** It is being ended. */
  readonly isPending: boolean;
  /** Another is. */
  readonly isDisabled: boolean;
  readonly onEnd: () => void;
}

/** Where and since when somebody is signed in. The session of who looks ends by signing out. */
export function SessionRow({ session, isPending, isDisabled, onEnd }: SessionRowProps) {
  const { here, unknown, since, end, endOf, twice } = texts.sessions;
  const name = programName(session.user_agent) ?? unknown;
  return (
    <ListRow
      title={session.current ? `${name} (${here})` : name}
      note={
        <>
          {session.ip} · {since} <Age at={session.created_at} />
          {session.aal === "aal2" && ` · ${twice}`}
        </>
      }
      actions={
        !session.current && (
          <Button kind="quiet" isPending={isPending} isDisabled={isDisabled} aria-label={endOf(name)} onPress={onEnd}>
            {end}
          </Button>
        )
      }
    />
  );
}
