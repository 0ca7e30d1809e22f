import { useState } from "react";
import type { Account } from "../api/identity.ts";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { Section } from "../control/section.tsx";
import { texts } from "./messages.ts";

/** Everything that the sign-in service tells of somebody, as it tells programs. Passwords and secrets are not in it. */
export function PersonRecord({ account }: { readonly account: Account }) {
  const { title, lead, show, copy, copied } = texts.record;
  const [isCopied, setCopied] = useState(false);
  const record = JSON.stringify(account, null, 2);
  return (
    <Section
      title={title}
      lead={lead}
      actions={<Button onPress={() => void copyText(record).then(setCopied)}>{isCopied ? copied : copy}</Button>}
    >
      <details className="v-more-fields">
        <summary>{show}</summary>
        <pre className="v-record">{record}</pre>
      </details>
    </Section>
  );
}
