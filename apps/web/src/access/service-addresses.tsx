import { useQuery } from "@tanstack/react-query";
import { providersQuery } from "../api/providers.ts";
import { ErrorState } from "../control/error-state.tsx";
import { AccessText } from "./access-text.tsx";
import { texts } from "./messages.ts";

/** What an identity provider that speaks SAML must be told, ready to be copied. */
export function ServiceAddresses() {
  const { data, error, refetch } = useQuery(providersQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    data !== undefined && (
      <>
        <AccessText label={texts.sso.metadata} text={data.saml.entity_id} />
        <AccessText label={texts.sso.acs} text={data.saml.acs_url} />
        <AccessText label={texts.sso.slo} text={data.saml.slo_url} />
      </>
    )
  );
}
