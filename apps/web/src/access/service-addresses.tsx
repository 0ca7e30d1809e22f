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
  return ADDRESSES.map(({ label, address }) => (
    <div key={address} className="v-copied">
      <TextField label={label} value={address} onChange={() => undefined} isReadOnly />
      <Button
        kind="quiet"
        aria-label={texts.sso.copyOf(label)}
        onPress={() => void navigator.clipboard.writeText(address)}
      >
        {texts.sso.copy}
      </Button>
    </div>
  ));
}
