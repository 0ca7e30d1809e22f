import { Link } from "react-router";
import { Alert } from "../control/alert.tsx";
import { texts } from "./messages.ts";
import { useIsMailKept } from "./use-mail-kept.ts";

/** Says that an invitation was sent, and where it is when no mail leaves this server. */
export function InvitedAlert({ email }: { readonly email: string }) {
  const isKept = useIsMailKept();
  const { invited, waiting, waitingLink } = texts.users;
  return (
    <Alert kind="ok">
      {invited(email)}
      {isKept && (
        <>
          {" "}
          {waiting} <Link to="/inbox">{waitingLink}</Link>
        </>
      )}
    </Alert>
  );
}
