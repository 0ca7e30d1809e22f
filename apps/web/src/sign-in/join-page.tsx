import { messages } from "../messages/en.ts";
import { PasswordByLink } from "./password-by-link.tsx";

/** Where an invitation's link leads: the invited person chooses a password and is signed in. */
export function JoinPage() {
  return <PasswordByLink {...messages.join} type="invite" />;
}
