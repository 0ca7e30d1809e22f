import { useState } from "react";
import { Button } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { Section } from "../control/section.tsx";
import { texts } from "./messages.ts";
import "./access.css";

interface CallbackRegistrationProps {
  /** The provider, as people know it. */
  readonly title: string;
  readonly callbackUrl: string;
  /** Its end is not known yet: shown as it begins, and not to be copied. */
  readonly isUnfinished?: boolean;
  /** What is asked for. */
  readonly scopes?: readonly string[];
}

/** What is to be registered at a provider, ready to be copied. */
export function CallbackRegistration({
  title,
  callbackUrl,
  isUnfinished = false,
  scopes = [],
}: CallbackRegistrationProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void copyText(callbackUrl).then(setCopied);
  return (
    <Section
      title={texts.providers.register}
      lead={texts.providers.registerLead(title)}
      actions={
        <Button onPress={copy} isDisabled={isUnfinished}>
          {isCopied ? texts.providers.copied : texts.providers.copy}
        </Button>
      }
    >
      <div className="v-field">
        <span className="v-label">{texts.providers.callback}</span>
        <code className="v-setting-key">{isUnfinished ? `${callbackUrl}…` : callbackUrl}</code>
      </div>
      {scopes.length > 0 && (
        <div className="v-field">
          <span className="v-label">{texts.providers.scopes}</span>
          <code className="v-setting-key">{scopes.join(" ")}</code>
        </div>
      )}
    </Section>
  );
}
