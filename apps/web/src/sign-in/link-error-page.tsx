import { LinkRefused } from "./link-refused.tsx";
import { useLinkAnswer } from "./use-link-answer.ts";

/** `/sign-in/error`: the address that refused links and sign-ins with other services lead to. */
export function LinkErrorPage() {
  const answer = useLinkAnswer();
  return answer.kind === "refused" ? <LinkRefused {...answer} /> : <LinkRefused code="link_missing" description="" />;
}
