import { Button } from "../control/button.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import "./access.css";

const BASE = `${location.origin}/auth/v1/sso/saml`;
const ADDRESSES = [
  { label: texts.sso.metadata, address: `${BASE}/metadata` },
  { label: texts.sso.acs, address: `${BASE}/acs` },
  { label: texts.sso.slo, address: `${BASE}/slo` },
] as const;

/** What the identity provider must be told, ready to be copied. */
export function ServiceAddresses() {
  return ADDRESSES.map(({ label, address }) => <CopiedAddress key={address} label={label} address={address} />);
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
      <Button
        kind="quiet"
        aria-label={texts.sso.copyOf(label)}
        onPress={() => void navigator.clipboard.writeText(address)}
      >
        {texts.sso.copy}
      </Button>
    </div>
  );
}
