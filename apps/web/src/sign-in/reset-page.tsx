import { messages } from "../messages/en.ts";
import { PasswordByLink } from "./password-by-link.tsx";

/** Where the link of a forgotten password leads. */
export function ResetPage() {
  return <PasswordByLink {...messages.reset} type="recovery" />;
}
