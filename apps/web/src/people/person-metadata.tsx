import { useState } from "react";
import type { Account } from "../api/identity.ts";
import { changePerson, type PersonChange } from "../api/person.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { TextArea } from "../control/text-area.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import { usePersonAct } from "./use-person-act.ts";

/** What programs keep of somebody, and what somebody says of themself. */
export function PersonMetadata({ account }: { readonly account: Account }) {
  const kept = { app_metadata: account.app_metadata, user_metadata: account.user_metadata };
  const [typed, setTyped] = useState(() => JSON.stringify(kept, null, 2));
  const acting = usePersonAct(account.id);
  const { isReadOnly } = useCurrentUser();
  const save = async () => changePerson(account.id, readMetadata(typed));
  return (
    <Section title={texts.metadata} lead={texts.metadataLead}>
      {acting.error !== null && <FaultAlert error={acting.error} />}
      {acting.isSuccess && <Alert kind="ok">{messages.saved}</Alert>}
      <TextArea
        label={texts.metadata}
        hint={texts.metadataHint}
        value={typed}
        onChange={setTyped}
        isReadOnly={isReadOnly}
      />
      <Writable>
        <div className="v-form-actions">
          <Button isPending={acting.isPending} onPress={() => acting.mutate(save)}>
            {messages.save}
          </Button>
        </div>
      </Writable>
    </Section>
  );
}

function readMetadata(typed: string): PersonChange {
  try {
    const { app_metadata, user_metadata } = JSON.parse(typed);
    return { app_metadata, user_metadata };
  } catch (cause) {
    throw new Error(texts.badJson, { cause });
  }
}
