import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../api/account.ts";
import { verifiedFactors } from "../api/identity.ts";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { ErrorState } from "../control/error-state.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { Factors } from "./factors.tsx";
import { Identities } from "./identities.tsx";
import { texts } from "./messages.ts";
import { Passkeys } from "./passkeys.tsx";
import { Password } from "./password.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** How whoever is signed in can sign in, and what proves it twice. */
export function WaysPage() {
  const account = useQuery(accountQuery);
  const methods = useQuery(signInMethodsQuery);
  const factors = account.data === undefined ? [] : verifiedFactors(account.data);
  return (
    <Page title={texts.tabs.ways} trail={[{ label: texts.title, to: "/account" }]} width="form">
      <AccountTabs />
      {account.error !== null && <ErrorState error={account.error} onRetry={() => void account.refetch()} />}
      {account.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {account.data !== undefined && (
        <>
          <Password account={account.data} />
          {methods.data?.passkeys_enabled === true && <Passkeys />}
          <Factors factors={factors} />
          {factors.length > 0 && <RecoveryCodes />}
          <Identities identities={account.data.identities ?? []} />
        </>
      )}
    </Page>
  );
}
