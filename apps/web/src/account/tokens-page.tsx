import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeOwnToken, ownTokensQuery, revokeOwnToken } from "../api/personal-tokens.ts";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RowList, Section } from "../control/section.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { MakeToken } from "../people/make-token.tsx";
import { texts as peopleTexts } from "../people/messages.ts";
import { RevokeToken } from "../people/revoke-token.tsx";
import { TokenRow } from "../people/token-row.tsx";
import { Writable } from "../session/writable.tsx";
import { AccountTabs } from "./account-tabs.tsx";
import { texts } from "./messages.ts";

const words = peopleTexts.ownTokens;

/** The tokens with which one's own programs act as oneself. */
export function OwnTokensPage() {
  const tokens = useQuery(ownTokensQuery);
  const [isMaking, setMaking] = useState(false);
  const queryClient = useQueryClient();
  const { title } = texts.tokens;
  return (
    <Page title={title} trail={[{ label: texts.title, to: "/account" }]} width="form">
      <AccountTabs />
      {tokens.error !== null && <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {tokens.data !== undefined && (
        <Section
          title={title}
          lead={words.lead}
          actions={
            <Writable>
              <Button onPress={() => setMaking(true)}>{peopleTexts.accounts.makeToken}</Button>
            </Writable>
          }
        >
          {tokens.data.length === 0 && <EmptyPart of={title} text={words.none} learn="accounts#api-tokens" />}
          <RowList label={title}>
            {tokens.data.map((token) => (
              <TokenRow key={token.id} token={token} whole={words.whole}>
                <RevokeToken token={token} revoke={() => revokeOwnToken(token.id)} queryKey={ownTokensQuery.queryKey} />
              </TokenRow>
            ))}
          </RowList>
        </Section>
      )}
      {isMaking && (
        <MakeToken
          make={makeOwnToken}
          onMade={() => queryClient.invalidateQueries({ queryKey: ownTokensQuery.queryKey })}
          onClose={() => setMaking(false)}
        />
      )}
    </Page>
  );
}
