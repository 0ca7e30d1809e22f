import { redeemTokenHash } from "../api/user.ts";
import { LinkRefused } from "./link-refused.tsx";
import { NewPassword } from "./new-password.tsx";
import { useLinkAnswer } from "./use-link-answer.ts";

interface PasswordByLinkProps {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  /** What the link was made for. */
  readonly type: "invite" | "recovery";
}

/** Chooses a password with what a mail's link brought, or says why the link does not work. */
export function PasswordByLink({ type, ...texts }: PasswordByLinkProps) {
  const answer = useLinkAnswer();
  if (answer.kind === "refused") return <LinkRefused {...answer} />;
  if (answer.kind === "nothing") return <LinkRefused code="link_missing" description="" />;
  const accessToken = () =>
    answer.kind === "tokens" ? Promise.resolve(answer.accessToken) : redeemTokenHash(answer.tokenHash, type);
  return <NewPassword {...texts} accessToken={accessToken} known={[]} />;
}
