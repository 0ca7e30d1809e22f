import { useState } from "react";
import { decodeToken } from "../access/decode-token.ts";
import { ApiError } from "../api/api-error.ts";
import { redeemTokenHash } from "../api/user.ts";
import { LinkRefused } from "./link-refused.tsx";
import { NewPassword } from "./new-password.tsx";
import { useLinkAnswer } from "./use-link-answer.ts";

/** Statuses of links that were used, that expired, or that never were. */
const LINK_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 410, 422]);

/** Also for somebody invited: whoever has an account can choose a password with a mail. */
const AGAIN = "/sign-in/forgot";

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
  const [refusal, setRefusal] = useState<ApiError>();
  if (answer.kind === "refused") return <LinkRefused {...answer} again={AGAIN} />;
  if (answer.kind === "nothing" || answer.kind === "half")
    return <LinkRefused code="link_missing" description="" again={AGAIN} />;
  if (refusal !== undefined)
    return (
      <LinkRefused code={refusal.code} description={refusal.message} requestId={refusal.requestId} again={AGAIN} />
    );
  const email = answer.kind === "tokens" ? emailOf(answer.accessToken) : "";
  const accessToken = async () => {
    if (answer.kind === "tokens") return answer.accessToken;
    const token = redeemTokenHash(answer.tokenHash, type);
    // Another password would not help; another try might, when the server was away.
    token.catch((error: unknown) => error instanceof ApiError && LINK_REFUSALS.has(error.status) && setRefusal(error));
    return token;
  };
  return <NewPassword {...texts} accessToken={accessToken} email={email} />;
}

function emailOf(accessToken: string): string {
  const email = decodeToken(accessToken)?.claims["email"];
  return typeof email === "string" ? email : "";
}
