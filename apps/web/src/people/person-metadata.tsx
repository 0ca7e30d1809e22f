import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "../api/identity.ts";
import { changePerson, isPersonOvertaken, personQuery } from "../api/person.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { TextArea } from "../control/text-area.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { texts } from "./messages.ts";
import {
  type Metadata,
  metadataChange,
  metadataOver,
  metadataSavedByNow,
  metadataText,
  readMetadata,
} from "./metadata-change.ts";
import { usePersonAct } from "./use-person-act.ts";

/** What programs keep of somebody, and what somebody says of themself. */
export function PersonMetadata({ account }: { readonly account: Account }) {
  const [seen, setSeen] = useState<Metadata>(account);
  const [typed, setTyped] = useState(() => metadataText(account));
  const acting = usePersonAct(account.id);
  const { isReadOnly } = useCurrentUser();
  const queryClient = useQueryClient();
  const save = async () => {
    const change = metadataChange(readMetadata(typed), seen);
    try {
      const saved = await changePerson(account.id, change);
      setSeen(saved);
      // What was typed while this was under way is not saved.
      setTyped((text) => (text === typed ? metadataText(saved) : text));
    } catch (error) {
      if (!isPersonOvertaken(error)) throw error;
      // A second press of Save is made on purpose and goes through.
      const now = await queryClient.fetchQuery({ ...personQuery(account.id), staleTime: 0 });
      setSeen(now);
      setTyped((text) => (text === typed ? metadataText(metadataOver(now, change)) : text));
      throw new Error(texts.metadataOvertaken(metadataSavedByNow(now, change)), { cause: error });
    }
  };
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
