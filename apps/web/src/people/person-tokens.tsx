import { useQuery } from "@tanstack/react-query";
import { personsTokensQuery, revokePersonsToken } from "../api/personal-tokens.ts";
import { may } from "../api/user.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import { RowList, Section } from "../control/section.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";
import { RevokeToken } from "./revoke-token.tsx";
import { TokenRow } from "./token-row.tsx";

const words = texts.personsTokens;

/** The tokens that somebody has made for themself: what they are called, never what they are. */
export function PersonTokens({ id }: { readonly id: string }) {
  const user = useCurrentUser();
  return may(user, "users:read") ? <Tokens id={id} mayRevoke={may(user, "users:write")} /> : null;
}

function Tokens({ id, mayRevoke }: { readonly id: string; readonly mayRevoke: boolean }) {
  const { data, error } = useQuery(personsTokensQuery(id));
  return (
    <Section title={words.title} lead={data?.length === 0 ? words.none : words.lead}>
      {error !== null && <FaultAlert error={error} />}
      <RowList label={words.title}>
        {(data ?? []).map((token) => (
          <TokenRow key={token.id} token={token} whole={words.whole}>
            {mayRevoke && (
              <RevokeToken
                token={token}
                revoke={() => revokePersonsToken(id, token.id)}
                queryKey={personsTokensQuery(id).queryKey}
              />
            )}
          </TokenRow>
        ))}
      </RowList>
    </Section>
  );
}
