import { useQuery } from "@tanstack/react-query";
import { providersQuery } from "../api/providers.ts";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { ErrorState } from "../control/error-state.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import "./access.css";

/** What an identity provider that speaks SAML must be told, ready to be copied. */
export function ServiceAddresses() {
  const { data, error, refetch } = useQuery(providersQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    data !== undefined && (
      <>
        <CopiedAddress label={texts.sso.metadata} address={data.saml.entity_id} />
        <CopiedAddress label={texts.sso.acs} address={data.saml.acs_url} />
        <CopiedAddress label={texts.sso.slo} address={data.saml.slo_url} />
      </>
    )
  );
}

interface CopiedAddressProps {
  readonly label: string;
  readonly address: string;
}

/** What is typed elsewhere, with a button that copies it. */
export function CopiedAddress({ label, address }: CopiedAddressProps) {
  return (
    <div className="v-copied">
      <TextField label={label} value={address} onChange={() => undefined} isReadOnly />
      <Button kind="quiet" aria-label={texts.sso.copyOf(label)} onPress={() => void copyText(address)}>
        {texts.sso.copy}
      </Button>
    </div>
  );
}
