import type { ServiceToken } from "../api/service-accounts.ts";
import { Age } from "../control/age.tsx";
import { momentText } from "../control/moment-text.ts";
import { Status } from "../control/status.tsx";
import { texts } from "./messages.ts";

const { accounts: words } = texts;

/** When a token ends. */
export function TokenEnd({ token: { expiration, hasExpired } }: { readonly token: ServiceToken }) {
  if (expiration === null) return words.neverEnds;
  return hasExpired ? words.ended : words.endsAt(momentText(expiration, "minute"));
}

/** When a token was used last, and from where. */
export function TokenUse({ token: { lastUsedAt, lastUsedFrom } }: { readonly token: ServiceToken }) {
  if (lastUsedAt === null) return words.unused;
  return (
    <>
      {words.used} <Age at={lastUsedAt} />
      {lastUsedFrom !== "" && ` ${words.usedFrom(lastUsedFrom)}`}
    </>
  );
}

/** What somebody should know of a token before all: that it does not work, or that nobody seems to need it. */
export function TokenState({
  token,
  isDisabled = false,
}: {
  readonly token: ServiceToken;
  readonly isDisabled?: boolean;
}) {
  if (isDisabled) return <Status kind="crit">{words.disabled}</Status>;
  if (token.hasExpired) return <Status kind="unknown">{words.over}</Status>;
  if (token.isForgotten) return <Status kind="warn">{words.forgotten}</Status>;
  return <Status kind="ok">{words.works}</Status>;
}
