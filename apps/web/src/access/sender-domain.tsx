import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type DomainRecord, lookUpSenderDomain } from "../api/sender-domain.ts";
import { Button } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Section } from "../control/section.tsx";
import { TextField } from "../control/text-field.tsx";
import { CheckLine } from "./check-line.tsx";
import { texts } from "./messages.ts";

const words = texts.senderDomain;

/** What receivers of mails find when they look the sender up. */
export function SenderDomain({ hasServer }: { readonly hasServer: boolean }) {
  const [selector, setSelector] = useState("");
  const looking = useMutation({ mutationFn: () => lookUpSenderDomain(selector.trim()) });
  return (
    <Section title={words.title} lead={words.lead}>
      <TextField label={words.selector} hint={words.selectorHint} value={selector} onChange={setSelector} />
      {!hasServer && <p className="v-hint">{texts.mailTrial.none}</p>}
      <div className="v-form-actions">
        <Button isDisabled={!hasServer} isPending={looking.isPending} onPress={() => looking.mutate()}>
          {words.run}
        </Button>
      </div>
      {looking.error !== null && <FaultAlert error={looking.error} />}
      {looking.data !== undefined && (
        <ul className="v-checks" aria-label={words.of(looking.data.domain)}>
          {looking.data.records.map((record) => (
            <Line key={record.check} record={record} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const OUTCOMES = { found: "good", missing: "bad", unknown: "unknown" } as const;

function Line({ record: { check, state, name, value } }: { readonly record: DomainRecord }) {
  return (
    <CheckLine outcome={OUTCOMES[state]}>
      <strong>{check.toUpperCase()}</strong>: {words.states[state](name)}
      <p className="v-hint">{state === "found" ? <code>{value}</code> : words.meanings[check]}</p>
    </CheckLine>
  );
}
